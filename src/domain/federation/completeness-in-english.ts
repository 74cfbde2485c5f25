/** The English words of the completeness sentence, for pages and for programs. */

import type { CompletenessWords } from './completeness.ts';
import { commonTitle } from './unknown-in-english.ts';

export const COMPLETENESS_IN_ENGLISH: CompletenessWords = {
  nextClause: '; ',
  noneQueried: 'No registry was asked',
  oneAnswered: (registry) => `${registry} answered`,
  oneSilent: 'The one registry chosen did not answer',
  noneAnswered: (queried) => `None of ${queried} registries answered`,
  someAnswered: (answered, queried) => `${answered} of ${queried} registries answered`,
  bothAnswered: 'Both registries answered',
  allAnswered: (queried) => `All ${queried} registries answered`,
  manyOmitted: (count) => `${count} others were not asked`,
  listed: (names) => new Intl.ListFormat('en-GB').format(names),
  reasonOf: (problem, _state, isOfSeveral) =>
    (isOfSeveral && problem !== null ? commonTitle(problem) : undefined) ?? problem?.title ?? 'gave no full answer',
  shownAsOf: (clause, time) => `${clause} and is shown as of ${time}`,
};
