/** What a federated answer says about each registry, queried or not (docs/federation.md#reading-the-answer). */

import type { AskedFilter as AskedFilterSchema, CacheFact as CacheFactSchema } from '../../api/origins.ts';
import type { Static } from '../../api/schema.ts';
import { FILTERS, type Filter, type OriginState } from '../../api/words.ts';
import type { Reason } from './reasons.ts';

export { ORIGIN_STATES } from '../../api/words.ts';
export { FILTERS, type Filter, type OriginState };

/** The key of this registry among the origins. */
export const LOCAL_ORIGIN = 'local';

/** Filters by a set of values, each value in a parameter of the filter's name. Terms are pairs. */
export type SetFilter = Exclude<Filter, 'ontologyTermIds'>;
export const SET_FILTERS: readonly SetFilter[] = FILTERS.filter((filter) => filter !== 'ontologyTermIds');

/** Who applied a filter: the source, this registry to the records of the source, or nobody could. */
export type FilterEnforcement = AskedFilter['applied'];
/** What became of a filter, or of the tiers of a gene search. */
export type AskedFilter = Static<typeof AskedFilterSchema>;

/** How an answer was obtained. Without an account, `miss` says that it is fresh, whoever asked, and ages are coarse (coarse-times.ts). */
export type CacheFact = Static<typeof CacheFactSchema>;

/** The words of RFC 9209, section 2.3, for failures on the way to a partner. */
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

/** Why the answer of an origin is not full. */
export type OriginProblem = {
  reason: Reason;
  /** The message of the error with which this registry refuses the question; undefined where there is none. */
  refusal?: string | undefined;
  error: ProxyError | undefined;
  /** The HTTP status of the partner's reply, if there was one. */
  status: number | undefined;
  /** When the origin will next be queried; undefined means at the next question. */
  nextTryAt: Date | undefined;
};

/** What has to be shown beside the records of a partner, by its configuration; a member that is not configured is absent. */
export type OriginNotice = {
  disclaimer?: string;
  /** The address of the partner's terms of use. */
  terms?: string;
};

/** Returns the notice of a configuration or an origin, with the members that are defined. */
export function noticeOf({ disclaimer, terms }: { [Name in keyof OriginNotice]?: string | undefined }): OriginNotice {
  return { ...(disclaimer === undefined ? {} : { disclaimer }), ...(terms === undefined ? {} : { terms }) };
}

/** The problem as it is in the JSON: its reason as data, with its words in English. */
export type RenderedProblem = Reason & {
  /** A few words that follow the name of the registry, such as `did not answer in time`. */
  title: string;
  /** One sentence for people, without secrets. */
  detail: string;
  error: ProxyError | null;
  status: number | null;
  nextTryAt: string | null;
};

/** One origin of a federated answer, as it is in the JSON. */
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
  /** Without an account down to five minutes, or to an hour where it is an hour ago. */
  retrievedAt: string | null;
  /** Null where the origin was not queried and nothing is cached. */
  cache: CacheFact | null;
  filters: readonly AskedFilter[];
  askedAs: readonly string[];
  dropped: number;
  /** How many records have texts or lists that were cut because they were too long. */
  shortened: number;
  problem: RenderedProblem | null;
};
