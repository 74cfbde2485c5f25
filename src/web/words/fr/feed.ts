/** French words of feeds, and of the line that links to them. */

export const feed = {
  notifyMe: 'Être prévenu quand quelqu’un de nouveau apparaît :',
  link: 'flux',
  title: (question: string, registry: string) => `${question} · ${registry}`,
  about:
    'Une entrée par personne trouvée, les dernières arrivées d’abord. Une personne qui se retire disparaît de ce flux.',
  partly: (registries: string) => `Il peut manquer des personnes : pas de réponse entière cette fois de ${registries}.`,
  notStored:
    'Ce registre garde déjà autant de flux que permis : celui-ci est établi avec ce dont il dispose, aucun autre registre n’est interrogé, et toutes les personnes portent la date du jour.',
  month: (month: string) => `Qui a répondu en ${month}`,
  whole(whole: number, all: number) {
    if (all === 1) return `Le seul registre ${whole === 1 ? 'répond entièrement' : 'ne donne pas de réponse entière'}.`;
    if (whole === all) return `Les ${all} registres répondent entièrement.`;
    return `${whole} ${whole < 2 ? 'registre' : 'registres'} sur ${all} ${whole < 2 ? 'répond' : 'répondent'} entièrement.`;
  },
  silent: (registry: string, since: string) => `${registry} ne donne plus de réponse entière depuis ${since}.`,
  certifies: (registry: string, since: string, isNobody: boolean) =>
    `${registry}, silencieux depuis ${since}, ${isNobody ? 'certifie maintenant n’avoir personne' : 'répond maintenant entièrement'}.`,
  newest: (shown: number, all: number) => `Les ${shown} dernières arrivées, sur ${all}.`,
  recordOf: (registry: string) => `Fiche de ${registry}`,
  worksOn: (genes: string) => `Travaille sur ${genes}`,
};
