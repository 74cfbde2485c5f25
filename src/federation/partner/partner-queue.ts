/**
 * The queue of requests to one partner: limits the number at a time, and refuses those whose answer cannot come in
 * time.
 */

import { reason } from '../../domain/federation/reasons.ts';
import { type QueueOptions, slotQueue } from '../../lib/limiter.ts';
import type { CallFailure } from '../dialect/reply.ts';
import type { Slot } from './partner-query.ts';
import { QUEUE_POLL_MS } from './times.ts';

export type NoSlot = { failure: CallFailure };

export type PartnerQueue = {
  /**
   * Waits for a slot, or returns why there is none.
   *
   * @throws the reason of the signal when that is aborted while waiting
   */
  acquire(options: QueueOptions): Promise<Slot | NoSlot>;
};

type Options = {
  /** How long a request and its slot may take for a caller, in milliseconds: a request that must take longer is refused at once. */
  timeoutMs: number;
  /** The number of slots at the same time. */
  maxConcurrency: number;
};

/** The largest number of requests that wait for their slot; further ones are refused at once. */
const MOST_WAITING = 1000;

const QUEUE_FULL: CallFailure = {
  state: 'busy',
  error: 'connection_limit_reached',
  reason: reason('queue-full', { waiting: MOST_WAITING }),
};

const NO_SLOT_IN_TIME: CallFailure = {
  ...QUEUE_FULL,
  reason: reason('no-turn-in-time'),
};

/** A request that waits for a slot. */
type Waiting = { sinceMs: number; refuse(): void };

export function partnerQueue({ timeoutMs, maxConcurrency }: Options): PartnerQueue {
  // Requests that yield get at most half of the slots, so that no other waits long for them.
  const wait = slotQueue(maxConcurrency, Math.max(1, Math.floor(maxConcurrency / 2)));
  const times = slotTimes(maxConcurrency);
  let waiting = 0;
  /** How many of them are further requests of questions that have begun; these go before all others. */
  let begun = 0;
  /** The other requests that do not yield, in their order; they go after those of begun questions. */
  const inOrder = new Set<Waiting>();
  let polling: NodeJS.Timeout | undefined;

  /** Refuses the waiting requests whose answers cannot come in time any more. */
  function refuseLate(): void {
    const nowMs = performance.now();
    const leastWaitMs = times.leastWaits();
    let ahead = begun;
    for (const one of inOrder) {
      if (nowMs - one.sinceMs + leastWaitMs(ahead) > timeoutMs) one.refuse();
      else ahead++;
    }
    if (inOrder.size > 0) return;
    clearInterval(polling);
    polling = undefined;
  }

  function openSlot(giveBack: () => void): Slot {
    let endTime: (() => void) | undefined = times.begin();
    return {
      end() {
        if (endTime === undefined) return;
        endTime();
        endTime = undefined;
        giveBack();
      },
    };
  }

  return {
    acquire(options) {
      const { promise, resolve, reject } = Promise.withResolvers<Slot | NoSlot>();
      const yields = options.pace?.yields() === true;
      const isBegun = !yields && options.hasBegun === true;
      const isInOrder = !yields && !isBegun;
      const refusal = refusalFor(isInOrder);
      if (refusal !== undefined) return Promise.resolve({ failure: refusal });
      if (options.signal?.aborted === true) return Promise.reject(options.signal.reason);
      const place: Waiting = {
        sinceMs: performance.now(),
        refuse() {
          leave();
          endWaiting();
          resolve({ failure: NO_SLOT_IN_TIME });
        },
      };
      function endWaiting(): void {
        waiting--;
        if (isBegun) begun--;
        inOrder.delete(place);
      }
      waiting++;
      if (isBegun) begun++;
      if (isInOrder) {
        inOrder.add(place);
        polling ??= setInterval(refuseLate, QUEUE_POLL_MS).unref();
      }
      function begin(giveBack: () => void): void {
        endWaiting();
        resolve(openSlot(giveBack));
      }
      function left(why: unknown): void {
        endWaiting();
        reject(why);
      }
      const leave = wait(begin, left, options);
      return promise;
    },
  };

  function refusalFor(isInOrder: boolean): CallFailure | undefined {
    if (waiting >= MOST_WAITING) return QUEUE_FULL;
    const ahead = begun + inOrder.size;
    return isInOrder && ahead > 0 && times.leastAnswerMs(ahead) > timeoutMs ? NO_SLOT_IN_TIME : undefined;
  }
}

/** Turns that ended before this time do not count. */
const RECENT_MS = 10_000;
/** With fewer slots, there is no estimate: they may be slow by chance. */
const FEWEST_SLOTS = 4;
/** After this time there is an estimate for an unknown partner, even if no slot has ended. */
const KNOWN_AFTER_MS = 1000;

type SlotTimes = {
  /** Notes that a slot begins; the returned function notes its end. */
  begin(): () => void;
  /**
   * Returns the least time until a request has its answer, in milliseconds, as if a slot ended now and all took as long
   * as the last ones; 0 if too little is known.
   *
   * @param ahead requests that go first; some of them may get their slot at this moment
   */
  leastAnswerMs(ahead: number): number;
  /** The same for requests that wait now, by the most recent slots only, because the first slots of a partner also open connections and are slow. */
  leastWaits(): (ahead: number) => number;
};

/**
 * Measures how long slots take, to estimate whether another request can have its answer in time.
 *
 * @param most the number of slots at the same time
 */
function slotTimes(most: number): SlotTimes {
  const mostKnown = Math.max(2 * FEWEST_SLOTS, 2 * most);
  /** The last slots that have ended, the oldest first. */
  const ended: { atMs: number; tookMs: number }[] = [];
  /** The slots under way, the oldest first. */
  const underWay = new Set<{ beganMs: number }>();

  function recentSlots(nowMs: number): readonly { atMs: number; tookMs: number }[] {
    while (ended[0] !== undefined && ended[0].atMs < nowMs - RECENT_MS) ended.shift();
    return ended;
  }

  /** Returns the mean time of slots; 0 for fewer than {@link FEWEST_SLOTS}. */
  function meanOf(slots: readonly { tookMs: number }[]): number {
    return slots.length < FEWEST_SLOTS ? 0 : slots.reduce((sum, { tookMs }) => sum + tookMs, 0) / slots.length;
  }

  return {
    begin() {
      const beganMs = performance.now();
      const slot = { beganMs };
      underWay.add(slot);
      return () => {
        underWay.delete(slot);
        const atMs = performance.now();
        ended.push({ atMs, tookMs: atMs - beganMs });
        if (ended.length > mostKnown) ended.shift();
      };
    },
    leastAnswerMs(ahead) {
      const turnMs = meanOf(recentSlots(performance.now()));
      return (Math.max(0, ahead + underWay.size - most) * turnMs) / most + turnMs;
    },
    leastWaits() {
      const nowMs = performance.now();
      const recent = recentSlots(nowMs);
      const [oldest] = recent;
      const lasting = [...underWay].map(({ beganMs }) => ({ tookMs: nowMs - beganMs }));
      const knownForMs = oldest === undefined ? (lasting[0]?.tookMs ?? 0) : nowMs - oldest.atMs + oldest.tookMs;
      if (recent.length < mostKnown && knownForMs < KNOWN_AFTER_MS) return () => 0;
      const last = recent.slice(-Math.max(most, FEWEST_SLOTS));
      const turnMs = meanOf(last.length < FEWEST_SLOTS ? [...last, ...lasting] : last);
      // Counts whole slots: those under way end now, and as many begin together.
      return (ahead) => (Math.floor(ahead / most) + 1) * turnMs;
    },
  };
}
