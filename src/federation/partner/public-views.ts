/**
 * Decides whether a cached answer still shows what the public may see at the partner, by the name that the partner
 * gives to its public view, if it gives one (decision 53). The name is read at most every five seconds by all copies of
 * this registry together.
 */

import { PUBLIC_VIEW_PATH } from '../../domain/federation/own-headers.ts';
import { MOST_SKEW_MS, type SharedState } from '../../lib/shared-state.ts';
import { withinTime } from '../../lib/within-time.ts';
import { membersOf, parseJson } from '../dialect/json-body.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import type { PartnerAnswer, PublicViewFact } from './partner-query.ts';
import { type Clock, VIEW_CALL_MS, VIEW_WAIT_MS } from './times.ts';

type Named = Pick<PartnerAnswer<unknown>, 'publicView'>;

export type PublicViews = {
  /** Whether the answer may be given without asking. If the name is no longer recent, it is read again in the background. */
  holds(answer: Named): boolean;
  /**
   * Whether the public view had another name that was read less than five seconds before this answer, or after it. Such
   * an answer is shown, but not cached.
   */
  isContradicted(answer: Named): boolean;
  /** Whether the answer may name people when it is shown after a failure. */
  mayName(answer: Named): boolean;
  /** Reads the name if it decides about the answer. Takes 300 ms at most. */
  learnFor(answer: Named): Promise<void>;
};

type Options = {
  /** Sends a request without a token. May reject. */
  call: (path: string, signal: AbortSignal) => Promise<CallOutcome>;
  /** Whether the circuit breaker of the partner is open. */
  isOpen: () => boolean;
  state: Pick<SharedState, 'claim' | 'publish' | 'subscribe'>;
  /** The key of the name in the shared state, the same for every copy. */
  key: string;
  clock: Clock;
};

/** The name, and when it was asked for, by the steady clock. */
type Present = { name: string; askedAtMs: number };

/** A name that was learned within this time is not requested again. */
const RECENT_MS = 5_000;
/** If the name is older, a cached answer is not given. */
const CERTAIN_MS = 10_000;
const MINUTE_MS = 60_000;
const LONGEST_NAME = 200;

export function publicViews({ call, isOpen, state, key, clock }: Options): PublicViews & Disposable {
  const { now, toWall, toSteady } = clock;
  let present: Present | undefined;
  let nextPollMs = Number.NEGATIVE_INFINITY;
  let learning: Promise<void> | undefined;

  function isOther({ name, askedAtMs }: PublicViewFact): boolean {
    return present !== undefined && present.name !== name && present.askedAtMs >= askedAtMs;
  }

  /** Returns how long ago this was last known to be the public view. */
  function ageMs({ name, askedAtMs }: PublicViewFact): number {
    const confirmedAtMs = present?.name === name ? Math.max(present.askedAtMs, askedAtMs) : askedAtMs;
    return now() - confirmedAtMs;
  }

  function take(learned: Present | undefined): void {
    if (learned === undefined || learned.askedAtMs > now()) return;
    if (present === undefined || learned.askedAtMs > present.askedAtMs) present = learned;
  }

  function takeText(text: string | undefined): void {
    if (text === undefined) return;
    const { name, askedAtMs } = membersOf(parseJson(text));
    if (typeof name !== 'string' || name.length > LONGEST_NAME || typeof askedAtMs !== 'number') return;
    const ahead = toSteady(askedAtMs) - now();
    if (ahead <= MOST_SKEW_MS) take({ name, askedAtMs: now() + Math.min(ahead, 0) });
  }

  async function askForName(): Promise<Present | undefined> {
    const askedAtMs = now();
    const calling = call(PUBLIC_VIEW_PATH, AbortSignal.timeout(VIEW_CALL_MS));
    const outcome = await calling.then(undefined, () => undefined);
    if (outcome === undefined || !('reply' in outcome)) return undefined;
    const { publicView, retryAfterSeconds = 0 } = outcome.reply;
    nextPollMs = Math.max(nextPollMs, now() + retryAfterSeconds * 1000);
    return publicView && { name: publicView.name, askedAtMs };
  }

  async function askTogether(): Promise<void> {
    const claim = await state.claim(key);
    takeText(claim.text);
    if (claim.whose === 'another') {
      takeText(await claim.ended(AbortSignal.timeout(VIEW_CALL_MS)).catch(() => undefined));
      return;
    }
    const isKnown = present !== undefined && now() - present.askedAtMs < RECENT_MS;
    const learned = isKnown ? undefined : await askForName();
    take(learned);
    if (learned === undefined) return claim.end();
    const text = JSON.stringify({ ...learned, askedAtMs: toWall(learned.askedAtMs) });
    await state.publish(key, text, CERTAIN_MS);
    claim.end(text);
  }

  function learn(): Promise<void> {
    if (learning !== undefined) return learning;
    if (now() < nextPollMs || isOpen()) return Promise.resolve();
    nextPollMs = now() + RECENT_MS;
    learning = askTogether().finally(() => {
      learning = undefined;
    });
    return learning;
  }

  const subscription = state.subscribe(key, takeText);
  return {
    holds({ publicView }) {
      if (publicView === undefined) return true;
      const age = ageMs(publicView);
      if (isOther(publicView) || age > CERTAIN_MS) return false;
      if (age > RECENT_MS) void learn();
      return true;
    },
    isContradicted({ publicView }) {
      if (publicView === undefined || present === undefined || present.name === publicView.name) return false;
      return publicView.askedAtMs - present.askedAtMs < RECENT_MS;
    },
    mayName({ publicView }) {
      return publicView === undefined || (!isOther(publicView) && ageMs(publicView) < publicView.minutes * MINUTE_MS);
    },
    async learnFor({ publicView }) {
      if (publicView === undefined || isOther(publicView) || ageMs(publicView) <= CERTAIN_MS) return;
      await withinTime(learn(), VIEW_WAIT_MS);
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}
