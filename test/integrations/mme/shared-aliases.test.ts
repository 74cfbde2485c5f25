/** Names that several genes have had, as the gene table of NCBI has them: what a node and the page make of them. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aGene, aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const WORM = 6239;
const TOKEN = 'token-of-another-node';
const TYPE = 'application/vnd.ga4gh.matchmaker.v1.1+json';

/** An excerpt of the table: genes with the aliases that matter here. */
const GENES = [
  aGene(931, 'MS4A1', { aliases: 'B1|Bp35|CD20' }),
  aGene(3578, 'IL9', { aliases: 'HP40|IL-9|P40' }),
  aGene(3921, 'RPSA', { aliases: '37LRP|LBP/p40|p40' }),
  aGene(4489, 'MT1A', { aliases: 'MT-1A|MT1|MT1S' }),
  aGene(4490, 'MT1B', { aliases: 'MT-1B|MT1|MT1Q' }),
  aGene(4735, 'SEPTIN2', { aliases: 'DIFF6|NEDD5|SEPT2' }),
  aGene(5413, 'SEPTIN5', { aliases: 'CDCREL1|H5|SEPT5' }),
  aGene(5414, 'SEPTIN4', { aliases: 'ARTS|H5|SEPT4' }),
  aGene(5452, 'POU2F2', { aliases: 'OCT2|OTF2|Oct-2' }),
  aGene(8553, 'BHLHE40', { aliases: 'BHLHB2|DEC1|STRA13' }),
  aGene(23157, 'SEPTIN6', { aliases: 'SEP2|SEPT2|SEPT6' }),
  aGene(50514, 'DELEC1', { aliases: 'CTS9|DEC1' }),
  aGene(54474, 'KRT20', { aliases: 'CD20|CK20|K20' }),
  aGene(181325, 'oct-2', { taxonId: WORM }),
  aGene(180000, 'bhl-1', { taxonId: WORM }),
  aGene(8000, 'BHLX1', { aliases: 'BHL1|bhl-1' }),
];

const small = smallSnapshot();
const worm = { id: WORM, commonName: 'worm', scientificName: 'Caenorhabditis elegans', ordering: 3, active: true };

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    settings: { APP_SETTINGS_INTEGRATIONS_MME_TOKENS: TOKEN },
    snapshot: smallSnapshot({
      taxa: [...small.taxa, worm],
      genes: GENES,
      orthologs: [[8000, 180000]],
      users: [aUser(1, { privacyLevel: 2, genes: [{ geneId: 180000, tier: 'TIER1', privacyLevel: null }] })],
    }),
  });
});
afterAll(() => registry?.[Symbol.asyncDispose]());

async function posted(path: string, body: object, headers: Record<string, string>) {
  const response = await fetch(registry.url + path, { method: 'POST', body: JSON.stringify(body), headers });
  return response.json();
}

function matched(symbol: string) {
  const contact = { name: 'A clinic', href: 'mailto:clinic@example.org' };
  const patient = { id: '1', contact, genomicFeatures: [{ gene: { id: symbol } }] };
  return posted('/mme/match', { patient }, { 'X-Auth-Token': TOKEN, 'Content-Type': TYPE, Accept: TYPE });
}

describe('a name that two human genes have had', () => {
  test.each([
    ['SEPT2', ['SEPTIN2', 'SEPTIN6']],
    ['DEC1', ['BHLHE40', 'DELEC1']],
    ['CD20', ['MS4A1', 'KRT20']],
    ['H5', ['SEPTIN5', 'SEPTIN4']],
    ['MT1', ['MT1A', 'MT1B']],
    ['p40', ['IL9', 'RPSA']],
  ])('%s is not known to a node, and the page and the answer of a search name both', async (symbol, names) => {
    expect(await matched(symbol)).toMatchObject({
      results: [],
      _completeness: { complete: false, genes: [], genesNotKnown: 1 },
    });

    const json = { 'Content-Type': 'application/json' };
    const { entries } = await posted('/api/federated/resolve', { text: symbol }, json);
    const candidates: { isCertain: boolean; reason: { kind: string }; gene: { symbol: string } }[] =
      entries[0].candidates;
    const called = candidates.filter(({ reason }) => reason.kind === 'alias');
    expect(called.map(({ gene, isCertain }) => [gene.symbol, isCertain])).toEqual(names.map((name) => [name, false]));

    const search = await fetch(`${registry.url}/api/federated/genes/search?symbol=${symbol}&taxonId=9606`);
    const { origins, summary } = await search.json();
    expect(origins[0]).toMatchObject({ state: 'unknown-term', problem: { code: 'several-genes', params: { names } } });
    expect(summary).toContain(`knows several genes called ${symbol}: ${names.join(' and ')}`);
  });
});

describe('a symbol of a worm that is the alias of a human gene', () => {
  test('is not known where these are two genes, as a patient has the human one', async () => {
    expect(await matched('oct-2')).toMatchObject({ _completeness: { complete: false, genesNotKnown: 1 } });
  });

  test('is known where they are orthologs, which one search finds', async () => {
    const { results, _completeness } = await matched('bhl-1');
    expect(_completeness).toMatchObject({ complete: true, genes: [{ symbol: 'bhl-1' }], genesNotKnown: 0 });
    expect(results).toHaveLength(1);
  });
});
