/** The question in words says what is searched, and nothing that is not. */

import { expect, test } from 'vitest';
import { querySummary } from '../../../src/pages/search/query-summary.ts';
import { en } from '../../../src/pages/words/en.ts';

const TAXA = [
  { id: 9606, commonName: 'human', scientificName: 'Homo sapiens', ordering: 1 },
  { id: 10090, commonName: 'mouse', scientificName: 'Mus musculus', ordering: 2 },
];

const CHOICES = { taxa: TAXA, organs: [], offersOrgans: true, ontologies: [], origins: [], modes: [] };

test.each([
  ['symbol=BRCA1&taxonId=9606', 'Researchers who work on BRCA1 (human), or on its orthologs in any organism'],
  ['symbol=BRCA1&taxonId=9606&orthologTaxonId=9606', 'Researchers who work on BRCA1 (human)'],
  ['symbol=BRCA1&taxonId=9606&orthologTaxonId=10090', 'Researchers who work on orthologs of BRCA1 (human) in mouse'],
  [
    'symbol=BRCA1&taxonId=9606&orthologTaxonId=10090&orthologTaxonId=7227',
    'Researchers who work on orthologs of BRCA1 (human) in mouse, 7227',
  ],
  ['symbol=Brca1&taxonId=10090', 'Researchers who work on Brca1 (mouse)'],
])('the question %s reads: %s', (address, expected) => {
  const search = { kind: 'genes', submitted: 'search', params: new URLSearchParams(address) } as const;
  expect(querySummary(en, search, CHOICES, new Map())).toEqual([expected]);
});

test.each([
  ['', ['Researchers']],
  ['nameLike=Ada', ['Researchers whose name contains “Ada”']],
  ['descriptionLike=epilepsy', ['Researchers whose research interest contains “epilepsy”']],
  [
    'nameLike=Ada&descriptionLike=epilepsy',
    ['Researchers whose name contains “Ada”', 'whose research interest contains “epilepsy”'],
  ],
])('the question for people %s reads in these clauses: %j', (address, expected) => {
  const search = { kind: 'users', submitted: 'search', params: new URLSearchParams(address) } as const;
  expect(querySummary(en, search, CHOICES, new Map())).toEqual(expected);
});
