/** The card of a gene: which gene is meant, what is known of it, and the way to its counterparts in other organisms. */

import { describe, expect, test } from 'vitest';
import type { DescribedGene } from '../../../src/domain/resolve/described-gene.ts';
import { geneCard } from '../../../src/pages/gene/gene-card.ts';
import type { KnownGenes } from '../../../src/pages/gene/known-genes.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { LANGUAGES } from '../../../src/pages/words/languages.ts';
import type { AllWords } from '../../../src/pages/words/words.ts';
import { elementsOf, elementWithId, readHtml } from '../../support/server/read-html.ts';
import { viewIn } from '../parts/example-records.ts';

const HUMAN = { id: 9606, commonName: 'human', scientificName: 'Homo sapiens', ordering: 1 };
const MOUSE = { id: 10090, commonName: 'mouse', scientificName: 'Mus musculus', ordering: 2 };
const WORM = { id: 6239, commonName: 'roundworm', scientificName: null, ordering: 3 };

const GENE: DescribedGene = {
  geneId: 51072,
  symbol: 'MEMO1',
  taxonId: 9606,
  taxonName: 'human',
  name: 'mediator of cell motility 1',
  hgncId: 'HGNC:14014',
  ensemblIds: ['ENSG00000162959'],
  omimIds: ['611786'],
  nomenclatureStatus: 'official',
  geneKind: 'protein-coding',
  orthologs: [
    { geneId: 76890, symbol: 'Memo1', taxonId: 10090, taxonName: 'mouse' },
    { geneId: 172, symbol: 'memo-1', taxonId: 6239, taxonName: 'roundworm' },
  ],
  diseases: null,
};
const LOCUS: DescribedGene = {
  ...GENE,
  geneId: 7795,
  name: 'a locus',
  hgncId: null,
  ensemblIds: [],
  omimIds: [],
  nomenclatureStatus: null,
  geneKind: 'unknown',
  orthologs: [],
};
const OF_MOUSE: DescribedGene = {
  ...LOCUS,
  geneId: 76890,
  symbol: 'Memo1',
  taxonId: 10090,
  taxonName: 'mouse',
  orthologs: [{ geneId: 51072, symbol: 'MEMO1', taxonId: 9606, taxonName: 'human' }],
};

function cardOf(known: Partial<KnownGenes> = {}, words: AllWords = en) {
  const searched = { symbol: 'MEMO1', taxonId: '9606' };
  const whole = { searched, genes: [GENE], chosen: [], searchedTaxonIds: [9606, 10090, 6239], ...known };
  const card = readHtml(geneCard(viewIn(words), whole, [HUMAN, MOUSE, WORM]).html);
  expect(card.mistakes).toEqual([]);
  const links = elementsOf(card, 'a').map(({ attributes, text }): [string, string] => [
    text.replace(/\s+/g, ' ').trim(),
    attributes.get('href') ?? '',
  ]);
  return { text: elementWithId(card, 'gene')?.text.replace(/\s+/g, ' ') ?? '', links, card };
}

describe('a gene that is not found', () => {
  test('is unknown in an organism that is offered', () => {
    const { text } = cardOf({ genes: [] });
    expect(text).toContain('MEMO1');
    expect(text).toContain(en.gene.unknown);
  });

  test('is not what is wrong where the organism is not offered', () => {
    const { text } = cardOf({ genes: [], searched: { symbol: 'MEMO1', taxonId: '77777' } });
    expect(text).toContain(en.gene.unknownTaxon('77777'));
    expect(text).not.toContain(en.gene.unknown);
  });
});

describe('what a gene is called', () => {
  test('leads to each place that has a page for it, by the identifier of that place', () => {
    expect(cardOf().links.filter(([, href]) => href.startsWith('https:'))).toEqual([
      ['NCBI 51072', 'https://www.ncbi.nlm.nih.gov/gene/51072'],
      ['HGNC:14014', 'https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/HGNC:14014'],
      ['ENSG00000162959', 'https://www.ensembl.org/id/ENSG00000162959'],
      ['OMIM 611786', 'https://www.omim.org/entry/611786'],
      ['Alliance', 'https://www.alliancegenome.org/gene/HGNC:14014'],
      ['MARRVEL', 'https://marrvel.org/human/gene/51072'],
    ]);
  });

  test('leads nowhere where it has not the form of an identifier', () => {
    const odd = { ...GENE, hgncId: 'HGNC:1/../x', ensemblIds: ['javascript:1'], omimIds: ['6117'] };
    const { links } = cardOf({ genes: [odd] });
    expect(links.filter(([, href]) => href.startsWith('https:')).map(([text]) => text)).toEqual([
      'NCBI 51072',
      'MARRVEL',
    ]);
  });

  test('says where it was asked for by another name', () => {
    expect(cardOf({ searched: { symbol: 'C2orf4', taxonId: '9606' } }).text).toContain(en.gene.searchedAs('C2orf4'));
    expect(cardOf({ searched: { symbol: 'memo1', taxonId: '9606' } }).text).not.toContain(en.gene.searchedAs('memo1'));
  });
});

test('of several genes each can be distinguished from the others and chosen', () => {
  const first = cardOf({ genes: [GENE, LOCUS] });
  expect(first.text).toContain(en.gene.several(2));
  expect(first.text.indexOf('mediator of cell motility')).toBeLessThan(first.text.indexOf('a locus'));
  const choice = './search?symbol=MEMO1&taxonId=9606&only-gene=7795';
  expect(first.links).toContainEqual(['a locus', choice]);
  expect(first.text).toContain('NCBI 7795');

  const chosen = cardOf({ genes: [GENE, LOCUS], chosen: ['7795'] });
  expect(elementWithId(chosen.card, 'gene-name')?.text).toContain('a locus');
  expect(chosen.links.map(([text]) => text)).toContain('mediator of cell motility 1');
});

describe('diseases', () => {
  const HPO = { source: 'HPO', release: null };
  const diseases = ['Rett syndrome', 'Alpha', 'Beta', 'Gamma', null].map((name, at) => ({
    diseaseId: `OMIM:${at}`,
    name,
    kinds: at === 0 ? ['MENDELIAN'] : [],
  }));
  test('stand with their source and its release; those beyond the first two behind one press', () => {
    const { text, card } = cardOf({
      genes: [{ ...GENE, diseases: { sources: [{ source: 'HPO', release: '2025-01-16' }], diseases } }],
    });
    expect(text).toContain('3 more, HPO 2025-01-16');
    expect(text).toContain('OMIM:4');
    expect(elementsOf(card, 'a', 'class', 'chip').map(({ attributes }) => attributes.get('href'))).toEqual(
      [0, 1, 2, 3, 4].map((at) => `./diseases/OMIM:${at}`),
    );
  });

  test('say of which kind the association is, where the source does', () => {
    const textOf = (words: AllWords, ...kinds: string[]) => {
      const [first] = diseases;
      const one = { sources: [HPO], diseases: [{ ...(first as (typeof diseases)[number]), kinds }] };
      return elementsOf(cardOf({ genes: [{ ...GENE, diseases: one }] }, words).card, 'a', 'class', 'chip')[0]?.text;
    };
    expect(textOf(en, 'MENDELIAN')).toBe('Rett syndrome Mendelian');
    expect(textOf(fr, 'POLYGENIC')).toBe('Rett syndrome polygénique');
    expect(textOf(en, 'OF_A_NEW_KIND')).toBe('Rett syndrome of_a_new_kind');
    expect(textOf(en, 'UNKNOWN')).toBe('Rett syndrome kind not known');
    expect(textOf(en, 'UNKNOWN', 'Candidate gene tested in')).toBe('Rett syndrome candidate gene');
    expect(textOf(en, 'MENDELIAN', 'Modifying germline mutation in')).toBe(
      'Rett syndrome Mendelian, germline variants modify it',
    );
  });

  test('name their source where there are few', () => {
    const few = { sources: [HPO, { source: 'Orphanet', release: '2025-06-24' }], diseases: diseases.slice(0, 1) };
    expect(cardOf({ genes: [{ ...GENE, diseases: few }] }).text).toContain('by HPO, Orphanet 2025-06-24');
    expect(cardOf({ genes: [{ ...GENE, diseases: { ...few, diseases: [] } }] }).text).not.toContain('HPO');
  });
});

describe('orthologs', () => {
  test('of a gene of a model organism begin with the human gene', () => {
    const searched = { symbol: 'Memo1', taxonId: '10090' };
    const { text, links } = cardOf({ searched, genes: [OF_MOUSE], searchedTaxonIds: [10090] });
    expect(text).toContain(en.gene.human);
    expect(links).toContainEqual(['human MEMO1', './search?symbol=MEMO1&taxonId=9606']);
  });

  test('that are not known are named, with the organism that was chosen', () => {
    const none = { genes: [LOCUS] };
    expect(cardOf({ ...none, searchedTaxonIds: [9606] }).text).toContain(en.gene.noOrthologs);
    expect(cardOf({ ...none, searchedTaxonIds: [10090] }).text).toContain(en.gene.noOrthologsIn('mouse'));
  });

  test('are not missed of genes that are not human', () => {
    const genes = [{ ...OF_MOUSE, orthologs: [] }];
    const { text } = cardOf({ searched: { symbol: 'Memo1', taxonId: '10090' }, genes, searchedTaxonIds: [10090] });
    expect(text).not.toContain(en.gene.noOrthologs);
  });
});

test.each(LANGUAGES)('in $language the card is whole', (words) => {
  expect(cardOf({ genes: [GENE, LOCUS] }, words).text).toContain(words.gene.more);
});
