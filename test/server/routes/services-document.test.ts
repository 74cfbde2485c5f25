/** The OpenAPI document of what stands beside the APIs: every address of it, the parameters that are read, its errors. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASKED } from '../../../src/domain/federation/federated-query.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { mountedPaths } from '../../support/server/mounted-routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

let registry: TestRegistry;
let document: Json;
beforeAll(async () => {
  registry = await startTestRegistry({ snapshot: smallSnapshot() });
  document = await registry.json('/docs/services.json');
});
afterAll(() => registry[Symbol.asyncDispose]());

const OF_SERVICES = /^\/(?:export|feeds|suggest|api\/admin)(?:\/|$)/;

test('has every address of files, feeds, suggestions and administration, and no other', async () => {
  const mounted = (await mountedPaths(registry)).filter((path) => OF_SERVICES.test(path));
  expect(Object.keys(document.paths).toSorted()).toEqual([...new Set(mounted)].toSorted());
  expect(document.info).toMatchObject({ version: '1.1.0', 'x-registry-api': '1.5.10' });
});

function parametersOf(path: string): string[] {
  const { parameters } = document.paths[path].get;
  return parameters.map(({ $ref }: Json) => document.components.parameters[$ref.split('/').at(-1)].name);
}

test('every parameter of a file and of a feed is one that they read', async () => {
  const others = ['format', 'part', 'bom', 'lang'];
  for (const [path, read] of [
    ['/export', [...ASKED.genes, ...ASKED.users]],
    ['/feeds/genes', ASKED.genes],
    ['/feeds/users', ASKED.users],
  ] as const) {
    const known: readonly string[] = [...read, ...others];
    expect(parametersOf(path).filter((name) => !known.includes(name))).toEqual([]);
  }
});

test('operations have names of their own, and name the methods that there are', async () => {
  const operations = Object.values<Json>(document.paths).flatMap((one) => Object.entries<Json>(one));
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const methods = Object.fromEntries(
    Object.entries<Json>(document.paths).map(([path, one]) => [path, Object.keys(one)]),
  );
  expect(methods['/api/admin/tokens']).toEqual(['get', 'post']);
  expect(methods['/api/admin/access-requests/{id}']).toEqual(['patch', 'delete']);
});
