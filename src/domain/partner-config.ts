/** A partner registry as it is configured (docs/federation.md#write-the-entry, rdp-protocol 7.1). */
export type PartnerConfig = {
  /** Short and unique; `local` is this registry and nobody else. */
  readonly key: string;
  readonly name: string;
  /** Its kind; the schema names those that there are. */
  readonly type: string;
  /** Scheme, host, port where it is not the usual one, path; no trailing slash, no query. */
  readonly url: string;
  /** What else the address had behind `?`; it comes first in every request. Empty for nearly every partner. */
  readonly query: string;
  readonly token: string | undefined;
  readonly connectTimeoutMs: number;
  readonly readTimeoutMs: number;
  /** For everything that one question takes. */
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  /** Undefined: as long as any answer that was kept may be shown when its partner fails. */
  readonly staleMinutes?: number | undefined;
  /** What it wants to be said beside its records. */
  readonly disclaimer?: string | undefined;
  /** Where the terms stand under which it gives them. */
  readonly terms?: string | undefined;
  /** The e-mail address of those who run it, to be written to when it is unwell for long. */
  readonly contact?: string | undefined;
};
