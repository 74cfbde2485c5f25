/** `isearch-proxy mcp`: an assistant starts the program and calls its tools over standard input and output. */

import { chmod } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ending, MAIN, openWorkplace, type Workplace } from '../../support/machine/command-line.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
  const genes = [{ geneId: 672, tier: 'TIER1' as const, privacyLevel: null }];
  const snapshot = smallSnapshot({ users: [aUser(1, { privacyLevel: 2, genes })] });
  await workplace.write('snapshot.json', JSON.stringify(snapshot));
  await workplace.run(['import', workplace.at('snapshot.json')]);
});
afterAll(() => workplace[Symbol.asyncDispose]());

type Streams = { stdin: Writable; stdout: Readable };

/** Message by message, a line each. */
function transportOver({ stdin, stdout }: Streams): Transport {
  const lines = createInterface({ input: stdout });
  const transport: Transport = {
    async start() {
      lines.on('line', (line) => transport.onmessage?.(JSON.parse(line)));
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      lines.close();
      transport.onclose?.();
    },
  };
  return transport;
}

async function callEveryTool(transport: Transport, mode: 'legacy' | 'auto'): Promise<void> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const errors: Error[] = [];
  client.onerror = (error) => void errors.push(error);
  await client.connect(transport);
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
  await client.close();
  expect(errors).toEqual([]);
}

test('the official client calls every tool after the auto handshake, of a program beside a registry that runs on the same database, whose log goes to standard error alone', async () => {
  await using _ = await startTestRegistry({
    snapshot: smallSnapshot(),
    settings: { DATABASE_FILE: workplace.at('registry.sqlite') },
  });
  // The log says so.
  await chmod(workplace.at('registry.sqlite'), 0o644);
  const env = { ...workplace.env, LOG_LEVEL: 'warn' };
  const program = { command: process.execPath, args: [MAIN, 'mcp'], cwd: workplace.folder, env };
  const transport = new StdioClientTransport({ ...program, stderr: 'pipe' });
  const logged = text(transport.stderr as Readable);
  await callEveryTool(transport, 'auto');
  expect(JSON.parse((await logged).split('\n')[0] ?? '')).toMatchObject({ msg: 'database', mode: '644' });
});

test('it does so after the legacy handshake; a message that is too long is refused, however it comes, and the next one is answered; it ends when its input ends', async () => {
  const command = workplace.begin(['mcp']);
  await callEveryTool(transportOver(command), 'legacy');
  const { stdin, stdout } = command;
  const lines: string[] = [];
  createInterface({ input: stdout }).on('line', (line) => void lines.push(line));
  const long = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'x'.repeat(200_000) } });
  stdin.write(`${long}\n`);
  stdin.write(long.slice(0, 100_000));
  stdin.write(`\n${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`);
  await expect.poll(() => lines.length).toBe(3);
  const [first, second, last] = lines.map((line) => JSON.parse(line));
  expect(first.error).toEqual({ code: -32600, message: expect.stringContaining('Allowed: at most 65536.') });
  expect([second, last]).toEqual([first, { jsonrpc: '2.0', id: 2, result: {} }]);
  stdin.end();
  expect((await ending(command)).code).toBe(0);
});

test('where a database is followed it says who answers instead', async () => {
  const { code, stderr } = await workplace.run(['mcp'], { env: { DATABASE_FOLLOW: 'mysql://reader@127.0.0.1:1/rdp' } });
  expect(code).toBe(1);
  expect(stderr).toContain('app.settings.integrations.mcp.enabled');
  expect((await workplace.run(['mcp', 'now'])).stderr).toContain("mcp takes no further arguments, found 'now'");
});
