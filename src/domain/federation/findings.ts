/**
 * What a look at a partner finds, as data: a code, and what differs from case to case. Words are made of it for whoever
 * reads it, in each language by one phrasebook.
 */

import type { Reason } from './reasons.ts';

/** Nothing differs. */
type None = Record<never, never>;
type Because = { because: Reason };
/** Days as `2095-03-04`; null where no certificate was shown. */
type Secured = { protocol: string; certificate: { issuer: string | null; validUntil: string } | null };

/** What stands beside each code. New codes may come; what a code means stays. */
export type FindingParams = {
  'host-is-address': { host: string };
  'host-found': { host: string; addresses: readonly string[] };
  'host-not-found': { host: string } & Because;

  'port-open': { port: string };
  'port-closed': { port: string } & Because;
  'not-tried': None;

  'not-encrypted-here': None;
  'not-encrypted': None;
  secured: Secured;
  'certificate-ends-soon': Secured;
  'certificate-refused': { problems: readonly Finding[] };
  'not-secured': Because;
  'certificate-expired': { on: string };
  'certificate-not-yet-valid': { from: string };
  /** `names` as it lists them; null where it names nobody. */
  'certificate-of-others': { names: string | null; host: string };
  'certificate-self-signed': None;
  'certificate-by-untrusted': None;
  'certificate-by-unknown': None;

  /** `lacks`: the kinds of question for which it is too old. */
  version: { version: string; askedAs: string; lacks: readonly string[] };
  'version-not-told': { status: number };
  'version-too-long': { mostBytes: number };
  'version-failed': Because;
  'version-timed-out': { timeoutMs: number };

  'address-not-told': None;
  'address-as-configured': { host: string };
  'other-address': { there: string; here: string };

  'this-registry': None;
  'another-registry': None;
  'nobody-asks': None;

  'no-token': None;
  'token-accepted': None;
  'token-refused': Because;
  'token-unclear': Because;
  /** Ours is not refused, and neither is one that nobody has made. */
  'any-token': None;
};

export type FindingCode = keyof FindingParams;
export type Finding = {
  [Code in FindingCode]: { readonly code: Code; readonly params: Readonly<FindingParams[Code]> };
}[FindingCode];

/** Codes beside which nothing stands. */
type BareCode = { [Code in FindingCode]: None extends FindingParams[Code] ? Code : never }[FindingCode];

export function finding<Code extends BareCode>(code: Code): Finding;
export function finding<Code extends FindingCode>(code: Code, params: FindingParams[Code]): Finding;
export function finding(code: FindingCode, params: object = {}): Finding {
  return { code, params } as Finding;
}
