/** A partner that answers everything with an error: how often it is asked, and what that counts. */

import { describe, expect, test } from 'vitest';
import * as does from '../../src/mock-partner/partner-behaviours.ts';
import { geneRecord } from '../../src/mock-partner/partner-records.ts';
import type { Script } from '../../src/mock-partner/scripted-call.ts';
import { startScriptedPartner } from '../../src/mock-partner/scripted-partner.ts';
import { askPlain } from '../support/network/federated-reader.ts';
import { GENE_SEARCH, learned, neighboursForAll } from '../support/network/network-of-partners.ts';
import { ADMIN } from '../support/partners/fake-partner.ts';
import { aGene, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';

const neighbours = neighboursForAll();
const COVERAGE = '/api/federated/genes/coverage?symbol=BRCA1&taxonId=9606';
const ERROR = does.status(500, { status: 500, error: 'Internal Server Error' });
const ORTHOLOGS = 12;

/** BRCA1 and a dozen orthologs, each in an organism of its own. */
function manyOrthologs() {
  const ids = Array.from({ length: ORTHOLOGS }, (_, index) => 100 + index);
  const taxon = (id: number) => ({
    id,
    commonName: `organism ${id}`,
    scientificName: null,
    ordering: id,
    active: true,
  });
  return smallSnapshot({
    taxa: [taxon(HUMAN), ...ids.map(taxon)],
    genes: [aGene(672, 'BRCA1'), ...ids.map((id) => ({ ...aGene(id, `brca${id}`), taxonId: id }))],
    orthologs: ids.map((id) => [672, id]),
    users: [],
    remoteSearchUserId: null,
  });
}

async function start(script: Script) {
  const resources = new AsyncDisposableStack();
  const odd = resources.use(await startScriptedPartner({ '/api': does.version('1.5.10'), ...script }));
  const registry = resources.use(await neighbours.open({ url: odd.url }, { snapshot: manyOrthologs() }));
  await learned(registry, 'odd', '1.5.10');
  const partner = () => registry.context.federation.partnerStates(ADMIN).find(({ key }) => key === 'odd');
  return {
    odd,
    registry,
    partner,
    /** Of questions, not for its version. */
    asked: () => odd.requests.filter(({ path }) => path !== '/api').length,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

describe('a partner that answers everything with 500', () => {
  test('is asked three times for one search, and rests after three searches', async () => {
    await using network = await start({ '*': ERROR });
    const { registry, partner, asked } = network;
    await askPlain(registry, GENE_SEARCH);
    expect([asked(), partner()?.state]).toEqual([3, 'failing']);
    await askPlain(registry, `${GENE_SEARCH}&tiers=TIER1`);
    await askPlain(registry, `${GENE_SEARCH}&tiers=TIER2`);
    expect([asked(), partner()?.state]).toEqual([9, 'resting']);
  });

  test('is asked for each cell of a coverage and twice more, which is one failure and no rest', async () => {
    await using network = await start({ '*': ERROR });
    const { registry, partner, asked } = network;
    const { summary } = await registry.json(COVERAGE);
    expect(summary).toContain('OddNet answered with an error');
    expect(asked()).toBe(1 + ORTHOLOGS + 2);
    expect([partner()?.state, partner()?.details?.consecutiveFailures]).toEqual(['failing', 1]);
    await registry.json(COVERAGE);
    expect([partner()?.state, partner()?.details?.consecutiveFailures]).toEqual(['failing', 2]);
  });
});

test('a partner that is switched off is asked for each cell of a coverage, and once why', async () => {
  const closed = does.status(503, { status: 503, error: 'Service Unavailable' });
  await using network = await start({ '/api/genes/search': closed });
  const { registry, partner, odd, asked } = network;
  const lookedAt = odd.requestsTo('/api').length;
  await registry.json(COVERAGE);
  expect([partner()?.state, asked(), odd.requestsTo('/api').length - lookedAt]).toEqual(['well', 1 + ORTHOLOGS, 1]);
});

describe('a partner of whose listing some records cannot be written', () => {
  const TOTAL = 25;
  const BAD = [0, 4, 5, 6, 7, 24];

  /** Fails on every page with a bad record on it. */
  const listing = does.dependingOn(({ params }) => {
    const [page, size] = [Number(params.get('page')), Number(params.get('size'))];
    const places = Array.from({ length: size }, (_, index) => page * size + index).filter((place) => place < TOTAL);
    if (places.some((place) => BAD.includes(place))) return ERROR;
    return does.json({ content: places.map((place) => geneRecord(place + 1)), totalElements: TOTAL });
  });

  test('gives all others page by page, each page says how many are missing, and it does not rest', async () => {
    await using network = await start({ '/api/genes': listing });
    const { registry, partner } = network;
    const told: string[] = [];
    const ids: number[] = [];
    let path = '/api/federated/genes?size=4&origins=odd';
    for (;;) {
      const { content, origins, complete, cursor } = await registry.json(path);
      const { count, dropped, problem } = origins.find(({ key }: { key: string }) => key === 'odd');
      told.push(`${count} ${dropped} ${complete} ${problem?.title ?? ''}`.trim());
      ids.push(...content.map(({ remoteUser }: { remoteUser: { id: number } }) => remoteUser.id - 1));
      expect(told.length).toBeLessThan(10);
      if (cursor === null) break;
      path = `/api/federated/genes?origins=odd&cursor=${encodeURIComponent(cursor)}`;
    }
    expect(told).toEqual([
      '3 1 false cannot answer for 1 of the records of this page',
      '0 4 false cannot answer for any of the 4 records of this page',
      '4 0 true',
      '4 0 true',
      '4 0 true',
      '4 0 true',
      '0 1 false cannot answer for the one record of this page',
    ]);
    expect(ids).toEqual(Array.from({ length: TOTAL }, (_, place) => place).filter((place) => !BAD.includes(place)));
    expect(partner()).toMatchObject({ state: 'well', answered: 7, reliability: 1 });
  });
});
