/** French words of the page of a disease or a phenotype. */

import type { AllWords } from '../words.ts';

export const disease = {
  genesTitle: 'Gènes',
  tiedBy: (from: string) => `Associés par ${from}.`,
  anyOf: (count: number) =>
    count === 1 ? 'Qui travaille sur ce gène' : `Qui travaille sur l’un de ces ${count} gènes`,
  associations: (source: string) => `Type d’association (${source}) :`,
  kinds: {
    ...{ MENDELIAN: 'mendélienne', POLYGENIC: 'polygénique', UNKNOWN: 'type inconnu' },
    'Disease-causing germline mutation(s) in': 'causée par des variants germinaux',
    'Disease-causing germline mutation(s) (loss of function) in': 'causée par une perte de fonction',
    'Disease-causing germline mutation(s) (gain of function) in': 'causée par un gain de fonction',
    'Disease-causing somatic mutation(s) in': 'causée par des variants somatiques',
    'Major susceptibility factor in': 'facteur majeur de prédisposition',
    'Modifying germline mutation in': 'modifiée par des variants germinaux',
    'Part of a fusion gene in': 'partie d’un gène de fusion',
    'Role in the phenotype of': 'rôle dans le phénotype',
    'Candidate gene tested in': 'gène candidat',
    'Biomarker tested in': 'biomarqueur',
  },
  firstOf: (shown: number, all: number) => `Les ${shown} premiers de ${all} gènes.`,
  otherNames: (from: string) => `Autres noms (${from}) :`,
  peopleOf: (name: string) => `Personnes qui travaillent sur les gènes de ${name}`,
  alsoCalled: 'Aussi répertorié comme',
  interests: (name: string) => `Personnes qui parlent de « ${name} »`,
} satisfies AllWords['disease'];
