/** The boxes of the form: a grouping term stands above its sub-terms, and organ systems and terms have their icons. */

import { describe, expect, test } from 'vitest';
import type { Choices, TermChoice } from '../../../src/pages/parts/choices.ts';
import type { WholeView } from '../../../src/pages/parts/view.ts';
import { searchForms } from '../../../src/pages/search/search-form.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';
import { viewIn } from '../parts/example-records.ts';

const term = (termId: string, name: string, group?: string): TermChoice => ({ termId, name, definition: null, group });

const CHOICES: Choices = {
  taxa: [],
  organs: [
    { uberonId: 'UBERON:0004535', name: 'Cardiovascular', description: 'Heart and vessels' },
    { uberonId: 'UBERON:0001434', name: 'Skeleton', description: null },
  ],
  offersOrgans: true,
  ontologies: [
    {
      ...{ name: 'techniques', definition: null, isForGenes: false },
      terms: [
        term('T:1', 'Organoids'),
        term('T:2', 'Imaging'),
        term('T:3', 'Microscopy', 'T:2'),
        term('T:4', 'Light-sheet', 'T:3'),
        term('T:5', 'Screening'),
      ],
    },
  ],
  origins: [],
  modes: ['users'],
};

function formOf(chosen = '', changes: Partial<WholeView> = {}, choices = CHOICES) {
  const params = new URLSearchParams(chosen);
  const { html } = searchForms({ ...viewIn(), ...changes }, choices, { kind: 'users', submitted: 'nothing', params });
  return { html, ...readHtml(html) };
}

/** What stands nested in it, as indented lines. */
function outline(html: string): string[] {
  const [, list = ''] = /data-boxes="[^"]*techniques".*?(<ul.*?)<\/fieldset>/s.exec(html) ?? [];
  let depth = 0;
  return [...list.matchAll(/<(\/?)ul|<span dir="auto">([^<]*)/g)].flatMap(([, slash, text]) => {
    if (text !== undefined) return ['  '.repeat(depth - 1) + text];
    depth += slash === '/' ? -1 : 1;
    return [];
  });
}

describe('the boxes of the terms', () => {
  test('stand in a list within the item of their group', () => {
    const form = formOf();
    expect(form.mistakes).toEqual([]);
    expect(outline(form.html)).toEqual(['Organoids', 'Imaging', '  Microscopy', '    Light-sheet', 'Screening']);
    const groups = elementsOf(form, 'li', 'class', 'group');
    expect(groups.map(({ text }) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'Imaging Microscopy Light-sheet',
      'Microscopy Light-sheet',
    ]);
  });

  test('can be chosen, that of a group too', () => {
    const form = formOf('nameLike=&ontologyTermIds=T:2&ontologyNames=techniques');
    const boxes = elementsOf(form, 'input', 'type', 'checkbox').filter(({ attributes }) => {
      return attributes.get('name')?.includes('techniques');
    });
    expect(boxes).toHaveLength(5);
    const ticked = boxes.filter(({ attributes }) => attributes.has('checked'));
    expect(ticked.map(({ attributes }) => attributes.get('value'))).toEqual(['T:2']);
  });
});

test.each([
  ['', []],
  ['nameLike=&organUberonIds=UBERON:0001434', ['UBERON:0001434']],
])('where organ systems are not offered, only those of the search stand in the form: %j', (chosen, offered) => {
  const form = formOf(chosen, {}, { ...CHOICES, offersOrgans: false });
  const boxes = elementsOf(form, 'input', 'name', 'organUberonIds');
  expect(boxes.map(({ attributes }) => attributes.get('value'))).toEqual(offered);
});

describe('the icons', () => {
  test('of kinds of research and organ systems stand before their names, and say nothing themselves', () => {
    const form = formOf();
    const uses = elementsOf(form, 'use').map(({ attributes }) => attributes.get('href'));
    expect(uses.filter((href) => href?.includes('organs.svg'))).toEqual([
      './assets/pages/icons/organs.svg#UBERON_0004535',
    ]);
    expect(uses).toContain('./assets/pages/icons/research.svg#IN_VIVO');
    const [svg] = elementsOf(form, 'svg', 'aria-hidden', 'true');
    expect(svg?.text).toBe('');
    const [label] = elementsOf(form, 'label', 'title', 'Heart and vessels');
    expect(label?.text.trim()).toBe('Cardiovascular');
  });

  test('of the operator stand before terms, and in place of those of organ systems', () => {
    const form = formOf('', { icons: new Set(['T_3.png', 'UBERON_0004535.svg', 'UBERON_0004535.png']) });
    expect(form.mistakes).toEqual([]);
    const uses = elementsOf(form, 'use').map(({ attributes }) => attributes.get('href'));
    expect(uses.filter((href) => !href?.includes('research.svg'))).toEqual([]);
    const images = elementsOf(form, 'img').map(({ attributes }) => [attributes.get('src'), attributes.get('alt')]);
    expect(images).toEqual([
      ['./icons/UBERON_0004535.svg', ''],
      ['./icons/T_3.png', ''],
    ]);
  });
});

test('an organism that is not offered stays in the form of a search for it, and in no other', () => {
  const human = { id: 9606, commonName: 'human', scientificName: null, ordering: 1 };
  const choices: Choices = { ...CHOICES, taxa: [human], modes: ['genes'] };
  const params = new URLSearchParams({ symbol: 'X', taxonId: '77777' });
  const chosen = (submitted: 'search' | 'nothing') => {
    const form = readHtml(searchForms(viewIn(), choices, { kind: 'genes', submitted, params }).html);
    return elementsOf(form, 'option', 'selected').map(({ attributes }) => attributes.get('value'));
  };
  expect(chosen('search')).toEqual(['77777']);
  expect(chosen('nothing')).toEqual([]);
});

test.each([
  ['search', 'nameLike=', false, 'Filters'],
  [
    'search',
    'organUberonIds=UBERON:1&organUberonIds=UBERON:1&ontologyNames=x&ontologyTermIds=T:2&origins=b',
    false,
    'Filters (3 in use)',
  ],
  ['nothing', 'by=researcher', false, 'Filters'],
  ['empty', 'researcherPositions=PRINCIPAL_INVESTIGATOR', true, 'Filters (1 in use)'],
] as const)('of a form that was sent as %s with %s the filters are folded unless there is work to do', (...row) => {
  const [submitted, query, isOpen, title] = row;
  const search = { kind: 'users', submitted, params: new URLSearchParams(query) } as const;
  const form = readHtml(searchForms(viewIn(), CHOICES, search).html);
  const [details] = elementsOf(form, 'details', 'class', 'filters');
  const titles = elementsOf(form, 'summary').map(({ text }) => text.trim());
  expect([details?.attributes.has('open'), titles.at(-1)]).toEqual([isOpen, title]);
});

describe('the organisms of the orthologs', () => {
  const taxa = [
    { id: 9606, commonName: 'human', scientificName: 'Homo sapiens', ordering: 1 },
    { id: 10090, commonName: 'mouse', scientificName: null, ordering: 2 },
  ];
  const choices: Choices = { ...CHOICES, taxa, modes: ['genes'] };
  const boxesOf = (address: string) => {
    const search = { kind: 'genes', submitted: 'search', params: new URLSearchParams(address) } as const;
    const form = readHtml(searchForms(viewIn(), choices, search).html);
    expect(form.mistakes).toEqual([]);
    return elementsOf(form, 'input', 'name', 'orthologTaxonId').map(({ attributes }) => [
      attributes.get('value'),
      attributes.has('checked'),
    ]);
  };

  test('are none to begin with, which asks for all of them', () => {
    expect(boxesOf('symbol=BRCA1&taxonId=9606')).toEqual([
      ['9606', false],
      ['10090', false],
    ]);
  });

  test('stay what was asked for when the form is sent again, those that are not offered too', () => {
    expect(boxesOf('symbol=BRCA1&taxonId=9606&orthologTaxonId=10090&orthologTaxonId=7227')).toEqual([
      ['9606', false],
      ['10090', true],
      ['7227', true],
    ]);
  });
});
