/** French words of the page and the widget about a person, and about the order of people. */

import { isOne } from '../words/plurals.fr.ts';
import type { Widened } from '../words/words.ts';
import type { person as english, order as englishOrder } from './words.en.ts';

/** A name from elsewhere in quotation marks. The caller must make it fit for a sentence first. */
export const quoted = (name: string) => `« ${name} »`;

export const person = {
  worksNow: 'y travaille',
  workedBefore: 'y a travaillé',
  nearName: 'nom proche',
  withheld: (registry) => `Nom non communiqué par ${registry}`,
  access: 'Demander l’accès',
  accessTo: (registry) => `Demander l’accès à cette personne de ${registry}`,
  others: (count: number) => (isOne(count) ? 'et 1 autre' : `et ${count} autres`),
  showMore: (more, left) =>
    more === left ? `Afficher les ${left} dernières` : `En afficher ${more} de plus sur ${left}`,
} satisfies Widened<typeof english>;

/** Words about the order of people. */
export const order = {
  whyOrder: 'Pourquoi cet ordre ?',
  rule: 'Les personnes qui travaillent actuellement sur le gène viennent en premier. Viennent ensuite celles dont le nom est affiché, le gène lui-même avant ses orthologues, les chercheurs principaux, puis les noms de famille de A à Z.',
  legend:
    '« Y travaille » et « y a travaillé » sont ce que les personnes disent d’elles-mêmes dans leur registre (niveaux 1 et 2).',
} satisfies Widened<typeof englishOrder>;
