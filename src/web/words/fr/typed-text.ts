/** French words about a text that was typed into the search box. */

import type { AllWords } from '../words.ts';

export const typedText = {
  typed: (called: string) => `Vous avez écrit ${called}.`,
  omitted: 'Les autres mots de votre texte n’ont pas été cherchés.',
  searched: { people: 'Cherché parmi les noms de personnes.', interests: 'Cherché parmi les intérêts de recherche.' },
  variantAlone: 'Un variant sans son gène. Écrivez le gène.',
  listInAddress:
    'Plusieurs gènes ne sont pas lus dans une adresse, où d’autres pourraient les lire. Appuyez sur Rechercher pour les trouver.',
  nothingTyped: 'Saisissez un gène, une maladie, un identifiant ou un nom.',
  tooLong: (found: number, most: number) => `Le texte compte ${found} caractères, mais ${most} au plus sont lus.`,
} satisfies AllWords['typedText'];
