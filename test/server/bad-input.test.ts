/** Whatever is sent to whatever address: an answer comes, it is no fault of ours, and it says what was wrong. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { sampledCount } from '../support/machine/sample.ts';
import { ANONYMISING, startAlpha } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { ODD_REQUEST, type OddRequest } from '../support/server/odd-requests.ts';
import { EXCLUDING_ACCEPTS, PARAMETERS, ROUTES } from '../support/server/odd-values.ts';
import { type Answer, askRaw } from '../support/server/raw-http.ts';
import { test } from '../support/worlds.ts';
import { description, paths } from './routes/openapi-reader.ts';

/** What a registry without anonymous ids answers with 503. */
const CLOSED = /\/api\/(?:users|genes)\/by-anonymous-id\//;
const AT_ONCE = 10;

describe.each([
  ['anonymises', ANONYMISING],
  ['shows nothing of hidden people', {}],
])('a registry that %s', (_name, settings) => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startAlpha({ ...settings, APP_SITE_MAINSITE: 'http://main.example.org' });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test('answers requests that nobody would send', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ODD_REQUEST, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
        await Promise.all(
          requests.map(async (request) => {
            const { method, path, headers } = request;
            expectHonestAnswer(request, await askRaw(registry.url, path, { method, headers: headersOf(headers) }));
          }),
        );
      }),
      { numRuns: sampledCount(30, 200) },
    );
    expect((await registry.get('/readyz')).status).toBe(200);
  });
});

test('every route and every parameter is among what is tried', () => {
  const tried = new Set(
    ROUTES.map((route) => `/${route.map((part) => (part.startsWith('{') ? '{}' : part)).join('/')}`),
  );
  expect(paths.filter((path) => !tried.has(path.replace(/\{\w+\}/g, '{}')))).toEqual([]);
  const described = Object.values(description.components.parameters).filter((parameter) => parameter.in === 'query');
  expect(described.filter(({ name }) => !(name in PARAMETERS))).toEqual([]);
});

describe('what no list of odd requests would come upon', () => {
  let registry: TestRegistry;
  test.beforeAll(({ alpha }) => {
    registry = alpha;
  });

  test('an address longer than is read is answered with how long it may be', async () => {
    const { status, text } = await askRaw(registry.url, `/api/users/search?nameLike=${'a'.repeat(20_000)}&prefix=true`);
    expect([status, JSON.parse(text).error]).toEqual([414, 'URI Too Long']);
    expect(JSON.parse(text).message).toMatch(/20039 characters\. Allowed: .*16384/);
  });

  test('an expectation that nobody knows is ignored', async () => {
    const answer = await askRaw(registry.url, '/api/taxa/9606', { headers: { Expect: 'the-unexpected' } });
    expect([answer.status, JSON.parse(answer.text).commonName]).toEqual([200, 'human']);
  });

  test('an address that is no UTF-8 is refused, a value that is none is read with what can be read of it', async () => {
    expect((await askRaw(registry.url, '/api/ontologies/%ff/terms')).status).toBe(400);
    const answer = await askRaw(registry.url, '/api/genes/search?symbol=A%ffB&taxonId=9606');
    expect(answer).toMatchObject({ status: 404, text: 'Unknown gene with symbol: A\ufffdB.' });
  });
});

/** As a flat list, so that a header may be sent twice. */
function headersOf(headers: OddRequest['headers']): string[] {
  return [...headers.flat(), 'Host', 'registry.example.org', 'Connection', 'close'];
}

function expectHonestAnswer(request: OddRequest, { status, headers, text, bytes }: Answer): void {
  const about = `${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.headers).slice(0, 300)}`;
  if (status !== 503 || !CLOSED.test(request.path)) expect(status, about).toBeLessThan(500);
  expect(headers['set-cookie'], about).toBeUndefined();
  if (request.method === 'HEAD') expect(bytes.length, about).toBe(0);
  else if (status >= 400 && !excludesEveryForm(request)) expect(sentenceOf(text), about).toMatch(/^\S.{5,}/s);
  else if (headers['content-type']?.startsWith('application/json')) expect(() => JSON.parse(text), about).not.toThrow();
}

/** What an error says, out of the document, the page or the bare sentence. */
function sentenceOf(text: string): string {
  if (text.startsWith('{')) return JSON.parse(text).message;
  return /<p>(.*)<\/p>/s.exec(text)?.[1] ?? text;
}

/** Error documents come as JSON or as HTML; who accepts neither gets none (rdp-protocol 1.14). */
function excludesEveryForm({ headers }: OddRequest): boolean {
  return headers.some(([name, value]) => name === 'Accept' && EXCLUDING_ACCEPTS.includes(value));
}
