/**
 * `npm run mcp`: lets the conformance suite of the Model Context Protocol judge `/mcp` of a registry. What a
 * registry cannot pass stands in expected-failures.yaml, each with its reason. `.ci/mcp-conformance` installs the suite.
 * Some seconds.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputRequired, type McpServer } from '@modelcontextprotocol/server';
import express from 'express';
import { mcpRoutes } from '../../../../src/integrations/mcp/integration.ts';
import { serverFactory } from '../../../../src/integrations/mcp/tools.ts';
import { smallSnapshot } from '../../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../../support/registry/start-registry.ts';

const FOLDER = process.env.MCP_CONFORMANCE ?? import.meta.dirname;
const PROGRAM = join(FOLDER, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const EXPECTED = join(import.meta.dirname, 'expected-failures.yaml');
const OPEN = { APP_SETTINGS_INTEGRATIONS_MCP_ENABLED: 'true', LIMITS_REQUESTS_PER_MINUTE: '0' };

if (existsSync(PROGRAM)) process.exitCode = await judge();
else
  process.stdout.write(`Left out: /mcp was not judged, as its conformance suite is not here (npm ci in ${FOLDER}).\n`);

/** Answers the exit code: 0 where everything is as expected. */
async function judge(): Promise<number> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const registry = resources.use(await startTestRegistry({ snapshot: smallSnapshot(), settings: OPEN }));
  const whole = await runSuite(folder, [`${registry.url}/mcp`, '--suite', 'all', '--expected-failures', EXPECTED]);
  const { url } = resources.use(await withToolsOfSuite());
  const stateless = await runSuite(folder, [url, '--scenario', 'server-stateless']);
  return Math.max(whole, stateless);
}

/** It keeps what it has found in the folder it runs in, so that is one of its own. */
async function runSuite(folder: string, [url = '', ...options]: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, 'server', '--url', url, ...options], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** The same routes and tools, with those of the suite's own server beside, which no call of ours reaches. */
async function withToolsOfSuite(): Promise<AsyncDisposable & { url: string }> {
  const nobody = () => {
    throw new Error('Only tools of the suite are called here.');
  };
  const site = { shortname: 'test', fullname: 'Test', host: 'http://127.0.0.1' };
  const features = { apiEnabled: true, searchByGene: true, searchByResearcher: true, anonymises: true };
  const make = serverFactory({
    useCases: { federatedSearch: nobody, federatedCoverage: nobody, federatedStatistics: nobody },
    registry: { resolveText: nobody, refuseUnfit: nobody },
    ...{ features, site, implementation: 'test/1', reportFault: nobody },
  });
  const stop = new AbortController();
  const given = { site, stopping: stop.signal, reportFault: nobody };
  const app = express().use(mcpRoutes({ ...given, admit: (_req, _res, next) => next() }, () => addSuiteTools(make())));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      stop.abort();
      server.closeAllConnections();
      server.close();
    },
  };
}

function addSuiteTools(server: McpServer): McpServer {
  const text = { content: [{ type: 'text' as const, text: 'done' }] };
  const sampling = inputRequired.createMessage({ messages: [], maxTokens: 1 });
  server.registerTool('test_missing_capability', {}, () => inputRequired({ inputRequests: { sampling } }));
  server.registerTool('test_streaming_elicitation', {}, () => text);
  server.registerTool('test_logging_tool', {}, async ({ mcpReq }) => {
    await mcpReq.log('info', 'only for those who want it');
    return text;
  });
  return server;
}
