/** Files of searches hold much memory while they are made and sent: few at once, however many are asked for. */

import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import { type ExportNeeds, exportRoutes } from '../../../src/http/federated/export-routes.ts';
import { readAddress } from '../../../src/http/request/request-context.ts';
import { limiter } from '../../../src/limiter.ts';

/** Exports over searches that end when they are told to, and how many of them are under way. */
async function startExports() {
  const ends: (() => void)[] = [];
  const needs = {
    read: async ({ originalUrl }: { originalUrl: string }) => ({ ...readAddress(originalUrl), viewer: PUBLIC_VIEWER }),
    switches: { apiEnabled: true, searchByGene: true, searchByResearcher: true, anonymises: false },
    origins: { named: () => [], leftOut: () => [] },
    async *fanOut() {
      await new Promise<void>((resolve) => ends.push(resolve));
      yield* [];
    },
    sources: [],
    host: 'https://registry.example.org',
    now: () => new Date(),
    limiter,
  };
  const server = express()
    .use(exportRoutes(needs as unknown as ExportNeeds))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/export?symbol=BRCA1&format=csv`;
  return {
    ends,
    connections: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    ask: () => fetch(url),
    /** Asks, and leaves with what is answered here. */
    askAndLeave() {
      const left = request(url).on('error', () => {});
      left.end();
      return () => left.destroy();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

test('four are made at once, the others after them, and those that nobody waits for not at all', async () => {
  await using exports = await startExports();
  const { ends, ask, askAndLeave, connections } = exports;
  const asked = Array.from({ length: 6 }, () => ask());
  await expect.poll(() => ends.length).toBe(4);
  const leave = askAndLeave();
  await expect.poll(connections).toBe(7);
  leave();
  await expect.poll(connections).toBe(6);
  expect(ends).toHaveLength(4);
  for (let done = 0; done < 6; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(done);
    ends[done]?.();
  }
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(ends).toHaveLength(6);
});
