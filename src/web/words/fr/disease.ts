/** What the page of a disease or a phenotype says in French. */

import type { AllWords } from '../words.ts';

export const disease = {
  genesTitle: 'Gènes',
  tiedBy: (from: string) => `Associés par ${from}.`,
  anyOf: (count: number) =>
    count === 1 ? 'Qui travaille sur ce gène' : `Qui travaille sur l’un de ces ${count} gènes`,
  associations: 'Type d’association :',
  kinds: { MENDELIAN: 'mendélienne', POLYGENIC: 'polygénique', UNKNOWN: 'type inconnu' },
  firstOf: (shown: number, all: number) => `Les ${shown} premiers de ${all} gènes.`,
  otherNames: (from: string) => `Autres noms (${from}) :`,
  peopleOf: (name: string) => `Personnes qui travaillent sur les gènes de ${name}`,
  alsoCalled: 'Aussi répertorié comme',
  interests: (name: string) => `Personnes qui parlent de « ${name} »`,
} satisfies AllWords['disease'];
