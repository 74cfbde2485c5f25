/** Nobody found is a beginning: by which ways a reader goes on. */

import { expect, test } from 'vitest';
import { countedGene, countKey } from '../../../src/pages/people/people-counted.ts';
import { type Suggestions, suggestionsOf } from '../../../src/pages/search/nobody.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';
import { viewIn } from '../parts/example-records.ts';

const NEAR: Pick<Suggestions, 'alike' | 'ofDiseases'> = {
  alike: [],
  ofDiseases: [
    {
      diseaseId: 'ORPHA:33069',
      name: 'Dravet syndrome',
      genes: [
        { geneId: 6323, symbol: 'SCN1A', taxonId: 9606 },
        { geneId: 6324, symbol: 'SCN1B', taxonId: 9606 },
        { geneId: 6326, symbol: 'SCN2A', taxonId: 9606 },
        { geneId: 2566, symbol: 'GABRG2', taxonId: 9606 },
      ],
    },
  ],
};

test.each([
  [en, ['SCN1A 3 people', 'SCN1B nobody', 'SCN2A 1 person or more', 'GABRG2']],
  [fr, ['SCN1A 3 personnes', 'SCN1B personne', 'SCN2A 1 personne ou plus', 'GABRG2']],
])(
  'other genes of the same disease stand with how many people work on them, as far as that is cached',
  (words, sentence) => {
    const registries = [
      { key: 'local', name: 'ExR' },
      { key: 'b', name: 'B' },
    ];
    const cells: Suggestions['cells'] = new Map([
      ['9606 SCN1A', [{ state: 'answered', count: 1 } as const, { state: 'answered', count: 2 } as const]],
      ['9606 SCN1B', [{ state: 'empty', count: 0 } as const, { state: 'unknown-term', count: 0 } as const]],
      ['9606 SCN2A', [{ state: 'answered', count: 1 } as const]],
      // Of one registry alone, nobody is no news.
      ['9606 GABRG2', [{ state: 'empty', count: 0 } as const]],
    ]);
    const params = new URLSearchParams({ symbol: 'KCNQ2', taxonId: '9606' });
    const suggestions = readHtml(
      suggestionsOf(viewIn(words), { params, genes: undefined, ...NEAR, cells, registries }).html,
    );
    const items = elementsOf(suggestions, 'li').map(({ text }) => text.trim());
    expect(items.slice(0, sentence.length)).toEqual(sentence);
  },
);

test('what is marked for scripts to count is read as it was written', () => {
  for (const gene of [
    { symbol: 'SCN1A', taxonId: 9606 },
    { symbol: 'a b  c', taxonId: 10090 },
  ])
    expect(countedGene(countKey(gene))).toEqual(gene);
});

test('people by interest, the contact of this registry, and the other registries that were asked', () => {
  const registries = [
    { key: 'local', name: 'ExR', url: 'https://exr.example.org' },
    { key: 'b', name: 'B <i>Net</i>', url: 'https://b.example.org' },
    { key: 'c', name: 'C', url: 'javascript:ran=1' },
    { key: 'd', name: 'D', url: 'https://d.example.org', contactEmail: 'people@d.example.org' },
    { key: 'e', name: 'E', url: 'https://e.example.org', contactEmail: 'a@e.example.org,b@e.example.org' },
  ];
  const params = new URLSearchParams({ symbol: 'NOPE99', taxonId: '9606' });
  const suggestions = readHtml(
    suggestionsOf(viewIn(), { params, genes: undefined, alike: [], ofDiseases: [], cells: undefined, registries }).html,
  );
  expect(suggestions.mistakes).toEqual([]);
  expect(elementsOf(suggestions, 'a').map(({ text, attributes }) => [text, attributes.get('href')])).toEqual([
    ['Search interests for “NOPE99”', './search?descriptionLike=NOPE99'],
    ['Ask the people at ExR', 'mailto:help@example.org'],
    ['Visit B <i>Net</i>, and see whom to ask there', 'https://b.example.org'],
    ['Ask the people at D', 'mailto:people@d.example.org'],
    // Two addresses in one are none.
    ['Visit E, and see whom to ask there', 'https://e.example.org'],
  ]);
});
