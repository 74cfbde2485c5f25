/** What a test of a partner finds, as data: a code with parameters. Each language has one table that makes words of it. */

import type { Reason } from './reasons.ts';

/** A code without parameters. */
type None = Record<never, never>;
type Because = { because: Reason };
/** Dates are written as `2095-03-04`; `certificate` is null where the partner presented none. */
type Secured = { protocol: string; certificate: { issuer: string | null; validUntil: string } | null };

/** The parameters of each code. Later versions may add codes; the meaning of a code does not change. */
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
  /** `names`: the names in the certificate; null where it has none. */
  'certificate-of-others': { names: string | null; host: string };
  'certificate-self-signed': None;
  'certificate-by-untrusted': None;
  'certificate-by-unknown': None;

  /** `lacks`: the kinds of question for which the version is too old. */
  version: { version: string; askedAs: string; lacks: readonly string[] };
  'version-not-told': { status: number };
  /** `/api` asks for a user name and a password. */
  'password-asked': None;
  /** The configured address ends in `/api`. */
  'address-with-api': { status: number };
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
  /** The partner refuses neither our token nor an invented one. */
  'any-token': None;
};

export type FindingCode = keyof FindingParams;
export type Finding = {
  [Code in FindingCode]: { readonly code: Code; readonly params: Readonly<FindingParams[Code]> };
}[FindingCode];

/** The codes without parameters. */
type BareCode = { [Code in FindingCode]: None extends FindingParams[Code] ? Code : never }[FindingCode];

export function finding<Code extends BareCode>(code: Code): Finding;
export function finding<Code extends FindingCode>(code: Code, params: FindingParams[Code]): Finding;
export function finding(code: FindingCode, params: object = {}): Finding {
  return { code, params } as Finding;
}
