/** A partner that answers everything with an error: how often it is asked, and what that counts. */

import { describe, expect, test } from 'vitest';
import { geneRecord } from '../../src/demo/mock-people.ts';
import type { Script } from '../../src/demo/partner-behaviours.ts';
import * as does from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { askPlain } from '../support/network/federated-reader.ts';
import { GENE_SEARCH, learned } from '../support/network/network-of-partners.ts';
import { ADMIN } from '../support/partners/fake-partner.ts';
import { aGene, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { neighboursForAll } from '../support/worlds.ts';

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

async function start(script: Script, version = '1.5.10') {
  const resources = new AsyncDisposableStack();
  const odd = resources.use(await startScriptedPartner({ '/api': does.version(version), ...script }));
  const registry = resources.use(await neighbours.open({ url: odd.url }, { snapshot: manyOrthologs() }));
  await learned(registry, 'odd', version);
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
  test('is asked three times for one search, and opens its circuit breaker after three searches', async () => {
    await using network = await start({ '*': ERROR });
    const { registry, partner, asked } = network;
    await askPlain(registry, GENE_SEARCH);
    expect([asked(), partner()?.state]).toEqual([3, 'failing']);
    await askPlain(registry, `${GENE_SEARCH}&tiers=TIER1`);
    await askPlain(registry, `${GENE_SEARCH}&tiers=TIER2`);
    expect([asked(), partner()?.state]).toEqual([9, 'failing']);
    // Gene searches rest, and nothing else.
    await askPlain(registry, `${GENE_SEARCH}&tiers=TIER2&tiers=TIER1`);
    expect(asked()).toBe(9);
  });

  test('is asked for each cell of a coverage and twice more, and does not rest after one of them', async () => {
    await using network = await start({ '*': ERROR });
    const { registry, partner, asked } = network;
    const { summary } = await registry.json(COVERAGE);
    expect(summary).toContain('OddNet answered with an error');
    expect(asked()).toBe(1 + ORTHOLOGS + 2);
    // Cells that get their slot when the first one has failed are a failure of their own (decision 98).
    const failures = () => partner()?.details?.consecutiveFailures ?? 0;
    expect([partner()?.state, [1, 2]]).toEqual(['failing', expect.arrayContaining([failures()])]);
    const before = failures();
    await registry.json(COVERAGE);
    expect(failures()).toBeGreaterThan(before);
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

test.each([
  ['429', does.status(429, 'Slowly.', { 'Retry-After': 600 })],
  ['503 with a time', does.status(503, '', { 'Retry-After': 600 })],
])(
  'a partner that answers one tier and asks to wait for the other by %s is shown once, and then its circuit breaker opens',
  async (_, wait) => {
    const byTier = does.dependingOn(({ params }) =>
      params.get('tier') === 'TIER1' ? does.json([geneRecord(1)]) : wait,
    );
    await using network = await start({ '/api/genes/search': byTier }, '1.4.11');
    const { registry, partner, asked } = network;
    const first = await registry.json(`${GENE_SEARCH}&origins=odd`);
    expect([first.content.length, first.origins[0].state, partner()?.state]).toEqual([1, 'not-asked', 'resting']);
    const odd = first.origins.find(({ key }: { key: string }) => key === 'odd');
    const waitSeconds = (Date.parse(odd.problem.nextTryAt) - Date.now()) / 1000;
    expect([odd.state, Math.abs(waitSeconds - 600) < 60]).toEqual(['limited', true]);
    const askedOnce = asked();
    const second = await registry.json(`${GENE_SEARCH}&tiers=TIER1&origins=odd`);
    expect([asked() - askedOnce, second.content.length]).toEqual([0, 0]);
  },
);

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

  test('gives all others page by page, each page says how many it lacks and that pages before lack some, and it does not rest', async () => {
    await using network = await start({ '/api/genes': listing });
    const { registry, partner } = network;
    const reported: string[] = [];
    const summaries: string[] = [];
    const ids: number[] = [];
    let path = '/api/federated/genes?size=4&origins=odd';
    for (;;) {
      const { content, origins, complete, summary, cursor } = await registry.json(path);
      const { count, dropped, problem } = origins.find(({ key }: { key: string }) => key === 'odd');
      reported.push(`${count} ${dropped} ${complete} ${problem?.title ?? ''}`.trim());
      summaries.push(summary);
      ids.push(...content.map(({ remoteUser }: { remoteUser: { id: number } }) => remoteUser.id - 1));
      expect(reported.length).toBeLessThan(10);
      if (cursor === null) break;
      path = `/api/federated/genes?origins=odd&cursor=${encodeURIComponent(cursor)}`;
    }
    expect(reported).toEqual([
      '3 1 false cannot answer for 1 of the records of this page',
      '0 4 false cannot answer for any of the 4 records of this page',
      '4 0 false',
      '4 0 false',
      '4 0 false',
      '4 0 false',
      '0 1 false cannot answer for the one record of this page',
    ]);
    expect(ids).toEqual(Array.from({ length: TOTAL }, (_, place) => place).filter((place) => !BAD.includes(place)));
    expect(summaries[3]).toContain('; some records of OddNet are missing on pages before this one.');
    expect(partner()).toMatchObject({ state: 'well', answered: 7, reliability: 1 });
  });
});
