/** TIER3 is put to no registry and shown by none: who asks for it beside other tiers gets these, and no certain zero. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Network, startNetwork } from '../../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';

const gene = (tier: 'TIER1' | 'TIER3') => ({ geneId: 672, tier, privacyLevel: 2 }) as const;
const NORA = aUser(2, { name: 'Nora', lastName: 'Third', genes: [gene('TIER3')] });
const OLE = aUser(3, { name: 'Ole', lastName: 'First', genes: [gene('TIER1')] });
const GENE = 'symbol=BRCA1&taxonId=9606';
const EVERY_TIER = `${GENE}&tiers=TIER1&tiers=TIER2&tiers=TIER3`;
const SEARCH = '/api/federated/genes/search?';

let network: Network;
beforeAll(async () => {
  network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot({ users: [NORA] }) },
    { key: 'b', snapshot: smallSnapshot({ users: [NORA] }), asks: [] },
    { key: 'c', snapshot: smallSnapshot({ users: [NORA, OLE] }), asks: [] },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

type Answered = { key: string; state: string; exact: boolean; filters: unknown; problem: { code: string } | null };
const facts = ({ key, state, exact, filters, problem }: Answered) => [key, state, exact, filters, problem?.code];
const TIERS = [{ filter: 'tiers', applied: 'applied-there' }];

test('beside other tiers it leaves every registry in doubt, also one whose answer without it is cached', async () => {
  await network.at('a').json(`${SEARCH}${GENE}`);
  for (const tiers of [EVERY_TIER, `${GENE}&tiers=TIER3,TIER2`]) {
    const answer = await network.at('a').json(`${SEARCH}${tiers}`);
    expect(answer).toMatchObject({ complete: false, totalRelation: 'gte' });
    expect(answer.summary).toContain('does not search genes of tier 3');
    expect(answer.origins.map(facts)).toEqual(
      ['local', 'b', 'c'].map((key) => [key, 'limited', false, TIERS, 'tier-3-not-searched']),
    );
  }
});

test('nobody is found, and it is not said that there is nobody', async () => {
  const counted = await network.at('a').json(`${SEARCH}${EVERY_TIER}&granularity=boolean&origins=local,b`);
  expect(counted).toMatchObject({ exists: null, complete: false });
  const without = await network.at('a').json(`${SEARCH}${GENE}&granularity=boolean&origins=local,b`);
  expect(without).toMatchObject({ exists: false, complete: true });
});

test('who is found in the other tiers is shown, on every page, and the question is repeated as it was put', async () => {
  const { content, cursor, retryCursor } = await network.at('a').json(`${SEARCH}${EVERY_TIER}&size=1`);
  expect(content).toMatchObject([{ tier: 'TIER1', remoteUser: { lastName: 'First' } }]);
  expect([cursor, retryCursor]).toEqual([null, null]);
  const headers = { Accept: 'application/x-ndjson' };
  const lines = (await (await network.at('a').get(`${SEARCH}${EVERY_TIER}`, { headers })).text()).trim().split('\n');
  expect(JSON.parse(lines[0] ?? '').query.tiers).toEqual(['TIER1', 'TIER2', 'TIER3']);
  expect(lines.slice(1, -1).map((line) => JSON.parse(line).origin.state)).toEqual(Array(3).fill('limited'));
});

test('no partner is asked for it', () => {
  const asked = ['b', 'c'].flatMap((key) => network.line('a', key).questions());
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter(({ path, params }) => `${path} ${params}`.includes('TIER3'))).toEqual([]);
});

test('a file, a feed and a page say so, too', async () => {
  const file = await network.at('a').json(`/export?format=json&${EVERY_TIER}`);
  expect([file.complete, file.summary]).toEqual([false, expect.stringContaining('tier 3')]);
  const feed = JSON.stringify(await network.at('a').json(`/feeds/genes?format=json&${EVERY_TIER}`));
  expect(feed).toContain('a-net, Registry B, Registry C gave no full answer');
  const plain = JSON.stringify(await network.at('a').json(`/feeds/genes?format=json&${GENE}`));
  expect(plain).not.toContain('no full answer');
  const page = await network.at('a').get(`/search?render=server&lang=en&${EVERY_TIER}`);
  expect(await page.text()).toContain('does not search genes of tier 3');
});

describe('an address that does not mean it', () => {
  test('no tier at all matches nobody, which is certain, and no partner is asked', async () => {
    const before = network.line('a', 'b').questions().length;
    const answer = await network.at('a').json(`${SEARCH}${GENE}&tiers=`);
    expect(answer).toMatchObject({ content: [], totalElements: 0, totalRelation: 'eq', complete: true });
    expect(answer.origins.map(facts)).toEqual(['local', 'b', 'c'].map((key) => [key, 'empty', true, TIERS, undefined]));
    expect(network.line('a', 'b').questions()).toHaveLength(before);
    const alone = await network.at('a').json(`${SEARCH}${GENE}&tiers=TIER3`);
    expect(alone).toMatchObject({ complete: false, origins: Array(3).fill({ state: 'unsupported' }) });
  });

  test('the old `tier=ANY` means tiers 1 and 2, as in RDP', async () => {
    const answer = await network.at('a').json(`${SEARCH}${GENE}&tier=ANY`);
    expect([answer.complete, answer.origins[0].filters]).toEqual([true, []]);
    const one = await network.at('a').json(`${SEARCH}${GENE}&tiers=TIER1`);
    expect([one.complete, one.origins.map(({ filters }: Answered) => filters)]).toEqual([true, [TIERS, TIERS, TIERS]]);
  });
});
