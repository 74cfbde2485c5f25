/**
 * The queue of one partner, which gives a few slots at a time.
 *
 * The law:
 *
 * 1. A question takes a slot, in order of arrival. Questions of lists have half of the slots between them, so that others
 *    wait for a few of them at most.
 * 2. The requests of a question run within its slot, one after the other, and in slots that nobody waits for. So no
 *    request of a question that has begun waits here, and the clock of a call runs only while the partner works.
 * 3. A question gives its slot back while it does not ask the partner, and between two requests when nobody waits for its
 *    answer any more; its next request takes a slot in order of arrival.
 * 4. A question whose answer cannot come in time is refused: at once, and as soon as that becomes known while it waits.
 *    What is queued × mean ÷ capacity is the estimate (slot-times.ts).
 */

import pLimit from 'p-limit';
import { reason } from '../../domain/federation/reasons.ts';
import { promisesRun } from '../../lib/slices.ts';
import { slotTimes } from '../../lib/slot-times.ts';
import type { CallFailure } from '../dialect/reply.ts';
import { QUEUE_POLL_MS } from './times.ts';

/** Lets a question send a request. */
export type Slot = {
  /** Called when the request has ended. Further calls change nothing. */
  end(): void;
  /** Called when the request goes on, and others no longer wait for it. */
  release(): void;
};

export type NoSlot = { failure: CallFailure };

type Place = {
  /** Ends the wait when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Whether this is a question of a list, which waits as long as the list may. */
  yields?: boolean | undefined;
  /** Whether this continues a question that has begun, which is not refused any more. */
  hasBegun?: boolean | undefined;
};

export type PartnerQueue = {
  /**
   * Waits for a slot, or returns why there is none.
   *
   * @throws the reason of the signal when that is aborted while waiting
   */
  acquire(place: Place): Promise<Slot | NoSlot>;
  /** Puts a question of a list, when fewer of them than half of the slots are put. */
  inList<T>(ask: () => Promise<T>): Promise<T>;
  /** Returns a slot if there is one that nobody waits for. */
  takeIdle(): Slot | undefined;
  /** Notes that a request is sent; the returned function notes that it has ended. The estimate knows requests alone, and so is the least. */
  noteRequest(): () => void;
};

type Options = {
  /** How long a request and its slot may take for a caller, in milliseconds: a request that must take longer is refused at once. */
  timeoutMs: number;
  /** The number of slots at the same time. */
  maxConcurrency: number;
};

/** The largest number of questions that wait for their slot; further ones are refused at once. */
const MOST_WAITING = 1000;
/** The share of the slots that questions of lists have together; the others of them wait before they join equal questions. */
const LIST_SHARE = 1 / 2;

const QUEUE_FULL: CallFailure = {
  state: 'busy',
  error: 'connection_limit_reached',
  reason: reason('queue-full', { waiting: MOST_WAITING }),
};

const NO_SLOT_IN_TIME: CallFailure = {
  ...QUEUE_FULL,
  reason: reason('no-turn-in-time'),
};

/** A question that waits for a slot; `isPatient`: it is not refused, as it has begun, or waits as long as its list may. */
type Waiting = { sinceMs: number; isPatient: boolean; refuse(): void };

export function partnerQueue({ timeoutMs, maxConcurrency }: Options): PartnerQueue {
  const slots = pLimit(maxConcurrency);
  const times = slotTimes(() => maxConcurrency);
  /** In order of arrival. */
  const waiting = new Set<Waiting>();
  let polling: NodeJS.Timeout | undefined;

  /** Refuses the waiting questions whose answers cannot come in time any more. */
  function refuseLate(): void {
    const nowMs = performance.now();
    let ahead = 0;
    for (const one of waiting) {
      if (!one.isPatient && nowMs - one.sinceMs + times.expectedMs(ahead) > timeoutMs) one.refuse();
      else ahead++;
    }
    if (waiting.size > 0) return;
    clearInterval(polling);
    polling = undefined;
  }

  function whyNot(place: Place): CallFailure | undefined {
    if (waiting.size >= MOST_WAITING) return QUEUE_FULL;
    const isTooLate = !isPatient(place) && waiting.size > 0 && times.expectedMs(waiting.size) > timeoutMs;
    return isTooLate ? NO_SLOT_IN_TIME : undefined;
  }

  function wait(place: Place): Promise<Slot | NoSlot> {
    const { promise, resolve, reject } = Promise.withResolvers<Slot | NoSlot>();
    const { promise: over, resolve: endOver } = Promise.withResolvers<void>();
    const { signal } = place;
    const one = {
      ...{ sinceMs: performance.now(), isPatient: isPatient(place) },
      refuse() {
        leave();
        resolve({ failure: NO_SLOT_IN_TIME });
      },
    };
    function endWait(): void {
      waiting.delete(one);
      signal?.removeEventListener('abort', abort);
    }
    function leave(): void {
      endWait();
      endOver();
    }
    function abort(): void {
      leave();
      reject(signal?.reason);
    }
    waiting.add(one);
    polling ??= setInterval(refuseLate, QUEUE_POLL_MS).unref();
    signal?.addEventListener('abort', abort, { once: true });
    void slots(() => {
      if (!waiting.has(one)) return undefined;
      endWait();
      resolve({ end: endOver, release: endOver });
      return over;
    });
    return promise;
  }

  return {
    acquire(place) {
      const failure = whyNot(place);
      if (failure !== undefined) return Promise.resolve({ failure });
      if (place.signal?.aborted === true) return Promise.reject(place.signal.reason);
      return wait(place);
    },
    inList: pLimit(Math.max(1, Math.floor(maxConcurrency * LIST_SHARE))),
    takeIdle() {
      if (waiting.size > 0 || slots.activeCount >= maxConcurrency) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      void slots(() => promise);
      return { end: resolve, release: resolve };
    },
    noteRequest: times.begin,
  };
}

function isPatient({ yields, hasBegun }: Place): boolean {
  return yields === true || hasBegun === true;
}

/** The slots of one question that has begun. */
export type QuestionSlots = {
  /** Returns the slot with which the question began, once, for its first request; undefined if it was given back. */
  takeFirst(): Slot | undefined;
  /**
   * Waits for a slot for a further request.
   *
   * @throws the reason of the signal when that is aborted while waiting
   */
  acquire(signal: AbortSignal): Promise<Slot | NoSlot>;
  /**
   * Gives the slot back, at the end of the request under way if there is one; the next one takes a slot in order of arrival.
   * To be called before waiting for other questions: these may wait for a slot themselves.
   */
  giveBack(): void;
  /** Called when the question has ended; its slot ends with the last request. */
  end(): void;
};

type QuestionOptions = {
  queue: Pick<PartnerQueue, 'acquire' | 'takeIdle'>;
  /** The slot with which the question begins. */
  first: Slot;
  /** Whether anybody waits for the answer. */
  isAwaited: () => boolean;
};

/** Makes the slots of one question by the law of the queue. */
export function questionSlots({ queue, first, isAwaited }: QuestionOptions): QuestionSlots {
  /** The slot of the question, until it is given back. */
  let own: Slot | undefined = first;
  let isInUse = false;
  let hasBegun = false;
  let hasEnded = false;
  /** Whether the slot is to be given back when the request under way has ended. */
  let isWanted = false;
  /** Functions that let the waiting requests try again, in order of arrival. */
  const waiting = new Set<() => void>();

  function giveBack(): void {
    isWanted = isInUse;
    if (isInUse) return;
    const slot = own;
    own = undefined;
    slot?.end();
  }

  function serveNext(): void {
    const [next] = waiting;
    next?.();
  }

  /** Returns the slot of the question for one request. */
  function use(slot: Slot): Slot {
    isInUse = true;
    let isOver = false;
    function free(isReleased: boolean): void {
      if (isOver) return;
      isOver = true;
      isInUse = false;
      if (isReleased || hasEnded || isWanted || !isAwaited()) giveBack();
      if (own === slot) serveNext();
      else for (const tryAgain of waiting) tryAgain();
    }
    return { end: () => free(false), release: () => free(true) };
  }

  /** The next request may have it, too, once the queue knows that it is free. */
  function useIdle({ end, release }: Slot): Slot {
    const over = (free: () => void) => () => {
      free();
      if (waiting.size > 0) void promisesRun().then(serveNext);
    };
    return { end: over(end), release: over(release) };
  }

  function ownIsFree(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      waiting.delete(tryAgain);
      reject(signal.reason);
    };
    const tryAgain = () => {
      waiting.delete(tryAgain);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    waiting.add(tryAgain);
    signal.addEventListener('abort', abort, { once: true });
    return promise;
  }

  async function acquireInOrder(signal: AbortSignal): Promise<Slot | NoSlot> {
    const slot = await queue.acquire({ signal, hasBegun: true });
    if ('failure' in slot || own !== undefined) return slot;
    own = slot;
    return use(slot);
  }

  return {
    takeFirst() {
      if (hasBegun || own === undefined) return undefined;
      hasBegun = true;
      return use(own);
    },
    async acquire(signal) {
      hasBegun = true;
      while (own !== undefined) {
        // Whoever leaves in the moment of the slot lets the next one have it.
        if (signal.aborted) serveNext();
        signal.throwIfAborted();
        if (!isInUse) return use(own);
        const idle = queue.takeIdle();
        if (idle !== undefined) return useIdle(idle);
        await ownIsFree(signal);
      }
      return acquireInOrder(signal);
    },
    giveBack,
    end() {
      hasEnded = true;
      giveBack();
    },
  };
}
