/** What a partner wants to be said beside its records is said wherever they go. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const DISCLAIMER = 'For research on <rare> diseases only.';
const TERMS = 'https://b.example.org/terms?v=1&lang=en';
const SEARCH = 'symbol=BRCA1&taxonId=9606';
const TOKEN = 'token-of-another-node';

let others: Network;
let registry: TestRegistry;
beforeAll(async () => {
  others = await startNetwork([
    { key: 'b', snapshot: smallSnapshot() },
    { key: 'c', snapshot: smallSnapshot() },
  ]);
  registry = await startTestRegistry({
    snapshot: smallSnapshot({ users: [] }),
    settings: { APP_SETTINGS_INTEGRATIONS_MME_TOKENS: TOKEN, APP_SETTINGS_INTEGRATIONS_MCP_ENABLED: 'true' },
    partners: [
      { key: 'b', name: 'B', url: others.at('b').url, disclaimer: DISCLAIMER, terms: TERMS },
      { key: 'c', name: 'C', url: others.at('c').url },
    ],
  });
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await others[Symbol.asyncDispose]();
});

type Notice = { key: string; disclaimer?: string; terms?: string };
const noticesOf = (origins: Notice[]) => origins.map(({ key, disclaimer, terms }) => [key, disclaimer, terms]);
const EXPECTED = [
  ['local', undefined, undefined],
  ['b', DISCLAIMER, TERMS],
  ['c', undefined, undefined],
];

test.each([
  `/api/federated/genes/search?${SEARCH}`,
  `/api/federated/genes/search?${SEARCH}&granularity=count`,
  '/api/federated/stats',
  `/export?kind=genes&${SEARCH}&format=json`,
])('%s has it at the origin that sent it, and at no other', async (path) => {
  expect(noticesOf((await registry.json(path)).origins)).toEqual(EXPECTED);
});

test.each([
  ['b', DISCLAIMER, TERMS],
  ['c', undefined, undefined],
])('a single record of %s has it among its members', async (origin, disclaimer, terms) => {
  const { content } = await registry.json(`/api/federated/users/search?nameLike=a&prefix=false&origins=${origin}`);
  const record = await registry.json(`/api/federated/users/${content[0].id}?origin=${origin}`);
  expect(record).toMatchObject({ originKey: origin, id: content[0].id });
  expect([record.disclaimer, record.terms]).toEqual([disclaimer, terms]);
});

test('an assistant reads it of that registry', async () => {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const call = { name: 'find_experts', arguments: { symbol: 'BRCA1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const answerText = await (await registry.get('/mcp', { method: 'POST', headers, body })).text();
  const { result } = JSON.parse(answerText.replace(/^[^{]*/, ''));
  expect(noticesOf(result.structuredContent.registries)).toEqual(EXPECTED);
});

test('a stream has it with the part', async () => {
  const headers = { Accept: 'application/x-ndjson' };
  const lines = (await (await registry.get(`/api/federated/genes/search?${SEARCH}`, { headers })).text())
    .trim()
    .split('\n');
  const parts = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'part');
  const byKey = (a: Notice, b: Notice) =>
    EXPECTED.findIndex(([key]) => key === a.key) - EXPECTED.findIndex(([key]) => key === b.key);
  expect(noticesOf(parts.map(({ origin }) => origin).toSorted(byKey))).toEqual(EXPECTED);
});

test('the page shows it in the line of that registry, as text and as a link', async () => {
  const page = await (await registry.get(`/search?${SEARCH}&render=server`)).text();
  const line = /<li data-line="b".*?<\/li>/s.exec(page)?.[0] ?? '';
  expect(line).toContain('For research on &lt;rare&gt; diseases only.');
  expect(line).toContain('href="https://b.example.org/terms?v=1&amp;lang=en"');
  expect(page.match(/class="notice"/g)).toHaveLength(1);
});

describe('beside people of that registry alone', () => {
  const ESCAPED = 'For research on &lt;rare&gt; diseases only.';
  const ADDRESS = 'https://b.example.org/terms?v=1&amp;lang=en';

  test.each([
    ['b', 1],
    ['c', 0],
  ])('the profile of somebody at %s', async (origin, times) => {
    const { content } = await registry.json(`/api/federated/genes/search?${SEARCH}&origins=${origin}`);
    const named = content.find(({ remoteUser }: { remoteUser: { id?: number } }) => remoteUser.id !== undefined);
    const page = await (await registry.get(`/userView/${named.remoteUser.id}?origin=${origin}`)).text();
    expect(page.match(/class="notice"/g) ?? []).toHaveLength(times);
    expect([page.includes(ESCAPED), page.includes(`href="${ADDRESS}"`)]).toEqual([times === 1, times === 1]);
  });

  test.each([
    ['', 1],
    ['&origins=c', 0],
  ])('the sheet of a search%s', async (origins, times) => {
    const sheet = await (await registry.get(`/search?${SEARCH}${origins}&view=sheet&render=server`)).text();
    expect(sheet.split(ESCAPED)).toHaveLength(1 + times);
  });

  test('entries of a feed, in both forms', async () => {
    const atom = await (await registry.get(`/feeds/genes?${SEARCH}&format=atom`)).text();
    const entries = atom.split('<entry>').slice(1);
    const noticesOf = (of: string) =>
      entries.filter((entry) => entry.includes(`userView`) && entry.includes(`origin=${of}`));
    expect(noticesOf('b').length).toBeGreaterThan(0);
    for (const entry of noticesOf('b')) expect(entry).toContain(`${ESCAPED} ${ADDRESS}</content>`);
    for (const entry of noticesOf('c')) expect(entry).not.toContain(ESCAPED);
    const { items } = await registry.json(`/feeds/genes?${SEARCH}&format=json`);
    const texts = items.map((item: { content_text: string }) => item.content_text);
    expect(texts.filter((text: string) => text.endsWith(`${DISCLAIMER} ${TERMS}`))).toHaveLength(noticesOf('b').length);
  });
});

test('a result of Matchmaker Exchange has it where its person is of that registry', async () => {
  const headers = { 'X-Auth-Token': TOKEN, 'Content-Type': 'application/json' };
  const patient = {
    id: '1',
    contact: { name: 'A', href: 'mailto:a@example.org' },
    genomicFeatures: [{ gene: { id: 'BRCA1' } }],
  };
  const response = await registry.get('/mme/match', { method: 'POST', headers, body: JSON.stringify({ patient }) });
  const { results } = await response.json();
  const notices = results.map(({ patient: { id, disclaimer, terms } }: { patient: Notice & { id: string } }) => [
    id.split(':')[0],
    disclaimer,
    terms,
  ]);
  expect(notices.toSorted()).toEqual(EXPECTED.slice(1));
});
