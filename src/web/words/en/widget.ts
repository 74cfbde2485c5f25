/** What the widget says in English. */

import type { End } from '../../../client/federated-answers.ts';
import { person } from './person.ts';

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
  /** How complete the answer is. */
  completeness: ({ summary }: Pick<End, 'summary' | 'origins'>) => summary,
  person,
  taxa: {} as Readonly<Record<string, string>>,
};
