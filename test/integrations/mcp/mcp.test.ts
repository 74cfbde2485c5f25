/** Assistants call the tools of a registry at `/mcp`: asked by the official client, in both revisions of the protocol. */

import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Network, nameOf, startNetwork } from '../../support/network/start-network.ts';
import { aGene, aUser, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';

const gene = (geneId: number, tier: 'TIER1' | 'TIER2' = 'TIER1') => ({ geneId, tier, privacyLevel: null });
const genes = [aGene(672, 'BRCA1'), { ...aGene(12189, 'Brca1'), taxonId: MOUSE }];
const OPEN = {
  APP_SETTINGS_INTEGRATIONS_MCP_ENABLED: 'true',
  APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
};
const A_LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const JSON_ONLY = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

let network: Network;
beforeAll(async () => {
  const users = [
    aUser(1, { privacyLevel: 2, researcherPosition: 'PRINCIPAL_INVESTIGATOR', genes: [gene(672)] }),
    aUser(2, { privacyLevel: 0, genes: [gene(672)] }),
  ];
  network = await startNetwork([
    { key: 'a', settings: OPEN, snapshot: smallSnapshot({ genes, users }) },
    {
      key: 'b',
      snapshot: smallSnapshot({ genes, users: [aUser(9, { privacyLevel: 2, genes: [gene(12189, 'TIER2')] })] }),
    },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

async function connect(mode: 'legacy' | 'auto' = 'auto') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${network.at('a').url}/mcp`)));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function call(name: string, args: Record<string, unknown>, mode?: 'legacy' | 'auto') {
  await using client = await connect(mode);
  const { structuredContent, content, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  // biome-ignore lint/suspicious/noExplicitAny: it is what an assistant reads
  return { structured: structuredContent as any, text, isError };
}

describe.each(['legacy', 'auto'] as const)('with the %s handshake', (mode) => {
  test('the tools are listed with what they take and answer', async () => {
    await using client = await connect(mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['find_experts', 'resolve_text', 'coverage', 'registries']);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true });
      expect(tool.outputSchema?.required).toEqual(expect.arrayContaining(['complete', 'summary']));
    }
    expect(client.getInstructions()).toContain('summary');
  });

  test('people of all registries are found, those without a name as such, with the sentence of completeness', async () => {
    const { structured, text, isError } = await call('find_experts', { symbol: 'BRCA1' }, mode);
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toEqual(structured);
    expect(structured).toMatchObject({
      complete: true,
      summary: 'Both registries answered.',
      found: 3,
      foundIsExact: true,
    });
    expect(structured.page).toBe('https://a.example.org/search?symbol=BRCA1&taxonId=9606&tiers=TIER1&tiers=TIER2');
    expect(structured.experts).toEqual([
      expect.objectContaining({
        ...{
          name: 'Name1 Last1',
          withheld: false,
          registry: 'a-net',
          registryKey: 'local',
          symbol: 'BRCA1',
          tier: 'TIER1',
        },
        ...{ profile: 'https://a.example.org/userView/1', position: 'PRINCIPAL_INVESTIGATOR' },
      }),
      expect.objectContaining({ name: null, withheld: true, requestAccess: expect.stringContaining('request-access') }),
      expect.objectContaining({ name: 'Name9 Last9', registry: nameOf('b'), registryKey: 'b', symbol: 'Brca1' }),
    ]);
    expect(text).not.toMatch(/@|userView\/2|Last2/);
  });
});

test('a cursor leads to those who come next, and to all of them once', async () => {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const args = { symbol: 'BRCA1', size: 1, ...(cursor === null ? {} : { cursor }) };
    const { structured } = await call('find_experts', args);
    found.push(
      ...structured.experts.map(({ registry, name }: { registry: string; name: string }) => `${registry} ${name}`),
    );
    cursor = structured.cursor;
  } while (cursor !== null);
  expect(found.toSorted()).toEqual(['Registry B Name9 Last9', 'a-net Name1 Last1', 'a-net null']);
});

test('people are found by a part of their name', async () => {
  const { structured } = await call('find_experts', { nameLike: 'ast9' });
  expect(structured.experts).toEqual([expect.objectContaining({ name: 'Name9 Last9' })]);
});

test('a text is resolved here, and no other registry is asked', async () => {
  const before = network.line('a', 'b').questions().length;
  const { structured } = await call('resolve_text', { text: 'brca1' });
  expect(structured.entries[0].candidates[0]).toMatchObject({ kind: 'gene', gene: { symbol: 'BRCA1', geneId: 672 } });
  expect(structured.summary).toContain('no registry was asked');
  expect(network.line('a', 'b').questions()).toHaveLength(before);
});

test('a gene is counted registry by registry', async () => {
  const { structured } = await call('coverage', { symbol: 'BRCA1' });
  expect(structured).toMatchObject({ complete: true, gene: { symbol: 'BRCA1' } });
  expect(structured.rows[0].registries).toEqual([
    { key: 'local', state: 'answered', researchers: 2, withheld: 1, exact: true },
    { key: 'b', state: 'empty', researchers: 0, withheld: 0, exact: true },
  ]);
});

test('the registries are listed with their keys and sizes', async () => {
  const { structured } = await call('registries', {});
  expect(structured.registries).toEqual([
    expect.objectContaining({ key: 'local', name: 'a-net', state: 'answered', researchers: 2 }),
    expect.objectContaining({ key: 'b', name: 'Registry B', researchers: 1 }),
  ]);
});

test('a registry that fails is named in the sentence, and the answer says that it is not complete', async () => {
  network.line('a', 'b').behave((_, response) => response.writeHead(500).end());
  const { structured, isError } = await call('find_experts', { symbol: 'Brca1', taxonId: MOUSE, tiers: undefined });
  network.line('a', 'b').behave();
  expect([isError, structured.complete]).toEqual([false, false]);
  expect(structured.summary).toContain('Registry B');
  expect(structured.registries[1].reason).toEqual(expect.any(String));
});

test.each([
  ['find_experts', {}, 'A search for researchers needs nameLike'],
  ['find_experts', { symbol: ' ' }, 'Gene symbol cannot be empty.'],
  ['find_experts', { symbol: 'BRCA1', nameLike: 'x' }, "'nameLike' stands beside symbol. Allowed: one of them."],
  ['find_experts', { symbol: 'BRCA1', origins: ['nowhere'] }, "There is no registry 'nowhere' here. Allowed: local, b"],
  ['find_experts', { symbol: 'BRCA1', cursor: 'x' }, 'The cursor is not one that this registry wrote.'],
  ['find_experts', { symbol: 'BRCA1', size: 51 }, 'size'],
  ['find_experts', { gene: 'BRCA1' }, "There is no argument 'gene' here. Allowed: symbol, taxonId"],
  ['coverage', { symbol: 'BRCA1', taxonId: 'human' }, 'taxonId'],
  ['resolve_text', { text: 'x'.repeat(501) }, '500'],
])('%s of %j is refused with what is allowed', async (name, args, sentence) => {
  const { text, isError } = await call(name, args);
  expect(isError).toBe(true);
  expect(text).toContain(sentence);
});

async function post(headers: Record<string, string>, body: unknown = A_LIST) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    connection: string | undefined;
    text: string;
  }>();
  const { hostname, port } = new URL(network.at('a').url);
  const sent = request(
    { hostname, port, path: '/mcp', method: 'POST', headers: { ...JSON_ONLY, ...headers } },
    async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, connection: response.headers.connection, text });
    },
  );
  sent.on('error', reject);
  sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  return promise;
}

test.each([
  [{ Host: 'a.example.org' }, 200],
  [{ Host: 'localhost:1234', Origin: 'http://localhost:1234' }, 200],
  [{ Host: 'a.example.org', Origin: 'https://a.example.org' }, 200],
  [{ Host: 'attacker.example.net' }, 403],
  [{ Host: 'a.example.org.attacker.example.net' }, 403],
  [{ Origin: 'https://attacker.example.net' }, 403],
  [{ Origin: 'null' }, 403],
  [{ Host: 'localhost', Origin: 'http://localhost.attacker.example.net' }, 403],
])(
  'a request with %j is answered with %i: no website reaches this machine through its reader',
  async (headers, status) => {
    expect((await post(headers)).status).toBe(status);
  },
);

test('a client that ends its connection with a question reads that the answer ends it, and may ask on another one', async () => {
  const params = { name: 'find_experts', arguments: { symbol: 'BRCA1' } };
  for (const id of [1, 2]) {
    const { status, connection } = await post({ Connection: 'close' }, { ...A_LIST, id, method: 'tools/call', params });
    expect([status, connection]).toEqual([200, 'close']);
  }
});

test.each([
  ['{"jsonrpc"', 400, -32700],
  [[A_LIST, A_LIST], 400, -32600],
  [`"${'x'.repeat(70_000)}"`, 413, -32000],
])('a body of another form is refused as JSON-RPC says: %#', async (body, status, code) => {
  const refused = await post({}, body);
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([status, code]);
});

test('another method is refused, and without the setting there is no such address', async () => {
  expect((await network.at('a').get('/mcp')).status).toBe(405);
  expect((await network.at('a').get('/mcp', { method: 'DELETE' })).status).toBe(405);
  const closed = await network
    .at('b')
    .get('/mcp', { method: 'POST', headers: JSON_ONLY, body: JSON.stringify(A_LIST) });
  expect(closed.status).toBe(404);
});
