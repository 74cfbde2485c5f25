/** The state of a question while its partner is asked: its first turn, the replies so far, and whether readers still wait. */

import type { Pace } from '../../lib/limiter.ts';
import type { PartnerAnswer, ReplyHead, Turn, UnderWay } from './partner-query.ts';

type Options = {
  /** The first turn; undefined: the first request takes a turn as any other. */
  turn: Turn | undefined;
  pace: Pace | undefined;
  isAwaited: () => boolean;
  onEarly: (early: PartnerAnswer<never>) => void;
};

export function underWay({ turn, pace, isAwaited, onEarly }: Options): UnderWay {
  const replies: ReplyHead[] = [];
  let first = turn;
  return {
    firstTurn() {
      const mine = first;
      first = undefined;
      return mine;
    },
    isAhead: () => turn !== undefined && isAwaited(),
    pace,
    noteReply: ({ status, publicView }) => void replies.push({ status, publicView }),
    replies: () => replies,
    answerEarly: onEarly,
    end() {
      first?.end();
      first = undefined;
    },
  };
}

/** Returns the same state, for requests that must not give readers an early answer. */
export function withoutEarlyAnswer(one: UnderWay | undefined): UnderWay | undefined {
  return one && { ...one, answerEarly: () => undefined };
}
