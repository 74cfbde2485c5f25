/** Ends the questions of a check after two silences in a row, and when the registry asks to wait. */

import type { CallOutcome } from '../dialect/reply.ts';
import type { PartnerAnswer } from '../partner/partner-query.ts';

export type CheckPace = {
  /** Why no more questions are put; undefined while they may be. */
  readonly why: string | undefined;
  noteAnswer(answer: PartnerAnswer): void;
  note(outcome: CallOutcome): void;
};

const MOST_SILENT = 2;

export function openPace(): CheckPace {
  let silent = 0;
  let why: string | undefined;

  function noteSilence(isSilent: boolean): void {
    silent = isSilent ? silent + 1 : 0;
    if (silent >= MOST_SILENT) why ??= `${MOST_SILENT} questions before it had no answer`;
  }

  return {
    get why() {
      return why;
    },
    noteAnswer({ failure }) {
      noteSilence(failure?.about === 'no-reply' || failure?.state === 'timed-out');
      if (failure?.about === 'too-many') why ??= 'it asked us to wait';
    },
    note(outcome) {
      noteSilence('failure' in outcome);
      if ('reply' in outcome && outcome.reply.status === 429) why ??= 'it asked us to wait';
    },
  };
}
