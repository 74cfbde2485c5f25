/** English words of the widget. */

import type { End } from '../../client/answers.ts';
import type { OrderReason } from '../../domain/people/order.ts';
import { order, person, quoted } from '../people/words.en.ts';

export const widget = {
  lang: 'en',
  asking: 'Asking the registries…',
  caption: (symbol: string) => `Researchers who work on ${symbol}`,
  nobody: 'Nobody was found.',
  noName: 'Name not given',
  whole: 'The whole search',
  missing: 'This element needs the attributes symbol and taxon-id.',
  failed: 'The registry could not be asked.',
  cut: 'The connection broke before the answer was whole.',
  /** The completeness of the answer. */
  completeness: ({ summary }: Pick<End, 'summary' | 'origins'>) => summary,
  person: { ...person, ...order },
  quoted,
  why: 'why here?',
  whyOf: (name: string) => `why here? ${name}`,
  reasons: {
    'works-now': 'works on the gene now',
    'worked-before': 'has worked on the gene; who works on it now comes first',
    named: 'shows the name',
    withheld: 'withholds the name; who shows it comes first',
    'asked-gene': 'works on the gene asked for',
    ortholog: 'works on a counterpart of the gene; who works on the gene itself comes first',
    'principal-investigator': 'is a principal investigator',
    name: 'among equals, the last name decides',
  } satisfies Record<OrderReason, string>,
  taxa: {} as Readonly<Record<string, string>>,
};
