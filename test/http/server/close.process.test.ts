/** How the process of a registry stops at a signal: what is under way ends, and nothing is left behind. SIGTERM: test/smoke.test.ts. */

import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ALPHA_SNAPSHOT } from '../../support/registry/alpha-registry.ts';
import { startCliRegistry } from '../../support/registry/cli-registry.ts';

/** How long a stop may take when nothing has to be waited for. */
const AT_ONCE_MS = 3000;

test('at SIGINT the process answers what it was asked before, ends with 0, says that it stops, and leaves nothing behind', async () => {
  await using registry = await startCliRegistry(ALPHA_SNAPSHOT, {});
  const agent = new Agent({ keepAlive: true });
  const [idle] = await once(get(`${registry.url}/api/stats`, { agent }), 'response');
  await idle.toArray();
  const socket = connect(Number(new URL(registry.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /api/users?size=2000 HTTP/1.1\r\nHost: registry.example.org\r\n\r\n');
  await once(socket, 'readable');
  const stop = registry.stop('SIGINT');
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer.trimEnd()).toMatch(/\}$/);
  const { exitCode, elapsedMs } = await stop;
  expect(exitCode).toBe(0);
  expect(elapsedMs).toBeLessThan(AT_ONCE_MS);
  expect(registry.written()).toContain('Stopping: no new requests, those under way may end.');
  agent.destroy();
  // The port is free at once.
  const next = createServer().listen(Number(new URL(registry.url).port), '127.0.0.1');
  await once(next, 'listening');
  next.close();
});
