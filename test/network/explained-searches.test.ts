/** `explain=true`: an administrator here sees what was really sent to each partner, and nothing of the calls of others. */

import { describe, expect, test, vi } from 'vitest';
import type { Script } from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { ADMIN_TOKEN, GENE_SEARCH, GENES, goodScript, learned } from '../support/network/network-of-partners.ts';
import * as does from '../support/partners/behaviours.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { neighboursForAll } from '../support/worlds.ts';

const SEARCH_TOKEN = 'search+token/for=odd';
const HASTY = { 'read-timeout': 600 };
const EXPLAINED = `${GENE_SEARCH}&explain=true`;

const neighbours = neighboursForAll();

type Opened = AsyncDisposable & { odd: ScriptedPartner; registry: TestRegistry };

async function openBeside(number: string, script: Script, query = '', entry = {}): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const odd = opened.use(await startScriptedPartner({ ...goodScript(0, number), ...script }));
  const registry = opened.use(await neighbours.open({ url: odd.url + query, token: SEARCH_TOKEN, ...entry }));
  await learned(registry, 'odd', number);
  const resources = opened.move();
  return { odd, registry, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

type Explained = { key: string; how: string; requests: Record<string, unknown>[] };

function oddIn(explained: Explained[]): Explained {
  const odd = explained.find(({ key }) => key === 'odd');
  if (odd === undefined) throw new Error('nothing is said of OddNet');
  return odd;
}

async function explainedOf(registry: TestRegistry, key: string, path = EXPLAINED) {
  const { explained } = await registry.json(path, ADMIN_TOKEN);
  return explained.find((one: Explained) => one.key === key);
}

describe('an administrator sees', () => {
  test('the request, where the token was in it, its status, time and bytes, and not the token', async () => {
    await using opened = await openBeside('1.5.10', { [GENES.partnerPath]: does.afterMs(60, does.genes(2)) });
    const answer = await (await fetch(opened.registry.url + EXPLAINED, asAdministrator())).text();
    const { explained, origins } = JSON.parse(answer);
    expect(explained.map(({ key }: { key: string }) => key)).toEqual(origins.map(({ key }: { key: string }) => key));
    expect(explained[0]).toEqual({ key: 'local', how: 'this-registry', requests: [] });
    const { how, requests } = oddIn(explained);
    const [sent] = opened.odd.requestsTo(GENES.partnerPath);
    expect(how).toBe('asked');
    expect(requests).toEqual([
      {
        ...{ method: 'GET', credential: 'header', status: 200, url: opened.odd.url + sent?.path },
        ...{ elapsedMs: expect.any(Number), bytes: expect.any(Number) },
      },
    ]);
    expect(requests[0]?.elapsedMs).toBeGreaterThanOrEqual(50);
    expect(requests[0]?.bytes).toBeGreaterThan(500);
    for (const text of [SEARCH_TOKEN, encodeURIComponent(SEARCH_TOKEN)]) expect(answer).not.toContain(text);
  });

  test('each request of an old partner, with the token in no address, nor what its configured address holds', async () => {
    await using opened = await openBeside('1.3.4', {}, '/?key=secret-key');
    const answer = await (await fetch(opened.registry.url + EXPLAINED, asAdministrator())).text();
    const { requests } = oddIn(JSON.parse(answer).explained);
    const sent = opened.odd.requestsTo(GENES.partnerPath);
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.every(({ params }) => params.get('auth') === SEARCH_TOKEN)).toBe(true);
    expect(requests.map(({ credential }) => credential)).toEqual(sent.map(() => 'address'));
    for (const text of [SEARCH_TOKEN, encodeURIComponent(SEARCH_TOKEN), 'secret-key', 'auth=']) {
      expect(answer).not.toContain(text);
    }
  });

  test('both requests where a partner redirects, and no token that it writes into the address', async () => {
    const redirect = does.dependingOn(({ params }) =>
      params.has('again') ? does.genes(1) : does.redirect(`?again=${encodeURIComponent(SEARCH_TOKEN)}`),
    );
    await using opened = await openBeside('1.5.10', { [GENES.partnerPath]: redirect });
    const { requests } = await explainedOf(opened.registry, 'odd');
    expect(requests.map(({ status }: { status: number }) => status)).toEqual([302, 200]);
    expect(JSON.stringify(requests)).not.toMatch(/search(?:\+|%2B)token/i);
  });

  test('a request that was given up, without a status', async () => {
    await using opened = await openBeside('1.5.10', { [GENES.partnerPath]: does.hang() }, '', HASTY);
    expect(await explainedOf(opened.registry, 'odd')).toMatchObject({
      how: 'asked',
      requests: [{ status: null, bytes: null, credential: 'header' }],
    });
  });

  test("that an answer is that of another reader's call, or from the cache, and nothing of that call", async () => {
    await using odd = await startScriptedPartner({
      ...goodScript(0, '1.5.10'),
      [GENES.partnerPath]: does.afterMs(500, does.genes(2)),
    });
    await using registry = await neighbours.open({ url: odd.url });
    await learned(registry, 'odd', '1.5.10');
    const first = registry.json(GENE_SEARCH);
    await vi.waitUntil(() => odd.requestsTo(GENES.partnerPath).length === 1, PATIENT);
    const joined = { key: 'odd', how: 'joined-a-call-under-way', requests: [] };
    expect(await explainedOf(registry, 'odd')).toEqual(joined);
    await first;
    expect(await explainedOf(registry, 'odd')).toEqual({ key: 'odd', how: 'from-the-cache', requests: [] });
    expect(odd.requestsTo(GENES.partnerPath)).toHaveLength(1);
  });

  test('the same at the end of a stream', async () => {
    await using opened = await openBeside('1.5.10', { [GENES.partnerPath]: does.genes(2) });
    const { headers } = asAdministrator();
    const answer = await fetch(opened.registry.url + EXPLAINED, {
      headers: { ...headers, Accept: 'application/x-ndjson' },
    });
    const lines = (await answer.text()).trim().split('\n');
    const end = JSON.parse(lines.at(-1) ?? '');
    expect(oddIn(end.explained)).toMatchObject({ key: 'odd', how: 'asked', requests: [{ status: 200 }] });
  });

  test('of registries that were not asked, that they were not', async () => {
    await using registry = await neighbours.open();
    const north = await explainedOf(registry, 'north', `${EXPLAINED}&origins=local`);
    expect(north).toEqual({ key: 'north', how: 'not-asked', requests: [] });
  });
});

test('an answer that nobody asked to explain says nothing of it', async () => {
  await using registry = await neighbours.open();
  expect(await registry.json(GENE_SEARCH, ADMIN_TOKEN)).not.toHaveProperty('explained');
  expect(await registry.json(`${GENE_SEARCH}&explain=false`)).not.toHaveProperty('explained');
});

test('whoever is no administrator here is refused, those of a partner too', async () => {
  const settings = { APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-a-partner', APP_SETTINGS_ISEARCH_USER_ID: '1' };
  await using registry = await neighbours.open(undefined, { settings });
  const refusalOf = async (headers: Record<string, string>, path = EXPLAINED) => {
    const answer = await registry.get(path, { headers });
    return [answer.status, (await answer.json()).code];
  };
  expect(await refusalOf({})).toEqual([401, 'token-needed']);
  expect(await refusalOf({ Authorization: 'Bearer token-of-a-partner' })).toEqual([403, 'administrators-only']);
  expect(await refusalOf({}, EXPLAINED.replace('true', 'maybe'))).toEqual([400, 'parameter-invalid']);
});

function asAdministrator() {
  return { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
}
