/** What the page says in French of how complete an answer is. */

export const completeness = {
  nextClause: ' ; ',
  states: {
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
    resting: 'n’est pas interrogé pour un moment, après des échecs',
    'not-asked': 'n’a pas été interrogé',
  },

  noneAsked: 'Aucun registre n’a été interrogé',
  oneAnswered: (registry: string) => `${registry} a répondu`,
  oneSilent: 'Le seul registre choisi n’a pas répondu',
  noneAnswered: (asked: number) => `Aucun des ${asked} registres n’a répondu`,
  someAnswered: (answered: number, asked: number) =>
    answered === 1 ? `1 registre sur ${asked} a répondu` : `${answered} registres sur ${asked} ont répondu`,
  bothAnswered: 'Les deux registres ont répondu',
  allAnswered: (asked: number) => `Les ${asked} registres ont tous répondu`,
  shownAsOf: (clause: string, time: string) => `${clause}, son état du ${time} est affiché`,
  listed: (names: readonly string[]) => new Intl.ListFormat('fr').format(names),
  manyLeftOut: (count: number) => `${count} autres n’ont pas été interrogés`,
};
