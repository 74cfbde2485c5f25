/** A question while its partner is asked: its turns, what has come for it so far, and the first word about it. */

import type { Pace } from '../../lib/limiter.ts';
import type { PartnerAnswer, ReplyHead, Turn, UnderWay } from './partner-query.ts';

type Options = {
  /** Undefined: its first request takes a turn as any other. */
  turn: Turn | undefined;
  pace: Pace | undefined;
  onEarly: (early: PartnerAnswer<never>) => void;
};

export function underWay({ turn, pace, onEarly }: Options): UnderWay {
  const replies: ReplyHead[] = [];
  let first = turn;
  let isAnswered = false;
  let bodyBytes = 0;
  return {
    firstTurn() {
      const mine = first;
      first = undefined;
      return mine;
    },
    isAhead: () => turn !== undefined && !isAnswered,
    pace,
    noteBytes(count) {
      bodyBytes += count;
    },
    bodyBytes: () => bodyBytes,
    noteReply: ({ status, publicView }) => void replies.push({ status, publicView }),
    replies: () => replies,
    answerEarly(early) {
      if (isAnswered) return;
      isAnswered = true;
      onEarly(early);
    },
    end() {
      first?.end();
      first = undefined;
    },
  };
}

/** The same for requests of it that are not noted. */
export function withoutEarlyAnswer(one: UnderWay | undefined): UnderWay | undefined {
  return one && { ...one, answerEarly: () => undefined };
}
