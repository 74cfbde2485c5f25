/** A row of an answer shows what a registry tells, leads to the profile, and is never more than text. */

import { describe, expect, test } from 'vitest';
import { html } from '../../../../src/web/html.ts';
import type { ResultKind } from '../../../../src/web/parts/choices.ts';
import { originKeyOf, resultHead, resultRow } from '../../../../src/web/parts/people/results.ts';
import { en } from '../../../../src/web/words/en.ts';
import { fr } from '../../../../src/web/words/fr.ts';
import { elementsOf, readHtml } from '../../../support/http/read-html.ts';
import { ADA, ADAS_GENE, HOSTILE, HOSTILE_GENE, originOf, viewIn } from '../example-records.ts';

function rowOf(record: Parameters<typeof resultRow>[0], kind: ResultKind, words = en, key = 'b') {
  return readHtml(html`<table>${resultRow(record, kind, { ...viewIn(words) }, key)}</table>`.html);
}

describe('a row', () => {
  test('names the researcher, their place, the gene and the registry', () => {
    const row = rowOf(ADAS_GENE, 'genes');
    const cells = elementsOf(row, 'td').map(({ text }) => text);
    expect(elementsOf(row, 'th')[0]?.text).toMatch(/^Lovelace, Ada/);
    expect(cells).toEqual([
      'Principal investigator at University of Example',
      'BRCA1',
      'Tier 1',
      'human',
      'Registry B',
      'View profile',
    ]);
  });

  test('has as many cells as its head, for genes and for researchers', () => {
    for (const [kind, record] of [
      ['genes', ADAS_GENE],
      ['users', ADA],
    ] as const) {
      const head = readHtml(resultHead(kind, en).html);
      const row = rowOf(record, kind);
      expect(elementsOf(row, 'td').length + 1).toBe(elementsOf(head, 'th').length);
    }
  });

  test('leads to the profile at its registry, and to NCBI Gene', () => {
    const links = elementsOf(rowOf(ADAS_GENE, 'genes'), 'a').map(({ attributes }) => attributes.get('href'));
    expect(links).toEqual(['https://www.ncbi.nlm.nih.gov/gene/672', './userView/7?origin=b']);
    const local = elementsOf(rowOf(ADA, 'users', en, 'local'), 'a').map(({ attributes }) => attributes.get('href'));
    expect(local).toEqual(['./userView/7']);
  });

  test('keeps the language that was chosen in its links', () => {
    const view = { ...viewIn(fr), chosenLang: 'fr' };
    const row = readHtml(html`<table>${resultRow(ADA, 'users', view, 'local')}</table>`.html);
    expect(elementsOf(row, 'a')[0]?.attributes.get('href')).toBe('./userView/7?lang=fr');
  });

  test('offers to request access where the person is hidden, and never a profile', () => {
    const hidden = { ...ADA, id: undefined, anonymousId: '01-a/b' };
    const row = rowOf({ ...ADAS_GENE, remoteUser: hidden as never, anonymousId: '02' }, 'genes');
    expect(elementsOf(row, 'a').at(-1)?.attributes.get('href')).toBe(
      './search/gene/by-anonymous-id/02/request-access?origin=b&gene=BRCA1&organism=9606',
    );
    expect(elementsOf(rowOf(hidden as never, 'users'), 'a')[0]?.attributes.get('href')).toContain('/01-a%2Fb/');
  });

  test.each([
    ['genes', HOSTILE_GENE],
    ['users', HOSTILE],
  ] as const)('shows markup in %s as text: no script, no handler, no script address', (kind, record) => {
    const row = rowOf(record, kind);
    expect(row.mistakes).toEqual([]);
    expect(elementsOf(row, 'script')).toEqual([]);
    expect(elementsOf(row, 'img')).toEqual([]);
    const names = row.elements.flatMap(({ attributes }) => [...attributes.keys()]);
    expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
    const links = elementsOf(row, 'a').map(({ attributes }) => attributes.get('href') ?? '');
    expect(links.filter((href) => !/^(https:|\.\/)/.test(href))).toEqual([]);
  });

  test('is not filled by one long text, nor covers others with marks written upon each other', () => {
    const long = 'Ü'.repeat(10_000);
    const marks = `Zalgo${'\u0301'.repeat(100)}`;
    const remoteUser = { ...ADA, name: long, lastName: marks, organization: long };
    const row = rowOf({ ...ADAS_GENE, symbol: long, taxon: { id: 1, commonName: long }, remoteUser }, 'genes');
    const cells = elementsOf(row, 'td').map(({ text }) => text.length);
    expect(Math.max(...cells)).toBe(201);
    expect(elementsOf(row, 'th')[0]?.text.startsWith(`Zalgo${'\u0301'.repeat(8)}, Ü`)).toBe(true);
    const labels = [...elementsOf(row, 'a'), ...elementsOf(row, 'th')].map(({ attributes }) =>
      attributes.get('aria-label'),
    );
    expect(Math.max(...labels.map((label) => label?.length ?? 0))).toBeLessThan(250);
    const whole = { ...ADA, description: null, name: '', lastName: 'Ü'.repeat(200) };
    expect(elementsOf(rowOf(whole, 'users'), 'th')[0]?.text).toContain(whole.lastName);
    expect(elementsOf(rowOf(whole, 'users'), 'th')[0]?.text).not.toContain('…');
  });

  test('shows no more of a description than lets one choose', () => {
    expect(elementsOf(rowOf(ADA, 'users'), 'p')[0]?.text).toBe(`${'x'.repeat(200)}…`);
  });
});

test('a record of a merged answer belongs to the origin that signed it', () => {
  const origins = [originOf({ key: 'local', origin: 'ExR', originUrl: 'https://exr.example.org' }), originOf()];
  expect(originKeyOf(ADAS_GENE, origins)).toBe('b');
  expect(originKeyOf({ ...ADA, origin: 'ExR', originUrl: 'https://exr.example.org' }, origins)).toBe('local');
});
