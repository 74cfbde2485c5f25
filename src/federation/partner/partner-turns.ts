/**
 * The turns at one partner: so many requests at a time, and who waits is informed when the answer cannot come in time.
 */

import { reason } from '../../domain/federation/reasons.ts';
import { type LimiterStanding, turnQueue } from '../../lib/limiter.ts';
import type { CallFailure } from '../dialect/reply.ts';
import type { Turn } from './partner-query.ts';
import { QUEUE_LOOK_MS } from './times.ts';

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

/** How long the last turns of requests took, and so whether a further request can have its answer in time. */

/** Turns that ended longer ago say nothing of how fast a partner is now. */
const RECENT_MS = 10_000;
/** Fewer turns than this may have been slow by chance. */
const FEWEST_TURNS = 4;
/** After so long something can be said of a partner of which nothing was known, even where nothing has ended. */
const KNOWN_AFTER_MS = 1000;

type TurnTimes = {
  /** Notes that a turn begins; to be called again when it is over. */
  begin(): () => void;
  /**
   * The least time until a request has its answer, in milliseconds: as if a turn ended now, and all took as long as the
   * last ones did. 0 where too little is known.
   *
   * @param ahead requests that go first, of which some may have their turn in this moment
   */
  leastAnswerMs(ahead: number): number;
  /** The same for whoever waits at this moment, by the very last turns: the first of all open connections, and are slow. */
  leastWaits(): (ahead: number) => number;
};

/**
 * Measures how long the last turns took, and so whether a further request can have its answer in time.
 *
 * @param most turns at the same time
 */
function turnTimes(most: number): TurnTimes {
  const mostKnown = Math.max(2 * FEWEST_TURNS, 2 * most);
  /** The last ones, the oldest first. */
  const ended: { atMs: number; tookMs: number }[] = [];
  /** When those under way began, the oldest first. */
  const underWay = new Set<{ beganMs: number }>();

  function recentTurns(nowMs: number): readonly { atMs: number; tookMs: number }[] {
    while (ended[0] !== undefined && ended[0].atMs < nowMs - RECENT_MS) ended.shift();
    return ended;
  }

  /** 0 where too little is known. */
  function meanOf(turns: readonly { tookMs: number }[]): number {
    return turns.length < FEWEST_TURNS ? 0 : turns.reduce((sum, { tookMs }) => sum + tookMs, 0) / turns.length;
  }

  return {
    begin() {
      const beganMs = performance.now();
      const turn = { beganMs };
      underWay.add(turn);
      return () => {
        underWay.delete(turn);
        const atMs = performance.now();
        ended.push({ atMs, tookMs: atMs - beganMs });
        if (ended.length > mostKnown) ended.shift();
      };
    },
    leastAnswerMs(ahead) {
      const turnMs = meanOf(recentTurns(performance.now()));
      return (Math.max(0, ahead + underWay.size - most) * turnMs) / most + turnMs;
    },
    leastWaits() {
      const nowMs = performance.now();
      const recent = recentTurns(nowMs);
      const [oldest] = recent;
      const lasting = [...underWay].map(({ beganMs }) => ({ tookMs: nowMs - beganMs }));
      const knownForMs = oldest === undefined ? (lasting[0]?.tookMs ?? 0) : nowMs - oldest.atMs + oldest.tookMs;
      if (recent.length < mostKnown && knownForMs < KNOWN_AFTER_MS) return () => 0;
      const last = recent.slice(-Math.max(most, FEWEST_TURNS));
      const turnMs = meanOf(last.length < FEWEST_TURNS ? [...last, ...lasting] : last);
      // Whole turns: what is under way ends now, and so many more begin together.
      return (ahead) => (Math.floor(ahead / most) + 1) * turnMs;
    },
  };
}
