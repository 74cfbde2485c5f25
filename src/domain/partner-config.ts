/** The configuration of a partner registry (docs/federation.md#write-the-entry, rdp-protocol 7.1). */
export type PartnerConfig = {
  /** A short, unique key; `local` is reserved for this registry. */
  readonly key: string;
  readonly name: string;
  /** The kind of source; the schema of the configuration lists all kinds. */
  readonly type: string;
  /** Scheme, host, port unless it is the default, and path; no trailing slash, no query. */
  readonly url: string;
  /** The query of the configured address; it comes first in every request. Empty for nearly every partner. */
  readonly query: string;
  readonly token: string | undefined;
  readonly connectTimeoutMs: number;
  readonly readTimeoutMs: number;
  /** The timeout for everything that one question takes. */
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  /** How old an answer may be that is shown when the partner fails; undefined: any cached answer may be shown. */
  readonly staleMinutes?: number | undefined;
  /** A text that must be shown beside its records. */
  readonly disclaimer?: string | undefined;
  /** The address of its terms of use. */
  readonly terms?: string | undefined;
  /** The e-mail address of its operators, for a message about an outage. */
  readonly contact?: string | undefined;
};
