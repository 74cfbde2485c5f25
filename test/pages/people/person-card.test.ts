/** A person of an answer, as a card and as a row: who, where, what for, the way to them, and never more than text. */

import { describe, expect, test } from 'vitest';
import type { ResultKind } from '../../../src/pages/parts/choices.ts';
import { html } from '../../../src/pages/parts/html.ts';
import { foundPeople } from '../../../src/pages/people/found-people.ts';
import type { AnsweredRecord } from '../../../src/pages/people/found-record.ts';
import { peopleTable, personRow } from '../../../src/pages/people/people-table.ts';
import { type PersonContext, personCard } from '../../../src/pages/people/person-card.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';
import { ADA, ADAS_GENE, HOSTILE, HOSTILE_GENE, originOf, rowsOfAnswer, viewIn } from '../parts/example-records.ts';

const ALONE: PersonContext = { namesakes: [], origin: undefined };
const HIDDEN = { ...ADA, id: undefined, anonymousId: '01-a/b', name: 'B User', lastName: null } as never;

function cardOf(
  records: readonly AnsweredRecord[],
  { words = en, context = ALONE, view = viewIn(words), key = 'b' } = {},
) {
  const [person] = foundPeople(rowsOfAnswer(records, key));
  if (person === undefined) throw new Error('Nobody was found.');
  return readHtml(html`<ol>${personCard(person, view, context)}</ol>`.html);
}

function rowOf(records: readonly AnsweredRecord[], kind: ResultKind) {
  const [person] = foundPeople(rowsOfAnswer(records, 'b'));
  if (person === undefined) throw new Error('Nobody was found.');
  const view = viewIn();
  const listView = { choice: {}, text: '', isTable: true, sorted: undefined };
  return readHtml(
    peopleTable([personRow(person, view, kind, ALONE)], { view, kind, listView, addressOf: () => './search' }).html,
  );
}

const textOf = (page: ReturnType<typeof readHtml>, tag: string) => elementsOf(page, tag).map(({ text }) => text.trim());
const hrefsOf = (page: ReturnType<typeof readHtml>) =>
  elementsOf(page, 'a').map(({ attributes }) => attributes.get('href'));

describe('a card', () => {
  test('names somebody as they are read, with their place, and each gene with what it is to them', () => {
    const mouse = {
      ...ADAS_GENE,
      geneId: 12189,
      symbol: 'Brca1',
      tier: 'TIER2',
      taxon: { id: 10090, commonName: 'mouse' },
    };
    const card = cardOf([ADAS_GENE, mouse as never]);
    expect(textOf(card, 'h3')).toEqual(['Ada Lovelace']);
    const [item] = textOf(card, 'li');
    expect(item).toContain('Principal investigator, University of Example');
    expect(item).toMatch(/human BRCA1 works on it now.*mouse Brca1 has worked on it/s);
    expect(item).not.toMatch(/tier/i);
  });

  test('shows the first ten genes, kinds of research and organ systems, and how many others there are', () => {
    const entries = Array.from({ length: 13 }, (_, index) => `E_${index}`);
    const owner = {
      ...ADA,
      researcherCategories: entries,
      userOrgans: Object.fromEntries(entries.map((id) => [id, { name: `organ ${id}` }])),
    };
    const genes = entries.map((symbol, index) => ({ ...ADAS_GENE, geneId: index + 1, symbol, remoteUser: owner }));
    const card = cardOf(genes as never);
    expect(elementsOf(card, 'i')).toHaveLength(10);
    const work = textOf(card, 'li').slice(1);
    expect(work.slice(9, 12)).toEqual(['E_9', 'and 3 others', '“organ E_0”']);
    expect(elementsOf(card, 'span').filter(({ text }) => text === 'and 3 others')).toHaveLength(3);
  });

  test('leads to the profile at its registry, by the name and to write', () => {
    expect(hrefsOf(cardOf([ADAS_GENE]))).toEqual([
      './userView/7?origin=b&gene=BRCA1&organism=human',
      './userView/7?origin=b&gene=BRCA1&organism=human',
    ]);
    expect(hrefsOf(cardOf([ADA], { key: 'local' }))).toEqual(['./userView/7', './userView/7']);
    const view = { ...viewIn(fr), chosenLang: 'fr' };
    expect(hrefsOf(cardOf([ADA], { key: 'local', view, words: fr }))[0]).toBe('./userView/7?lang=fr');
  });

  test('says who withholds a name, with categories and organs, and leads to the request for access alone', () => {
    const card = cardOf([{ ...ADAS_GENE, remoteUser: HIDDEN, anonymousId: '02' }]);
    expect(textOf(card, 'h3')).toEqual(['Name withheld by Registry B']);
    expect(textOf(card, 'li')[0]).toContain('In vivo');
    expect(textOf(card, 'li')[0]).not.toContain('B User');
    expect(hrefsOf(card)).toEqual([
      './search/gene/by-anonymous-id/02/request-access?origin=b&gene=BRCA1&organism=human',
    ]);
    expect(hrefsOf(cardOf([HIDDEN]))[0]).toContain('/01-a%2Fb/');
    const [item] = elementsOf(card, 'li');
    expect(item?.attributes.has('data-person')).toBe(false);
  });

  test('says one line of what the person writes of their research', () => {
    const interest = (description: string | null) =>
      elementsOf(cardOf([{ ...ADA, description }]), 'p', 'class', 'interest').map(({ text }) => text);
    expect(interest('Channels\nof the heart')).toEqual(['Channels of the heart']);
    expect(interest(null)).toEqual([]);
  });

  test('says where the person seems to stand too, with the evidence', () => {
    const namesakes = [
      { originKey: 'one', registry: 'OneNet', evidence: 'name' },
      { originKey: 'other', registry: 'OtherNet', evidence: 'name-and-organisation' },
      { originKey: 'third', registry: 'ThirdNet', evidence: 'orcid' },
    ] as const;
    const card = cardOf([ADA], { context: { namesakes, origin: undefined } });
    expect(elementsOf(card, 'p', 'class', 'also').map(({ text }) => text.trim())).toEqual([
      'likely also in OneNet (same name) likely also in OtherNet (same name and organisation) likely also in ThirdNet (same ORCID iD)',
    ]);
  });

  test('leads to what is known of the person and the organisation elsewhere', () => {
    const card = cardOf([{ ...ADA, orcid: '0000-0002-1825-0097', ror: '03yrm5c26' }]);
    const hrefs = elementsOf(card, 'a').map(({ attributes }) => attributes.get('href'));
    expect(hrefs).toEqual(
      expect.arrayContaining(['https://orcid.org/0000-0002-1825-0097', 'https://ror.org/03yrm5c26']),
    );
    expect(elementsOf(cardOf([ADA]), 'span', 'class', 'identifiers')).toEqual([]);
  });

  test('is marked where a registry could not filter and nothing could be checked here', () => {
    const origin = originOf({
      filters: [
        { filter: 'researcherPositions', applied: 'not-checkable' },
        { filter: 'organUberonIds', applied: 're-applied-here' },
      ],
    });
    expect(textOf(cardOf([ADA], { context: { namesakes: [], origin } }), 'p')).toContain(
      'Registry B could not filter by: Position',
    );
  });
});

test('a row of a table has as many cells as its head, for genes and for researchers', () => {
  for (const [kind, record] of [
    ['genes', ADAS_GENE],
    ['users', ADA],
  ] as const) {
    const table = rowOf([record], kind);
    const heads = elementsOf(table, 'th');
    expect(elementsOf(table, 'td').length + 1).toBe(heads.length - 1);
  }
});

test.each([
  ['genes', HOSTILE_GENE],
  ['users', HOSTILE],
] as const)('markup in %s is text: no script, no handler, no script address', (kind, record) => {
  for (const page of [cardOf([record]), rowOf([record], kind)]) {
    expect(page.mistakes).toEqual([]);
    expect(elementsOf(page, 'script')).toEqual([]);
    expect(elementsOf(page, 'img')).toEqual([]);
    const names = page.elements.flatMap(({ attributes }) => [...attributes.keys()]);
    expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
    expect(hrefsOf(page).filter((href) => !/^(https:|\.\/)/.test(href ?? ''))).toEqual([]);
  }
});

test('one long text fills no list, and marks written upon each other cover nobody', () => {
  const long = 'Ü'.repeat(10_000);
  const marks = `Zalgo${'\u0301'.repeat(100)}`;
  const remoteUser = { ...ADA, name: marks, lastName: long, organization: long };
  const gene = { ...ADAS_GENE, symbol: long, taxon: { id: 1, commonName: long }, remoteUser };
  const texts = [...textOf(cardOf([gene]), 'bdi'), ...textOf(rowOf([gene], 'genes'), 'bdi')];
  expect(Math.max(...texts.map((text) => text.length))).toBe(201);
  expect(textOf(cardOf([gene]), 'h3')[0]?.startsWith(`Zalgo${'\u0301'.repeat(8)} Ü`)).toBe(true);
  const labels = cardOf([gene]).elements.map(({ attributes }) => attributes.get('aria-label')?.length ?? 0);
  expect(Math.max(...labels)).toBeLessThan(250);
});
