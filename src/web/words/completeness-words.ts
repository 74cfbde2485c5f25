/** The sentence of completeness in the reader's language: the clauses of the answer, each in the words of the page. */

import {
  type CompletenessClause,
  completenessClauses,
  completenessSentence,
} from '../../domain/federation/completeness.ts';
import type { Origin } from '../../domain/federation/origin.ts';
import { momentIn } from './dates.ts';
import type { completeness } from './en/completeness.ts';
import type { Widened, Words } from './words.ts';

/** The words that it takes. */
export type CompletenessWords = Widened<typeof completeness> & Pick<Words, 'reasonOf' | 'remarkOf'>;

type Count = Extract<CompletenessClause, { kind: 'count' }>;

type ToldOrigin = Pick<Origin, 'origin' | 'state' | 'retrievedAt' | 'problem'>;

/** Such as `4 registres sur 5 ont répondu ; Partner B n’a pas répondu à temps.` In English it is that of the answer. */
export function completenessSentenceIn(
  words: CompletenessWords,
  origins: readonly ToldOrigin[],
  remarks: readonly string[] = [],
): string {
  const clauses = completenessClauses(origins).map((clause) => clauseIn(words, clause));
  return `${[...clauses, ...remarks.map(words.remarkOf)].join(words.nextClause)}.`;
}

/** The same of a page that may have more to tell than its origins do. @param summary as the answer gives it */
export function answerSentenceIn(
  words: CompletenessWords,
  { summary, origins }: { summary: string; origins: readonly ToldOrigin[] },
): string {
  const ofOrigins = completenessSentence(origins).slice(0, -1);
  const remarks = summary.slice(ofOrigins.length, -1).split('; ').slice(1);
  return completenessSentenceIn(words, origins, remarks);
}

function clauseIn(words: CompletenessWords, clause: CompletenessClause): string {
  switch (clause.kind) {
    case 'count':
      return countIn(words, clause);
    case 'origin': {
      const reason = `${words.listed(clause.names)} ${words.reasonOf(words.states[clause.state], clause.title)}`;
      return clause.shownAsOf === undefined ? reason : words.shownAsOf(reason, momentIn(clause.shownAsOf));
    }
    case 'many-left-out':
      return words.manyLeftOut(clause.count);
  }
}

function countIn(words: CompletenessWords, { answered, asked, only }: Count): string {
  if (asked === 0) return words.noneAsked;
  if (only !== undefined) return words.oneAnswered(only);
  if (asked === 1) return words.oneSilent;
  if (answered === 0) return words.noneAnswered(asked);
  if (answered < asked) return words.someAnswered(answered, asked);
  return asked === 2 ? words.bothAnswered : words.allAnswered(asked);
}
