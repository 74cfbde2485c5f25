/** A refusal is answered before other work, in the turn of the event loop in which the request was read. */

import { channel } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { test } from '../../support/worlds.ts';

let registry: TestRegistry;
test.beforeAll(({ alpha }) => {
  registry = alpha;
});

/** Returns the status, and how many turns after the request was read the response is complete. */
async function turnsUntilRefused(path: string, init: RequestInit = {}): Promise<{ status: number; turns: number }> {
  let turns = 0;
  let atTheEnd = 0;
  const onRequest = () => void setImmediate(() => turns++);
  const end = vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (this: ServerResponse, ...given) {
    atTheEnd = turns;
    end.mockRestore();
    return this.end(...(given as unknown as []));
  });
  channel('http.server.request.start').subscribe(onRequest);
  try {
    const { status } = await registry.get(path, init);
    return { status, turns: atTheEnd };
  } finally {
    channel('http.server.request.start').unsubscribe(onRequest);
    end.mockRestore();
  }
}

test.each([
  ['a search here', '/api/genes/search?symbol=NOSUCHGENE&taxonId=9606', {}, 404],
  ['a search of all registries', '/api/federated/genes/search?symbol=BRCA1&taxonId=9606&colour=red', {}, 400],
  ['a list of genes', '/api/federated/genes/search-batch', { method: 'GET' }, 405],
  ['a request for access', '/api/federated/access-requests?colour=red', { method: 'POST' }, 400],
])('%s', async (_, path, init, status) => {
  await turnsUntilRefused(path, init);
  expect(await turnsUntilRefused(path, init)).toEqual({ status, turns: 0 });
});
