/** French words about the completeness of an answer. */

import type { CompletenessWords } from '../../domain/federation/completeness.ts';
import type { OriginState } from '../../domain/federation/origin.ts';
import { isOne } from './plurals.fr.ts';

const STATES = {
  answered: 'a répondu',
  empty: 'n’a trouvé personne',
  limited: 'a répondu en partie',
  'unknown-term': 'ne connaît pas ce qui est demandé',
  unsupported: 'ne sait pas traiter cette question',
  stale: 'a échoué, une réponse antérieure est affichée',
  'timed-out': 'n’a pas répondu à temps',
  unreachable: 'n’a pas pu être joint',
  failed: 'n’a donné aucune réponse utilisable',
  refused: 'a refusé de répondre',
  busy: 'est occupé',
  resting: 'est en pause après des échecs',
  'not-asked': 'n’a pas été interrogé',
} satisfies Record<OriginState, string>;

/** The plural of states that several registries may share. */
const OF_SEVERAL: Partial<Record<OriginState, string>> = {
  'unknown-term': 'ne connaissent pas ce qui est demandé',
  'not-asked': 'n’ont pas été interrogés',
};

export const completeness = {
  nextClause: ' ; ',
  noneQueried: 'Aucun registre n’a été interrogé',
  oneAnswered: (registry) => `${registry} a répondu`,
  oneSilent: 'Le seul registre choisi n’a pas répondu',
  noneAnswered: (queried) => `Aucun des ${queried} registres n’a répondu`,
  someAnswered: (answered, queried) =>
    isOne(answered)
      ? `${answered} registre sur ${queried} a répondu`
      : `${answered} registres sur ${queried} ont répondu`,
  bothAnswered: 'Les deux registres ont répondu',
  allAnswered: (queried) => `Les ${queried} registres ont tous répondu`,
  manyOmitted: (count) => `${count} autres n’ont pas été interrogés`,
  listed: (names) => new Intl.ListFormat('fr').format(names),
  /** Depends on the state only; the reasons have their words in `reasons.ts`. */
  reasonOf: (_problem, state, isOfSeveral) => (isOfSeveral ? OF_SEVERAL[state] : undefined) ?? STATES[state],
  shownAsOf: (clause, time) => `${clause}, sa réponse du ${time} est affichée`,
  states: STATES,
} satisfies CompletenessWords & { states: Record<OriginState, string> };
