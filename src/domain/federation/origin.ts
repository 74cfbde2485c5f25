/** What a federated answer says about each registry, queried or not (docs/federation.md#reading-the-answer). */

import type {
  AskedFilter as AskedFilterSchema,
  CacheFact as CacheFactSchema,
  OriginProblem as OriginProblemSchema,
  Origin as OriginSchema,
} from '../../api/origins.ts';
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
export type OriginNotice = Pick<Static<typeof OriginSchema>, 'disclaimer' | 'terms'>;

/** Returns the notice of a configuration or an origin, with the members that are defined. */
export function noticeOf({ disclaimer, terms }: { [Name in keyof OriginNotice]?: string | undefined }): OriginNotice {
  return { ...(disclaimer === undefined ? {} : { disclaimer }), ...(terms === undefined ? {} : { terms }) };
}

/** The problem as it is in the JSON: its reason as data, with its words in English. */
export type RenderedProblem = Reason &
  Omit<Static<typeof OriginProblemSchema>, 'code' | 'params' | 'error'> & { error: ProxyError | null };

/** One origin of a federated answer, as it is in the JSON. */
export type Origin = Omit<Static<typeof OriginSchema>, 'filters' | 'askedAs' | 'problem'> & {
  filters: readonly AskedFilter[];
  askedAs: readonly string[];
  problem: RenderedProblem | null;
};
