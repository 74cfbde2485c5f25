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
  cut: 'The connection broke, so the answer is incomplete.',
  /** The completeness of the answer. */
  completeness: ({ summary }: Pick<End, 'summary' | 'origins'>) => summary,
  person: { ...person, ...order },
  quoted,
  why: 'why here?',
  whyOf: (name: string) => `why here? ${name}`,
  reasons: {
    'works-now': 'works on the gene now',
    'worked-before': 'has worked on the gene; people who work on it now come first',
    named: 'shows their name',
    withheld: 'does not show their name; people who do come first',
    'asked-gene': 'works on the gene asked for',
    ortholog: 'works on an ortholog; people who work on the gene itself come first',
    'principal-investigator': 'is a principal investigator',
    name: 'otherwise equal, so the last name decides',
  } satisfies Record<OrderReason, string>,
  taxa: {} as Readonly<Record<string, string>>,
};
