/** RDP 1.3 gives orthologs only to who asks for them: in all organisms by a number of its own, which is -99. */

import { expect, test } from 'vitest';
import { geneRecord } from '../../../src/demo/mock-people.ts';
import * as does from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { askBeside, expectAnswer, GENE_SEARCH, GENES } from '../../support/network/network-of-partners.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const WHOLE = 'All 4 registries answered.';
const MOUSE = { id: 10090, scientificName: 'Mus musculus', commonName: 'mouse' };
const HUMAN_GENE = geneRecord(1);
const MOUSE_GENE = geneRecord(2, { geneId: 12189, symbol: 'Brca1', taxon: MOUSE });

/** The gene alone for no `orthologTaxonId` or its own, the orthologs alone for another, both for -99. */
const asOf13 = does.dependingOn(({ params }) => {
  if (params.get('tier') !== 'TIER1') return does.json([]);
  const orthologTaxonId = params.get('orthologTaxonId');
  if (orthologTaxonId === '10090') return does.json([MOUSE_GENE]);
  return does.json(orthologTaxonId === '-99' ? [HUMAN_GENE, MOUSE_GENE] : [HUMAN_GENE]);
});

const neighbours = neighboursForAll();

test.each([
  ['says that it is one of them', does.oldVersion('1.3.4'), '1.0.0'],
  ['does not state its version', does.htmlPage(), undefined],
])('a partner that %s gives the genes of all organisms', async (_, document, knownAs) => {
  await using odd = await startScriptedPartner({ '/api': document, [GENES.partnerPath]: asOf13 });
  const known = knownAs === undefined ? {} : { knownAs };
  for (const path of [GENE_SEARCH, `${GENE_SEARCH}&orthologTaxonId=-99`]) {
    expectAnswer(await askBeside(neighbours, { url: odd.url }, { path, ...known }), {
      ...{ state: 'answered', count: 2, summary: WHOLE },
    });
  }
});

test('a partner that knows no orthologs of a gene, when it was asked for the gene too, gives no certified zero', async () => {
  const noOrthologs = does.status(404, 'Could not find any orthologs with given parameters.');
  await using odd = await startScriptedPartner({ '/api': does.htmlPage(), [GENES.partnerPath]: noOrthologs });
  expectAnswer(await askBeside(neighbours, { url: odd.url }), {
    ...{ state: 'failed', status: 404 },
    summary: '3 of 4 registries answered; OddNet rejected the question.',
  });
});

test('a partner is asked for the orthologs in one organism as before', async () => {
  await using odd = await startScriptedPartner({ '/api': does.oldVersion('1.3.4'), [GENES.partnerPath]: asOf13 });
  const path = `${GENE_SEARCH}&orthologTaxonId=10090`;
  const { records } = await askBeside(neighbours, { url: odd.url }, { path, knownAs: '1.0.0' });
  expect(records.map(({ symbol }) => symbol)).toEqual(['Brca1']);
  expect(odd.requestsTo(GENES.partnerPath).map(({ params }) => params.get('orthologTaxonId'))).not.toContain('-99');
});
