/** What the page says of the gene that was asked for: which organism it does not offer, which gene is meant, and which orthologs. */

import { describe, expect, test } from 'vitest';
import { geneLine, type KnownGenes } from '../../../../src/web/parts/gene/gene-line.ts';
import { en } from '../../../../src/web/words/en.ts';
import { elementWithId, readHtml } from '../../../support/http/read-html.ts';
import { viewIn } from '../example-records.ts';

const HUMAN = { id: 9606, commonName: 'human', scientificName: 'Homo sapiens', ordering: 1 };
const MOUSE = { id: 10090, commonName: 'mouse', scientificName: 'Mus musculus', ordering: 2 };
const WORM = { id: 6239, commonName: 'roundworm', scientificName: null, ordering: 3 };

const LOCUS = { gene: { geneId: 7795, symbol: 'MEMO1', name: 'a locus', taxon: HUMAN }, orthologs: [] };
const GENE = {
  gene: { geneId: 51072, symbol: 'MEMO1', name: 'mediator of cell motility 1', taxon: HUMAN },
  orthologs: [
    { geneId: 76890, symbol: 'Memo1', taxon: MOUSE },
    { geneId: 172, symbol: 'memo-1', taxon: WORM },
  ],
};

function told(known: Partial<KnownGenes> = {}): string {
  const asked = { symbol: 'MEMO1', taxonId: '9606' };
  const whole = { asked, orthologTaxonId: '', genes: [], ...known };
  const line = readHtml(geneLine(viewIn(), whole, [HUMAN, MOUSE, WORM]).html);
  return elementWithId(line, 'gene')?.text.replace(/\s+/g, ' ') ?? '';
}

describe('a gene that is not found', () => {
  test('is unknown in an organism that is offered', () => {
    expect(told()).toContain(en.unknownGene);
  });

  test('is not what is wrong where the organism is not offered', () => {
    const text = told({ asked: { symbol: 'MEMO1', taxonId: '77777' } });
    expect(text).toContain(en.unknownTaxon('77777'));
    expect(text).not.toContain(en.unknownGene);
  });
});

test('of several genes, the one that has orthologs stands first', () => {
  const text = told({ genes: [LOCUS, GENE] });
  expect(text).toContain(en.severalGenes(2));
  expect(text.indexOf('mediator of cell motility')).toBeLessThan(text.indexOf('a locus'));
});

describe('orthologs', () => {
  test('are those of every organism, or of the one that was chosen', () => {
    expect(told({ genes: [GENE] })).toContain('mouse Memo1, roundworm memo-1');
    const ofWorms = told({ genes: [GENE], orthologTaxonId: '6239' });
    expect(ofWorms).toContain('roundworm memo-1');
    expect(ofWorms).not.toContain('Memo1');
  });

  test('that are not known are told of the organism that was chosen', () => {
    expect(told({ genes: [LOCUS] })).toContain(en.noOrthologs);
    expect(told({ genes: [LOCUS], orthologTaxonId: '10090' })).toContain(en.noOrthologsIn('mouse'));
  });

  test('are not missed of genes that are not human', () => {
    const asked = { symbol: 'Memo1', taxonId: '10090' };
    const genes = [{ gene: { geneId: 76890, symbol: 'Memo1', taxon: MOUSE }, orthologs: [] }];
    expect(told({ asked, genes })).not.toContain(en.noOrthologs);
  });
});
