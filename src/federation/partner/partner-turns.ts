/**
 * The turns at one partner: so many requests at a time, and who waits is informed when the answer cannot come in time.
 */

import { reason } from '../../domain/federation/reasons.ts';
import { type LimiterStanding, turnQueue } from '../../lib/limiter.ts';
import type { CallFailure } from '../dialect/reply.ts';
import type { Turn } from './partner-query.ts';
import { QUEUE_LOOK_MS } from './times.ts';
import { turnTimes } from './turn-times.ts';

export type NoTurn = { failure: CallFailure };

export type PartnerTurns = {
  /**
   * Waits for a turn, or answers why there is none.
   *
   * @throws the reason of the signal when that is aborted while waiting
   */
  take(standing: LimiterStanding): Promise<Turn | NoTurn>;
};

type Options = {
  /** How long somebody waits for a request and its turn: one that cannot be answered by then is refused at once. */
  timeoutMs: number;
  /** At the same time. */
  maxConcurrency: number;
};

/** Requests that wait for their turn; further ones are refused at once. */
const MOST_WAITING = 1000;

const QUEUE_FULL: CallFailure = {
  state: 'busy',
  error: 'connection_limit_reached',
  reason: reason('queue-full', { waiting: MOST_WAITING }),
};

const NO_TURN_IN_TIME: CallFailure = {
  ...QUEUE_FULL,
  reason: reason('no-turn-in-time'),
};

/** Somebody who waits for a turn. */
type Waiting = { sinceMs: number; refuse(): void };

export function partnerTurns({ timeoutMs, maxConcurrency }: Options): PartnerTurns {
  // One that lets others go first would keep nobody waiting for long: half of the turns are never theirs.
  const wait = turnQueue(maxConcurrency, Math.max(1, Math.floor(maxConcurrency / 2)));
  const times = turnTimes(maxConcurrency);
  let waiting = 0;
  /** Of these, further requests of questions that have begun: they go before all others. */
  let begun = 0;
  /** And the questions behind them that let no others go first, in their order. */
  const inOrder = new Set<Waiting>();
  let looking: NodeJS.Timeout | undefined;

  /** Who waits is informed as soon as the queue knows that the answer cannot come in time. */
  function refuseLate(): void {
    const nowMs = performance.now();
    const leastWaitMs = times.leastWaits();
    let ahead = begun;
    for (const one of inOrder) {
      if (nowMs - one.sinceMs + leastWaitMs(ahead) > timeoutMs) one.refuse();
      else ahead++;
    }
    if (inOrder.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  function openTurn(giveBack: () => void): Turn {
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
    take(standing) {
      const { promise, resolve, reject } = Promise.withResolvers<Turn | NoTurn>();
      const yields = standing.pace?.yields() === true;
      const isBegun = !yields && standing.hasBegun === true;
      const isInOrder = !yields && !isBegun;
      const refusal = refusalFor(isInOrder);
      if (refusal !== undefined) return Promise.resolve({ failure: refusal });
      if (standing.signal?.aborted === true) return Promise.reject(standing.signal.reason);
      const place: Waiting = {
        sinceMs: performance.now(),
        refuse() {
          leave();
          endWaiting();
          resolve({ failure: NO_TURN_IN_TIME });
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
        looking ??= setInterval(refuseLate, QUEUE_LOOK_MS).unref();
      }
      function begin(giveBack: () => void): void {
        endWaiting();
        resolve(openTurn(giveBack));
      }
      function left(why: unknown): void {
        endWaiting();
        reject(why);
      }
      const leave = wait(begin, left, standing);
      return promise;
    },
  };

  function refusalFor(isInOrder: boolean): CallFailure | undefined {
    if (waiting >= MOST_WAITING) return QUEUE_FULL;
    const ahead = begun + inOrder.size;
    return isInOrder && ahead > 0 && times.leastAnswerMs(ahead) > timeoutMs ? NO_TURN_IN_TIME : undefined;
  }
}
