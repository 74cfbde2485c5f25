/** Whoever leaves keeps nothing: no place, no memory, no question of theirs goes on, whatever they asked and whenever they left. */

import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { afterMs, version } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { LIST_LIMITS } from '../../../src/server/limits/work-in-flight.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { askList, BATCH } from '../../support/network/gene-lists.ts';
import { genes, users } from '../../support/partners/behaviours.ts';
import { startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { everyRoute, type RouteQuestion } from '../../support/server/every-route.ts';
import { leaveAtRandom } from '../../support/server/leaving-readers.ts';
import { askRaw } from '../../support/server/raw-http.ts';

const SEED = 20_261;
/** So that readers leave while a partner is waited for. */
const PARTNER_MS = 15;
const LIST = { text: ['BRCA1', 'TP53', 'KCNQ2'] };
const MME_TOKEN = 'token-of-another-node';
const INTEGRATIONS = {
  APP_SETTINGS_INTEGRATIONS_MARRVEL_ENABLED: 'true',
  APP_SETTINGS_INTEGRATIONS_MCP_ENABLED: 'true',
  APP_SETTINGS_INTEGRATIONS_MME_TOKENS: MME_TOKEN,
};
const MATCHED = {
  id: 'P1',
  contact: { name: 'Clinic', href: 'mailto:clinic@example.org' },
  genomicFeatures: LIST.text.map((id) => ({ gene: { id } })),
};
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
/** Integrations are loaded when somebody asks, so the application does not know their routes. */
const OF_INTEGRATIONS: readonly RouteQuestion[] = [
  {
    ...{ route: '/SearchScientistByGene', method: 'GET', path: '/SearchScientistByGene?symbol=BRCA1&taxonId=9606' },
    ...{ headers: {}, body: '' },
  },
  {
    ...{ route: '/mme/match', method: 'POST', path: '/mme/match' },
    headers: { ...JSON_TYPE, 'X-Auth-Token': MME_TOKEN, Accept: '*/*' },
    body: JSON.stringify({ patient: MATCHED }),
  },
  ...(['find_experts', 'coverage'] as const).map(
    (name): RouteQuestion => ({
      ...{ route: `/mcp ${name}`, method: 'POST', path: '/mcp' },
      headers: { ...JSON_TYPE, Host: '127.0.0.1', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ ...CALL, params: { name, arguments: { symbol: 'BRCA1' } } }),
    }),
  ),
];

const resources = new AsyncDisposableStack();
let registry: TestRegistry;
let questions: readonly RouteQuestion[];
beforeAll(async () => {
  const partner = resources.use(
    await startScriptedPartner({
      '/api': version('1.5.10'),
      '/api/genes/search': afterMs(PARTNER_MS, genes(2)),
      '/api/users/search': afterMs(PARTNER_MS, users(2)),
    }),
  );
  registry = resources.use(
    await startAlpha({ APP_SETTINGS_ISEARCH_APIS: partner.url, CACHE_ANSWERS_FRESH_SECONDS: '0', ...INTEGRATIONS }),
  );
  questions = [...(await everyRoute(registry, TOKENS.admin)), ...OF_INTEGRATIONS];
});
afterAll(() => resources.disposeAsync());

/** How many there are of all that is counted while it is under way. */
function underWay(): Record<string, number> {
  const { searchesUnderWay, listsUnderWay, exportsUnderWay, waitingBytes } = registry.context.limits.status();
  return { searchesUnderWay, listsUnderWay, exportsUnderWay, waitingBytes };
}
const NOTHING = { searchesUnderWay: 0, listsUnderWay: 0, exportsUnderWay: 0, waitingBytes: 0 };

async function statuses(): Promise<(readonly [string, string, number])[]> {
  const all: (readonly [string, string, number])[] = [];
  for (const { route, method, path, headers, body } of questions) {
    const asked = { method, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) }, body };
    all.push([method, route, (await askRaw(registry.url, path, asked)).status]);
  }
  return all;
}

test('whoever leaves before the first line of a list gives its place back, also where nobody was left to wait for', async () => {
  const { hostname, port } = new URL(registry.url);
  const body = JSON.stringify(LIST);
  const lines = [`POST ${BATCH} HTTP/1.1`, 'Host: registry.example.org', 'Accept: application/x-ndjson'];
  const head = [...lines, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', ''].join('\r\n');
  for (let left = 0; left < 2 * LIST_LIMITS.mostInAll; left++) {
    const socket = connect(Number(port), hostname);
    await new Promise((sent) => socket.write(head + body, sent));
    socket.destroy();
    await pause(1);
  }
  await vi.waitFor(() => expect(underWay()).toEqual(NOTHING), PATIENT);
  expect((await askList(registry, LIST)).genes).toHaveLength(3);
});

test('after readers of every route have left at any moment nothing is under way, and everything is answered as before', async () => {
  const before = await statuses();
  // The others are refused, as a POST is nearly everywhere.
  expect(before.filter(([, , status]) => status === 200).length).toBeGreaterThan(questions.length / 3);
  const ofIntegrations = before.slice(-OF_INTEGRATIONS.length);
  expect(ofIntegrations.map(([, , status]) => status)).toEqual(OF_INTEGRATIONS.map(() => 200));
  await leaveAtRandom({ url: registry.url, questions, readers: sampledCount(80, 200), seed: SEED });
  await vi.waitFor(() => expect(underWay()).toEqual(NOTHING), PATIENT);
  expect(await statuses()).toEqual(before);
  // As many at once as one address may have.
  const lists = Array.from({ length: LIST_LIMITS.mostPerAddress }, () => askList(registry, LIST));
  for (const list of await Promise.all(lists)) expect(list.genes).toHaveLength(3);
});
