/** French words of the widget. */

import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import { order, person, quoted } from '../people/words.fr.ts';
import { completeness } from '../words/completeness.fr.ts';
import { taxa } from '../words/taxa.fr.ts';
import type { Widened } from '../words/words.ts';
import type { widget as english } from './words.en.ts';

export const widget = {
  lang: 'fr',
  asking: 'Les registres sont interrogés…',
  caption: (symbol: string) => `Qui travaille sur ${symbol}`,
  nobody: 'Personne n’a été trouvé.',
  noName: 'Nom non indiqué',
  whole: 'La recherche complète',
  missing: 'Cet élément nécessite les attributs symbol et taxon-id.',
  failed: 'Le registre n’a pas pu être interrogé.',
  cut: 'La connexion s’est rompue avant la fin de la réponse.',
  /** It gives no reasons, only states: the words of all reasons would be as large as the rest of the widget. */
  completeness: ({ origins }) => completenessSentenceIn(completeness, origins),
  person: { ...person, ...order },
  quoted,
  why: 'pourquoi ici ?',
  whyOf: (name: string) => `pourquoi ici ? ${name}`,
  reasons: {
    'works-now': 'travaille actuellement sur le gène',
    'worked-before': 'a travaillé sur le gène ; les personnes qui y travaillent viennent avant',
    named: 'affiche son nom',
    withheld: 'n’affiche pas son nom ; celles qui l’affichent viennent avant',
    'asked-gene': 'travaille sur le gène demandé',
    ortholog: 'travaille sur un orthologue ; le gène lui-même vient avant',
    'principal-investigator': 'est chercheur principal',
    name: 'à égalité, l’ordre suit le nom de famille',
  },
  taxa,
} satisfies Widened<typeof english>;
