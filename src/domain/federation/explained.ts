/** How the answer of each origin came about, for administrators of this registry: what was really sent to it. */

import { LOCAL_ORIGIN, type Origin } from './origin.ts';

/** One request to a partner, without any secret; null for what is not known yet, or never came. */
export type SentRequest = {
  method: 'GET';
  /** Without the token; parameters of the configured address without their values. */
  url: string;
  /** Where our search token was. */
  credential: 'none' | 'header' | 'address';
  status: number | null;
  elapsedMs: number | null;
  /** Of the body, unpacked, as far as it was read. */
  bytes: number | null;
};

/** What is shown of a question while it is put to a source. */
export type AskObserver = {
  onSent(request: SentRequest): void;
  /** Another reader's call was under way for the same question: its requests are not this reader's. */
  onJoined(): void;
};

export type ExplainedOrigin = {
  key: string;
  how: 'this-registry' | 'asked' | 'joined-a-call-under-way' | 'from-the-cache' | 'not-asked';
  /** Of this question alone, in the order in which they were sent. */
  requests: readonly SentRequest[];
};

/** What was observed of one origin. */
export type Observed = { requests: SentRequest[]; hasJoined: boolean };

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
