/** How long a partner rests, by the kind of failure (docs/federation.md#rest). In milliseconds. */

import { LONGEST_RETRY_AFTER_SECONDS } from '../dialect/reply.ts';

export type FailureKind = 'failure' | 'time-out' | 'too-many' | 'bad-certificate' | 'switched-off';

const REST_MS = 30_000;
const LONGEST_REST_MS = 600_000;
/** A rest is longer or shorter by up to this share, so that registries do not all come back at once. */
const JITTER = 0.2;
const TOO_MANY_REST_MS = 180_000;
const LONGEST_RETRY_AFTER_MS = LONGEST_RETRY_AFTER_SECONDS * 1000;

/** `retryAfterSeconds` is what the partner asks for; `random` is from 0 up to, not including, 1. */
type About = { restsInARow: number; retryAfterSeconds: number | undefined; random: number };

/** Returns how long a rest lasts, in milliseconds. */
export function restMs(kind: FailureKind, { restsInARow, retryAfterSeconds, random }: About): number {
  const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
  if (isUnexplained(kind)) return Math.min(LONGEST_REST_MS, REST_MS * restsInARow * (1 - JITTER + 2 * JITTER * random));
  if (kind === 'too-many') return Math.min(LONGEST_RETRY_AFTER_MS, retryAfterMs ?? TOO_MANY_REST_MS);
  if (kind === 'switched-off') return Math.min(LONGEST_RETRY_AFTER_MS, retryAfterMs ?? LONGEST_REST_MS);
  return LONGEST_REST_MS;
}

/** Returns the longest rest of a partner that was healthy before. */
export function longestFirstRestMs(kind: FailureKind): number {
  if (isUnexplained(kind)) return REST_MS * (1 + JITTER);
  return kind === 'too-many' || kind === 'switched-off' ? LONGEST_RETRY_AFTER_MS : LONGEST_REST_MS;
}

/** Whether the partner did not say why it fails, or how long it should be left alone. */
export function isUnexplained(kind: FailureKind): boolean {
  return kind === 'failure' || kind === 'time-out';
}
