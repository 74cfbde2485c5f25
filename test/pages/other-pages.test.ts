/** Profiles and coverage show everything that is known, and nothing of a partner becomes more than text. */

import { describe, expect, test } from 'vitest';
import type { Coverage } from '../../src/client/answers.ts';
import { ORIGIN_STATES } from '../../src/domain/federation/origin.ts';
import { coveragePage } from '../../src/pages/gene/coverage-page-route.ts';
import { geneLink, publicationLink, termLink, webLink } from '../../src/pages/parts/external-links.ts';
import { html } from '../../src/pages/parts/html.ts';
import { layout } from '../../src/pages/parts/layout.ts';
import { profilePage } from '../../src/pages/people/profile-page.ts';
import { en } from '../../src/pages/words/en.ts';
import { LANGUAGES } from '../../src/pages/words/languages.ts';
import type { AllWords } from '../../src/pages/words/words.ts';
import { elementsOf, readHtml } from '../support/server/read-html.ts';
import { ADA, HOSTILE, originOf, viewIn } from './parts/example-records.ts';

function hrefs(text: string): string[] {
  return readHtml(text).elements.flatMap(({ attributes }) => attributes.get('href') ?? []);
}

describe('a profile', () => {
  test.each(LANGUAGES)('is whole in $language', (words) => {
    const text = profilePage(viewIn(words), { user: ADA, origin: 'fjordnet' });
    const page = readHtml(text);
    expect(page.mistakes).toEqual([]);
    expect(elementsOf(page, 'h1')[0]?.text).toBe('Ada Lovelace');
    expect(elementsOf(page, 'dd').map((one) => one.text)).toEqual([
      'University of Example',
      'https://ada.example.org/',
    ]);
    expect(hrefs(text)).toEqual(
      expect.arrayContaining(['https://ada.example.org/', 'https://pubmed.ncbi.nlm.nih.gov/12345/']),
    );
    expect(text).toContain(words.noGenes);
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  test('groups genes by organism, the closest tier first', () => {
    const gene = (geneId: number, symbol: string, tier: string, commonName: string) => ({
      geneId,
      symbol,
      tier,
      taxon: { id: 1, commonName },
    });
    const genes = [gene(1, 'B', 'TIER2', 'human'), gene(2, 'A', 'TIER1', 'mouse'), gene(3, 'C', 'TIER1', 'human')];
    const userGenes = Object.fromEntries(genes.map((one) => [one.geneId, one]));
    const page = readHtml(profilePage(viewIn(), { user: { ...ADA, userGenes }, origin: 'local' }));
    expect(elementsOf(page, 'caption').map(({ text }) => text)).toEqual(['“human”', '“mouse”']);
    expect(elementsOf(page, 'th', 'scope', 'row').map(({ text }) => text)).toEqual([
      'C NCBI 3',
      'B NCBI 1',
      'A NCBI 2',
    ]);
  });

  test('without genes shows no Gene Ontology terms either, which would show them', () => {
    const userTerms = [{ goId: 'GO:0006281', name: 'DNA repair', taxon: { id: 9606, commonName: 'human' } }];
    const userGenes = {
      672: { geneId: 672, symbol: 'BRCA1', tier: 'TIER1', taxon: { id: 9606, commonName: 'human' } },
    };
    expect(profilePage(viewIn(), { user: { ...ADA, userTerms }, origin: 'local' })).not.toContain('DNA repair');
    expect(profilePage(viewIn(), { user: { ...ADA, userTerms, userGenes }, origin: 'local' })).toContain('DNA repair');
  });

  test('shows a hostile record as text', () => {
    const text = profilePage(viewIn(), { user: HOSTILE, origin: 'fjordnet' });
    const page = readHtml(text);
    expect(page.mistakes).toEqual([]);
    expect(elementsOf(page, 'script').map(({ attributes }) => attributes.get('src'))).toEqual([
      './assets/pages/browser/text-page.js',
      './assets/pages/browser/message.js',
    ]);
    expect(elementsOf(page, 'img')).toEqual([]);
    expect(
      page.elements.flatMap(({ attributes }) => [...attributes.keys()]).filter((name) => /^on/.test(name)),
    ).toEqual([]);
    expect(hrefs(text).filter((href) => !/^(https:|mailto:|\.\/|#)/.test(href))).toEqual([]);
    expect(hrefs(text).filter((href) => href.startsWith('mailto:'))).toEqual(['mailto:help@example.org']);
  });
});

describe('coverage', () => {
  test.each(LANGUAGES)('explains every state of a cell in $language, and what cells look like', (words) => {
    const origins = ORIGIN_STATES.map((state) => originOf({ key: state, origin: state, state }));
    const cells = ORIGIN_STATES.map((state) => ({
      key: state,
      state,
      count: ['answered', 'stale'].includes(state) ? 3 : 0,
      anonymized: 0,
      exact: ['answered', 'empty'].includes(state),
      retrievedAt: state === 'stale' ? '2026-08-22T14:03:06.000Z' : null,
    }));
    const { page, texts } = shownCoverage(words, origins, cells);
    const { gene } = words;
    expect(texts.get('answered')).toBe(gene.people(3));
    expect(texts.get('stale')).toBe(gene.earlier(gene.people(3), '14:03 UTC'));
    expect(texts.get('empty')).toBe(gene.nobody);
    expect(texts.get('unknown-term')).toBe(gene.unknownThere);
    expect(texts.get('limited')).toBe(gene.atLeast(0));
    expect(texts.get('not-asked')).toBe(gene.notAsked);
    for (const state of ['timed-out', 'unreachable', 'failed', 'refused', 'busy', 'resting'] as const) {
      expect([state, texts.get(state)]).toEqual([state, gene.silent]);
    }
    const legend = elementsOf(page, 'ul', 'class', 'legend')[0]?.text ?? '';
    const { many, nobody, atLeast, earlier, unknown, silent } = words.coverage;
    for (const text of [many, nobody, atLeast, earlier, unknown, silent]) expect(legend).toContain(text);
  });

  test('says of a stale zero since when it is so', () => {
    const stale = { key: 'b', state: 'stale' as const, count: 0, anonymized: 0, exact: false };
    const { texts } = shownCoverage(
      en,
      [originOf({ state: 'stale' })],
      [{ ...stale, retrievedAt: '2026-08-22T14:03:06.000Z' }],
    );
    expect(texts.get('stale')).toBe('nobody, as of 14:03 UTC');
  });
});

function shownCoverage(words: AllWords, origins: Coverage['origins'], cells: Coverage['rows'][number]['cells']) {
  const row = {
    geneId: 672,
    symbol: 'BRCA1',
    taxon: { id: 9606, commonName: 'human' },
    relation: 'gene' as const,
    cells,
  };
  const coverage: Coverage = {
    gene: null,
    askedAs: 'BRCA1',
    rows: [row],
    complete: false,
    summary: '',
    remarks: [],
    origins,
  };
  const page = readHtml(coveragePage(viewIn(words), coverage, new URLSearchParams(), [], 1));
  expect(page.mistakes).toEqual([]);
  const texts = new Map(origins.map(({ state }) => [state, elementsOf(page, 'td', 'data-state', state)[0]?.text]));
  return { page, texts };
}

describe('a link that leads out', () => {
  test.each([
    [geneLink(672, 'BRCA1'), 'https://www.ncbi.nlm.nih.gov/gene/672'],
    [geneLink(undefined, 'BRCA1'), undefined],
    [geneLink('1"x' as never, 'BRCA1'), undefined],
    [publicationLink(5, null), 'https://pubmed.ncbi.nlm.nih.gov/5/'],
    [publicationLink(0, 'None'), undefined],
    [
      termLink('MONDO:0000001', 'disease'),
      'https://www.ebi.ac.uk/ols4/ontologies/mondo/classes/http%253A%252F%252Fpurl.obolibrary.org%252Fobo%252FMONDO_0000001',
    ],
    [
      termLink('efo:0003777', 'heart disease'),
      'https://www.ebi.ac.uk/ols4/ontologies/efo/classes/http%253A%252F%252Fwww.ebi.ac.uk%252Fefo%252FEFO_0003777',
    ],
    [
      termLink('Orphanet:558', 'Marfan syndrome'),
      'https://www.ebi.ac.uk/ols4/ontologies/ordo/classes/http%253A%252F%252Fwww.orpha.net%252FORDO%252FOrphanet_558',
    ],
    [termLink('T:1', 'microscopy'), undefined],
    [termLink('toString:1', 'x'), undefined],
    [termLink('HP:0000001/../x', 'x'), undefined],
    [termLink('R-HSA-109581', 'Apoptosis'), 'https://reactome.org/content/detail/R-HSA-109581'],
    [termLink('javascript:alert(1)', 'x'), undefined],
    [webLink('https://ada.example.org/a?b=c'), 'https://ada.example.org/a?b=c'],
    [webLink('javascript:alert(1)'), undefined],
    [webLink('//evil.example.org'), undefined],
    [webLink('https:///'), undefined],
  ])('%#: goes where it should, or is text', (link, href) => {
    const [anchor] = elementsOf(readHtml(html`${link}`.html), 'a');
    expect(anchor?.attributes.get('href')).toBe(href);
    if (href !== undefined) expect(anchor?.attributes.get('rel')).toBe('noopener noreferrer nofollow');
  });
});

test('a page loads the words of its language alone', () => {
  const script = {
    module: 'pages/browser/search.js',
    imports: [
      { path: 'pages/words/en.js', lang: 'en' },
      { path: 'pages/words/fr.js', lang: 'fr' },
      { path: 'pages/html.js' },
    ],
  };
  const page = readHtml(layout(viewIn(), { title: 'x', main: html`<h1>x</h1>`, script }));
  const preloads = elementsOf(page, 'link', 'rel', 'modulepreload').map(({ attributes }) => attributes.get('href'));
  expect(preloads).toEqual(['./assets/pages/words/en.js', './assets/pages/html.js']);
});
