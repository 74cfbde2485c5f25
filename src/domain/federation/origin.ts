/**
 * What an answer says of each registry, asked or not (docs/federation.md#reading-the-answer): a closed list of states.
 */

import type { Reason } from './reasons.ts';

/** The key of this registry among the origins. */
export const LOCAL_ORIGIN = 'local';

export const ORIGIN_STATES = [
  'answered',
  'empty',
  'limited',
  'unknown-term',
  'unsupported',
  'stale',
  'timed-out',
  'unreachable',
  'failed',
  'refused',
  'busy',
  'resting',
  'not-asked',
] as const;
export type OriginState = (typeof ORIGIN_STATES)[number];

/** The filters of rdp-protocol 3.4 by the name of their parameter; ontology terms go by their ids. */
export const FILTERS = ['researcherPositions', 'researcherCategories', 'organUberonIds', 'ontologyTermIds'] as const;
export type Filter = (typeof FILTERS)[number];

/** Who kept the word of a filter: the source, this registry over the source's records, or nobody could. */
export type FilterEnforcement = 'applied-there' | 're-applied-here' | 'not-checkable';
export type AskedFilter = { filter: Filter; applied: FilterEnforcement };

/** How an answer came: `miss` asked now, `hit` kept from before, `shared` with another reader's call, `stale` too old. */
export type CacheFact = { status: 'miss' | 'hit' | 'shared' | 'stale'; ageSeconds: number };

/** Words of RFC 9209, section 2.3, for what went wrong on the way. */
export type ProxyError =
  | 'dns_error'
  | 'dns_timeout'
  | 'destination_unavailable'
  | 'destination_ip_prohibited'
  | 'connection_refused'
  | 'connection_terminated'
  | 'connection_timeout'
  | 'connection_read_timeout'
  | 'connection_limit_reached'
  | 'tls_protocol_error'
  | 'tls_certificate_error'
  | 'http_response_incomplete'
  | 'http_response_body_size'
  | 'http_response_timeout'
  | 'http_protocol_error'
  | 'proxy_internal_error';

/** Why an origin's part is not whole. */
export type OriginProblem = {
  reason: Reason;
  /** The sentence of the error with which this registry refuses the question; undefined where it is not such an error. */
  refusal?: string | undefined;
  error: ProxyError | undefined;
  /** The HTTP status of the partner, where it gave one. */
  status: number | undefined;
  /** When it will next be asked; undefined: at the next question. */
  nextTryAt: Date | undefined;
};

/** What a partner wants to be said beside its records, as it is configured; absent where it wants nothing. */
export type OriginNotice = {
  disclaimer?: string;
  /** The address of the terms under which it gives them. */
  terms?: string;
};

/** Of whatever holds one, with the members that it has. */
export function noticeOf({ disclaimer, terms }: { [Name in keyof OriginNotice]?: string | undefined }): OriginNotice {
  return { ...(disclaimer === undefined ? {} : { disclaimer }), ...(terms === undefined ? {} : { terms }) };
}

/** The same as it stands in the JSON: its reason as data and, beside that, in English. */
export type RenderedProblem = Reason & {
  /** A few words, such as `did not answer in time`. They stand behind the name of the registry. */
  title: string;
  /** One sentence for a person, without any secret. */
  detail: string;
  error: ProxyError | null;
  status: number | null;
  nextTryAt: string | null;
};

/** One origin of a federated answer, as it stands in the JSON. */
export type Origin = OriginNotice & {
  key: string;
  origin: string;
  originUrl: string;
  version: string | null;
  state: OriginState;
  count: number;
  /** How many of `count` are anonymised. */
  anonymized: number;
  exact: boolean;
  elapsedMs: number;
  retrievedAt: string | null;
  /** Null where nobody was asked, and nothing is kept. */
  cache: CacheFact | null;
  filters: readonly AskedFilter[];
  askedAs: readonly string[];
  dropped: number;
  /** Records whose texts or lists were cut, as they were longer than is kept. */
  shortened: number;
  problem: RenderedProblem | null;
};
