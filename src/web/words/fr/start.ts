/** French words of the start page. */

export const start = {
  moreOptions: 'Autres façons de chercher',
  changeSearch: 'Modifier la recherche',
  examples: 'Par exemple',
  exampleDisease: 'syndrome de Dravet',
  exampleKinds: {
    symbol: 'symbole de gène',
    identifier: 'identifiant Ensembl',
    disease: 'maladie',
    variant: 'variant',
  },
  queried: (registries: number) =>
    registries === 1 ? 'Un registre est interrogé' : `${registries} registres sont interrogés`,
  organisms: 'Organismes',
  trials: 'À essayer',
  trialKinds: {
    slow: { title: 'Un registre lent', means: 'ses fiches arrivent quand il répond' },
    down: { title: 'Un registre en panne', means: 'la réponse le dit ; interrogez-le à nouveau' },
    withheld: { title: 'Un nom non communiqué', means: 'demandez l’accès' },
    list: { title: 'Une liste de gènes', means: 'les candidats d’un exome' },
  },
};
