/** How each origin's answer came about, for administrators of this registry: the requests that were sent to it. */

import type { SentRequest as SentRequestSchema } from '../../api/origins.ts';
import type { Static } from '../../api/schema.ts';
import { LOCAL_ORIGIN, type Origin } from './origin.ts';

/** One request to a partner, without secrets. A member is null while it is not known, or if it never arrived. */
export type SentRequest = Static<typeof SentRequestSchema>;

/** Callbacks that report what happens to a question while it is put to a source. */
export type AskObserver = {
  onSent(request: SentRequest): void;
  /** The question joined a call that was under way for another caller; the requests of that call are not reported here. */
  onJoined(): void;
};

export type ExplainedOrigin = {
  key: string;
  how: 'this-registry' | 'asked' | 'joined-a-call-under-way' | 'from-the-cache' | 'not-asked';
  /** The requests for this question alone, in the order in which they were sent. */
  requests: readonly SentRequest[];
};

/** What the observer saw of one origin. */
export type Observed = { requests: SentRequest[]; hasJoined: boolean };

/** Returns how the answer of an origin came about, by its observed requests and the state of the cache. */
export function explainedOrigin(
  { key, cache }: Pick<Origin, 'key' | 'cache'>,
  { requests, hasJoined }: Observed,
): ExplainedOrigin {
  if (key === LOCAL_ORIGIN) return { key, how: 'this-registry', requests };
  if (requests.length > 0) return { key, how: 'asked', requests };
  if (hasJoined) return { key, how: 'joined-a-call-under-way', requests };
  const isCached = cache?.status === 'hit' || cache?.status === 'stale';
  return { key, how: isCached ? 'from-the-cache' : 'not-asked', requests };
}
