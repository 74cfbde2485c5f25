/** What feeds say in French, and the line that leads to them. */

export const feed = {
  tellMe: 'Être prévenu quand quelqu’un de nouveau apparaît :',
  link: 'flux',
  title: (question: string, registry: string) => `${question} · ${registry}`,
  about:
    'Une entrée par personne trouvée, les dernières arrivées d’abord. Une personne qui se retire disparaît de ce flux.',
  partly: (registries: string) => `Il peut manquer des personnes : pas de réponse entière cette fois de ${registries}.`,
  notKept: 'Ce registre garde déjà autant de flux que permis : toutes les personnes portent la date du jour.',
  newest: (shown: number, all: number) => `Les ${shown} dernières arrivées, sur ${all}.`,
  recordOf: (registry: string) => `Fiche de ${registry}`,
  worksOn: (genes: string) => `Travaille sur ${genes}`,
};
