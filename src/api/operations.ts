/** How the operations of an API are declared, with the errors that each may answer. */

import type { ERRORS } from './errors.ts';
import type { Parameter } from './parameters.ts';
import type { Schema } from './schema.ts';

type Code = keyof typeof ERRORS;
/** An error that an operation answers: its code, the details of its example, and when it is answered, where not as ever. */
export type DescribedError =
  | Code
  | readonly [code: Code, details: Readonly<Record<string, string | number>>, when?: string];

/** The summaries of the examples of an answer, by their names. The examples themselves are recorded. */
export type Summaries = Readonly<Record<string, string>>;

export type Operation = {
  path: string;
  method?: 'post' | 'patch' | 'delete';
  id: string;
  tag: string;
  summary: string;
  description?: string;
  /** A deprecated operation looks at no token. */
  deprecated?: true;
  parameters?: readonly Parameter[];
  body?: Schema;
  /** Bodies that may be sent. */
  bodies?: Readonly<Record<string, { summary: string; value: unknown }>>;
  answer: string;
  of: Schema;
  /** Whether the answer has no body. */
  isEmpty?: true;
  /** The content types of files, which may be answered in place of JSON. */
  media?: readonly string[];
  examples?: Summaries;
  headers?: Readonly<Record<string, { description: string; schema: Schema }>>;
  /** A line of a stream, for operations that can be streamed. */
  line?: Schema;
  lines?: Summaries;
  /** Those beside {@link common}; in what the documents say they come first. */
  failures?: readonly DescribedError[];
  /** The names of {@link COMMON_FAILURES}; by default {@link ALWAYS}. One whose status is among `failures` gives way. */
  common?: readonly CommonName[];
};

/** Failures that many operations share (rdp-protocol 2.2, 2.12, 6.3). */
export const COMMON_FAILURES = {
  AddressInvalid: ['path-forbidden', 'escape-invalid'],
  TokenRefused: ['unknown-token', 'expired-token', 'invalid-token', 'remote-account-missing'],
  MethodNotAllowed: ['method-not-allowed'],
  NotAcceptable: ['not-acceptable'],
  AddressTooLong: ['address-too-long'],
  TooManyQuestions: ['too-many-questions', 'too-much-work'],
  ApiDisabled: ['api-disabled', 'too-much-unread'],
  NoPlace: ['api-disabled', 'too-many-searches', 'too-much-unread'],
} as const satisfies Record<string, readonly Code[]>;
export type CommonName = keyof typeof COMMON_FAILURES;

const EXCEPT_WHEN_CLOSED = [
  'AddressInvalid',
  'TokenRefused',
  'MethodNotAllowed',
  'NotAcceptable',
  'AddressTooLong',
  'TooManyQuestions',
] as const;
/** The common failures of an operation that searches nothing, and of one that needs a place among the searches. */
export const ALWAYS: readonly CommonName[] = [...EXCEPT_WHEN_CLOSED, 'ApiDisabled'];
export const WITH_A_PLACE: readonly CommonName[] = [...EXCEPT_WHEN_CLOSED, 'NoPlace'];

/** The failures of both gene searches, and of both user searches, that come before those of pages and registries. */
export const POST_ONLY: DescribedError = [
  'method-not-allowed',
  { method: 'GET', allowed: 'POST, OPTIONS' },
  'Another method than POST',
];
export const PAGE_INVALID: DescribedError = [
  'parameter-invalid',
  { name: 'page', found: 2_147_483_647, allowed: '0 to 107374182 at this size' },
];
export const NO_UUID: DescribedError = ['path-invalid', { found: 'abc', allowed: 'a UUID' }];
export const NO_INTEGER: DescribedError = [
  'path-invalid',
  { found: 'abc', allowed: 'a whole number of at most 32 bits' },
];
export const PREFIX_MISSING: DescribedError = [
  'parameter-missing',
  { name: 'prefix', hint: 'A search by name alone needs it.' },
];
export const NO_USER_SEARCH: DescribedError = ['search-mode-disabled', { what: 'for researchers' }];
