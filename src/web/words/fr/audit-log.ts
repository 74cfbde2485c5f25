/** French words of the page for administrators: questions to other registries, and partners over time. */

export const auditLog = {
  heading: 'Questions aux autres registres',
  about: (days: number) =>
    `Elles sont conservées ${days < 2 ? `${days} jour` : `${days} jours`}, sans ce qui a été demandé ni par qui.`,
  aboutWithText: (days: number) =>
    `Elles sont conservées ${days < 2 ? `${days} jour` : `${days} jours`}, avec ce qui a été demandé et le compte.`,
  notStored: 'Elles ne sont pas conservées (audit-log.keep-days vaut 0).',
  trouble: 'Les questions ne peuvent pas être conservées en ce moment ; le journal dit pourquoi.',
  omitted: (count: number) =>
    count < 2
      ? 'Une question manque : son jour était plein.'
      : `${count} questions manquent : leurs jours étaient pleins.`,
  anyRegistry: 'Tous',
  state: 'Résultat chez lui',
  anyState: 'Tous',
  day: 'Jour (UTC)',
  show: 'Afficher',
  older: 'Plus anciennes',
  none: 'Aucune question.',
  columns: { at: 'Quand', kind: 'Question', viewer: 'De', outcome: 'Résultat', taken: 'Dernière réponse' },
  kinds: {
    'genes-search': 'recherche par gène',
    'users-search': 'recherche par personne',
    'genes-list': 'liste de gènes',
    'users-list': 'liste de personnes',
    user: 'profil',
    'anonymous-user': 'personne dont le nom est retenu',
    'anonymous-gene': 'gène d’une personne dont le nom est retenu',
    stats: 'statistiques',
    terms: 'termes d’une ontologie',
    'gene-list': 'plusieurs gènes à la fois',
  },
  viewers: {
    public: 'tout le monde',
    member: 'un compte',
    service: 'un compte de service',
    admin: 'un administrateur',
    partner: 'un administrateur d’un partenaire',
  },
  outcomes: {
    complete: 'complète',
    incomplete: 'incomplète',
    left: 'le lecteur était parti',
    failed: 'finie par une erreur',
  },
  records: (count: number) => (count < 2 ? `${count} fiche` : `${count} fiches`),
  caches: { hit: 'conservée d’avant', shared: 'avec une autre question', stale: 'conservée d’avant' },
  question: 'Ce qui a été demandé',
  daysOf: (registry: string) => `${registry}, jour par jour`,
  dayColumns: {
    day: 'Jour',
    questions: 'Interrogé',
    answered: 'A répondu',
    mean: 'En moyenne',
    slowest: 'Au plus lent',
    failures: 'Échecs',
  },
  noDays: 'Il n’a pas été interrogé ces jours-là.',
};
