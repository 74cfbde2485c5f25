/** The sentence above every answer, such as `4 of 5 registries answered; Partner B did not answer within 3 s.` */

import {
  type CompletenessClause,
  type CompletenessWords,
  completenessClauses,
  type OriginOutcome,
} from './completeness.ts';
import { COMPLETENESS_IN_ENGLISH } from './completeness-in-english.ts';

/** Returns the completeness sentence in a language. @param remarks further clauses, in the same language */
export function completenessSentenceIn(
  words: CompletenessWords,
  origins: readonly OriginOutcome[],
  remarks: readonly string[] = [],
): string {
  const clauses = completenessClauses(origins).map((clause) => clauseIn(words, clause));
  return `${[...clauses, ...remarks].join(words.nextClause)}.`;
}

/** Returns the completeness sentence in English, for programs and citations. */
export function completenessSentence(origins: readonly OriginOutcome[], remarks: readonly string[] = []): string {
  return completenessSentenceIn(COMPLETENESS_IN_ENGLISH, origins, remarks);
}

function clauseIn(words: CompletenessWords, clause: CompletenessClause): string {
  switch (clause.kind) {
    case 'count':
      return countIn(words, clause);
    case 'origin': {
      const { names, state, problem, shownAsOf } = clause;
      const text = `${words.listed(names)} ${words.reasonOf(problem, state, names.length > 1)}`;
      if (shownAsOf === undefined) return text;
      return words.shownAsOf(text, `${shownAsOf.slice(0, 16).replace('T', ' ')} UTC`);
    }
    case 'many-left-out':
      return words.manyOmitted(clause.count);
  }
}

type Count = Extract<CompletenessClause, { kind: 'count' }>;

function countIn(words: CompletenessWords, { answered, queried, only }: Count): string {
  if (queried === 0) return words.noneQueried;
  if (only !== undefined) return words.oneAnswered(only);
  if (queried === 1) return words.oneSilent;
  if (answered === 0) return words.noneAnswered(queried);
  if (answered < queried) return words.someAnswered(answered, queried);
  return queried === 2 ? words.bothAnswered : words.allAnswered(queried);
}
