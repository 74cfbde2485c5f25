/** The OpenAPI document of what stands beside the APIs: every address of it, the parameters that are read, its errors. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASKED } from '../../../src/domain/federation/federated-query.ts';
import { startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
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

test('every failure says when it comes, and shows an example without gaps', () => {
  for (const [path, one] of Object.entries<Json>(document.paths)) {
    for (const { responses } of Object.values<Json>(one)) {
      for (const [status, { $ref, description, content = {} }] of Object.entries<Json>(responses)) {
        if ($ref !== undefined) continue;
        expect([path, status, description]).toEqual([path, status, expect.stringMatching(/^[A-Z](?!.*\. \.)/)]);
        const examples = Object.values<Json>(content['application/problem+json']?.examples ?? {});
        for (const { summary, value } of examples) {
          expect([path, status, summary]).toEqual([path, status, expect.stringMatching(/\w/)]);
          expect(value.detail).not.toMatch(/ {2}| [:.;]/);
        }
      }
    }
  }
});

/** The schema of an answer, or of a body, where a member that is not described is wrong. */
function strictly(operation: Json, of: (operation: Json) => Json) {
  const closed = JSON.parse(JSON.stringify(document), (_, value: Json) =>
    value?.type === 'object' && value.properties !== undefined ? { additionalProperties: false, ...value } : value,
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'document', ...closed });
  const { schema } = of(operation).content['application/json'];
  return ajv.compile({ $ref: `document${schema.$ref}` });
}

test('administrators get the answers that the document describes, and the errors of a body that it describes', async () => {
  await using alpha = await startAlpha();
  await alpha.json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606');
  for (const path of ['tokens', 'access-requests', 'audit-log', 'audit-log/partners/{key}']) {
    const check = strictly(document.paths[`/api/admin/${path}`].get, ({ responses }) => responses[200]);
    check(await alpha.json(`/api/admin/${path.replace('{key}', 'local')}`, TOKENS.admin));
    expect([path, check.errors]).toEqual([path, null]);
  }
  const { post } = document.paths['/api/admin/tokens'];
  const isOrder = strictly(post, ({ requestBody }) => requestBody);
  for (const order of [{}, { label: 'x', days: 366 }, { days: 9999 }, { userId: 'x' }, { label: null }]) {
    const answer = await alpha.get('/api/admin/tokens', {
      ...{ method: 'POST', body: JSON.stringify(order) },
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKENS.admin}` },
    });
    expect([order, answer.status]).toEqual([order, isOrder(order) ? 200 : 400]);
    if (!answer.ok) continue;
    const check = strictly(post, ({ responses }) => responses[200]);
    check(await answer.json());
    expect(check.errors).toBeNull();
  }
});
