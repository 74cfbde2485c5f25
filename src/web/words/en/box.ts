/** English words of the search box. */

import type { NamedBy } from '../../../domain/resolve/candidate.ts';

export const box = {
  label: 'Gene, disease, identifier or person',
  placeholder: 'KCNQ2, unc-13, ENSG00000075043, Dravet syndrome',

  groups: { gene: 'Genes', disease: 'Diseases', term: 'Phenotypes and other terms', search: 'Searches' },
  reasons: {
    identifier: (matched: string) => `identifier ${matched}`,
    symbol: (matched: string) => `symbol ${matched}`,
    alias: (matched: string) => `alias ${matched}`,
    name: (matched: string) => `name: ${matched}`,
    designation: (matched: string) => `also called ${matched}`,
    beginning: (matched: string) => `starts with: ${matched}`,
    words: (matched: string) => `matches all words of: ${matched}`,
    'some-words': (matched: string) => `matches some words of: ${matched}`,
    'symbol-in-text': (matched: string) => `${matched} is in the text`,
    'spelled-alike': (matched: string) => `similar spelling: ${matched}`,
  } satisfies Record<NamedBy | 'spelled-alike', (matched: string) => string>,
  /** For a match that is shown beside the reason. */
  reasonsAlone: {
    identifier: 'identifier',
    symbol: 'symbol',
    alias: 'alias',
    name: 'name',
    designation: 'name',
    beginning: 'starts with it',
    words: 'matches all words',
    'some-words': 'matches some words',
    'symbol-in-text': 'is in the text',
    'spelled-alike': 'similar spelling',
  } satisfies Record<NamedBy | 'spelled-alike', string>,
  /** `from` is the source with its release: `HPO 2025-01-16`. */
  geneOf: (disease: string, from: string) => `gene of ${disease}, ${from}`,
  genesOf: (count: number, from: string) => (count === 1 ? `1 gene, ${from}` : `${count} genes, ${from}`),
  didYouMean: 'Did you mean …?',
  peopleCalled: (text: string) => `Search people called “${text}”`,
  interestsWith: (text: string) => `Search interests for “${text}”`,
};
