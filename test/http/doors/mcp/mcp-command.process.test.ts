/** `isearch-proxy mcp`: an assistant starts the program and calls its tools over standard input and output. */

import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIN, openWorkplace, type Workplace } from '../../../support/machine/command-line.ts';
import { aUser, smallSnapshot } from '../../../support/registry/small-snapshot.ts';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
  const genes = [{ geneId: 672, tier: 'TIER1' as const, privacyLevel: null }];
  const snapshot = smallSnapshot({ users: [aUser(1, { privacyLevel: 2, genes })] });
  await workplace.write('snapshot.json', JSON.stringify(snapshot));
  await workplace.run(['import', workplace.at('snapshot.json')]);
});
afterAll(() => workplace[Symbol.asyncDispose]());

async function connect(mode: 'legacy' | 'auto') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const { folder: cwd, env } = workplace;
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], cwd, env });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

test.each(['legacy', 'auto'] as const)('the official client calls every tool after the %s handshake', async (mode) => {
  await using client = await connect(mode);
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(4);
  const found = await client.callTool({ name: 'find_experts', arguments: { symbol: 'BRCA1' } });
  expect(found.structuredContent).toMatchObject({
    ...{ complete: true, found: 1, experts: [{ name: 'Name1 Last1' }] },
    summary: expect.stringMatching(/ answered\.$/),
  });
  for (const [name, args] of [
    ['coverage', { symbol: 'BRCA1' }],
    ['resolve_text', { text: 'BRCA1' }],
    ['registries', {}],
  ] as const) {
    const { structuredContent, isError = false } = await client.callTool({ name, arguments: args });
    expect([name, isError, structuredContent]).toEqual([name, false, expect.objectContaining({ complete: true })]);
  }
});

test('a registry may be running on the same database', async () => {
  await using _ = await workplace.serve();
  await using client = await connect('legacy');
  const found = await client.callTool({ name: 'find_experts', arguments: { symbol: 'BRCA1' } });
  expect(found.structuredContent).toMatchObject({ found: 1 });
});

test('it ends when its input ends, and writes its log to standard error alone', async () => {
  // The log says so.
  await chmod(workplace.at('registry.sqlite'), 0o644);
  const child = workplace.start(['mcp'], { LOG_LEVEL: 'warn' });
  const [stdin, stdout, stderr] = [child.stdin, child.stdout, child.stderr];
  if (stdin === null || stdout === null || stderr === null) throw new Error('Its streams are pipes.');
  const written = text(stdout);
  const logged = text(stderr);
  stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'no/such/method' })}\n`);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(JSON.parse((await logged).split('\n')[0] ?? '')).toMatchObject({ msg: 'database', mode: '644' });
  for (const line of (await written).split('\n').filter((one) => one !== '')) {
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  }
});

test('a message that is too long is refused, however it comes, and the next one is answered', async () => {
  const child = workplace.start(['mcp']);
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('Its streams are pipes.');
  const written = text(stdout);
  const long = { jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'x'.repeat(200_000) } };
  stdin.write(`${JSON.stringify(long)}\n`);
  stdin.write(JSON.stringify(long).slice(0, 100_000));
  stdin.write('\n');
  stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`);
  const [code] = await once(child, 'exit');
  const [first, second, last] = (await written)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(first.error).toEqual({ code: -32600, message: expect.stringContaining('Allowed: at most 65536.') });
  expect([second, last]).toEqual([first, { jsonrpc: '2.0', id: 2, result: {} }]);
});

test('where a database is followed it says who answers instead', async () => {
  const { code, stderr } = await workplace.run(['mcp'], { env: { DATABASE_FOLLOW: 'mysql://reader@127.0.0.1:1/rdp' } });
  expect(code).toBe(1);
  expect(stderr).toContain('app.settings.doors.mcp.enabled');
  expect((await workplace.run(['mcp', 'now'])).stderr).toContain("mcp takes no further words, found 'now'");
});
