/** French words of the search box. */

import type { Words } from '../words.ts';

export const box = {
  label: 'Gène, maladie, identifiant ou personne',
  placeholder: 'KCNQ2, unc-13, ENSG00000075043, syndrome de Dravet',

  groups: { gene: 'Gènes', disease: 'Maladies', term: 'Phénotypes et autres termes', search: 'Recherches' },
  reasons: {
    identifier: (matched: string) => `identifiant ${matched}`,
    symbol: (matched: string) => `symbole ${matched}`,
    alias: (matched: string) => `alias ${matched}`,
    name: (matched: string) => `nom : ${matched}`,
    designation: (matched: string) => `aussi appelé ${matched}`,
    beginning: (matched: string) => `commence par : ${matched}`,
    words: (matched: string) => `tous les mots correspondent : ${matched}`,
    'some-words': (matched: string) => `certains mots correspondent : ${matched}`,
    'symbol-in-text': (matched: string) => `${matched} figure dans le texte`,
    'spelled-alike': (matched: string) => `orthographe proche : ${matched}`,
  },
  reasonsAlone: {
    identifier: 'identifiant',
    symbol: 'symbole',
    alias: 'alias',
    name: 'nom',
    designation: 'nom',
    beginning: 'commence ainsi',
    words: 'tous les mots correspondent',
    'some-words': 'certains mots correspondent',
    'symbol-in-text': 'figure dans le texte',
    'spelled-alike': 'orthographe proche',
  },
  geneOf: (disease: string, from: string) => `gène de ${disease}, ${from}`,
  genesOf: (count: number, from: string) => (count <= 1 ? `${count} gène, ${from}` : `${count} gènes, ${from}`),
  didYouMean: 'Vouliez-vous dire… ?',
  peopleCalled: (text: string) => `Chercher des personnes nommées « ${text} »`,
  interestsWith: (text: string) => `Chercher « ${text} » dans les intérêts de recherche`,
} satisfies Words['box'];
