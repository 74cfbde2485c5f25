/**
 * Decides whether a cached answer still shows what the public may see at the partner, by the name that the partner
 * gives to its public view, if it gives one (decision 53). The name is read at most every five seconds by all instances
 * that share a cache.
 */

import { PUBLIC_VIEW_PATH } from '../../domain/federation/own-headers.ts';
import { withinTime } from '../../lib/within-time.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import type { PartnerAnswer, PublicViewFact } from './partner-query.ts';
import type { SharedPlace, SharedTexts } from './shared-texts.ts';
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
  /** Takes over what another process of this registry has published. */
  merge(news: ViewNews): void;
  /** The name for a process that has just started. */
  news(): ViewNews | undefined;
};

/** The name of a public view, with the time of the request for it; undefined while that is not answered. `askedAtMs` is of the steady clock. */
export type ViewNews = { name: string | undefined; askedAtMs: number };

type Options = {
  /** Sends a request without a token. May reject. */
  call: (path: string, signal: AbortSignal) => PromiseLike<CallOutcome>;
  /** Whether the circuit breaker of the partner is open. */
  isOpen: () => boolean;
  shared: Pick<SharedTexts, 'claim' | 'set'> | undefined;
  /** The name of the partner, the same for every instance. */
  partnerName: string;
  clock: Clock;
  /** Called when the name is requested, and when it is learned. */
  onNews?: (news: ViewNews) => void;
};

type Present = { name: string; askedAtMs: number };

/** A name that was learned within this time is not requested again. */
const RECENT_MS = 5_000;
/** If the name is older, a cached answer is not given. */
const CERTAIN_MS = 10_000;
const MINUTE_MS = 60_000;

export function publicViews({ call, isOpen, shared, partnerName, clock, onNews = () => {} }: Options): PublicViews {
  const { now, toWall, toSteady } = clock;
  const place: SharedPlace = { kind: 'view', credential: 'none', key: partnerName };
  let present: Present | undefined;
  let nextPollMs = Number.NEGATIVE_INFINITY;
  let learning: Promise<void> | undefined;
  /** Resolves when another process has learned the name that it requested. */
  let learnedElsewhere: PromiseWithResolvers<void> | undefined;

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
    const { name, askedAtMs } = JSON.parse(text) as Present;
    take({ name, askedAtMs: Math.min(toSteady(askedAtMs), now()) });
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
    const claim = await shared?.claim(place);
    takeText(claim?.text);
    if (claim?.whose === 'another') {
      takeText(await claim.ended(AbortSignal.timeout(VIEW_CALL_MS)).catch(() => undefined));
      return;
    }
    const isKnown = present !== undefined && now() - present.askedAtMs < RECENT_MS;
    const learned = isKnown ? undefined : await askForName();
    take(learned);
    if (learned !== undefined) onNews(learned);
    if (learned === undefined || claim === undefined) {
      claim?.end();
      return;
    }
    const text = JSON.stringify({ ...learned, askedAtMs: toWall(learned.askedAtMs) });
    await shared?.set(place, text, toWall(now() + CERTAIN_MS));
    claim.end(text);
  }

  function learn(): Promise<void> {
    if (learning !== undefined) return learning;
    if (now() < nextPollMs) return learnedElsewhere?.promise ?? Promise.resolve();
    if (isOpen()) return Promise.resolve();
    nextPollMs = now() + RECENT_MS;
    // Published before anything is awaited, so that no other process requests the name too.
    onNews({ name: undefined, askedAtMs: now() });
    learning = askTogether().finally(() => {
      learning = undefined;
    });
    return learning;
  }

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
    merge({ name, askedAtMs }) {
      nextPollMs = Math.max(nextPollMs, askedAtMs + RECENT_MS);
      if (name === undefined) {
        learnedElsewhere ??= Promise.withResolvers();
        return;
      }
      take({ name, askedAtMs });
      learnedElsewhere?.resolve();
      learnedElsewhere = undefined;
    },
    news: () => present,
  };
}
