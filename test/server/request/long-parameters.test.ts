/** Texts, ids and lists that are longer than any registry has are refused before anything is looked up. */

import { describe, expect } from 'vitest';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { askRaw } from '../../support/server/raw-http.ts';
import { test } from '../../support/worlds.ts';

const GENE = 'symbol=BRCA1&taxonId=9606';
const NAME = 'nameLike=a&prefix=false';
const SEARCHES = ['/api/genes/search', '/api/federated/genes/search', '/export?format=csv', '/search'];
const ASKED: readonly (readonly [address: string, name: string])[] = [
  ...SEARCHES.map((path) => [withParameter(path, 'taxonId=9606'), 'symbol'] as const),
  ...SEARCHES.flatMap((path) =>
    ['organUberonIds', 'ontologyNames', 'ontologyTermIds', 'researcherCategories'].map(
      (name) => [withParameter(path, GENE), name] as const,
    ),
  ),
  ...[
    '/api/users/search?prefix=false',
    '/api/federated/users/search?prefix=false',
    '/export?format=csv&prefix=false',
  ].flatMap((address) => ['nameLike', 'descriptionLike'].map((name) => [address, name] as const)),
  ['/search', 'descriptionLike'],
  [`/search?${GENE}`, 'terms-of-hp'],
  ['/api/federated/genes/coverage?taxonId=9606', 'symbol'],
  ['/coverage?taxonId=9606', 'symbol'],
  ['/api/ontologies/hp/terms', 'ontologyTermIds'],
  ['/api/federated/ontologies/hp/terms', 'ontologyTermIds'],
  ['/suggest/genes?taxonId=9606', 'q'],
  ['/suggest/terms?ontologyName=hp', 'q'],
  ['/suggest/terms?q=a', 'ontologyName'],
];

let registry: TestRegistry;
test.beforeAll(({ alpha }) => {
  registry = alpha;
});

function ask(address: string) {
  const accept = address.startsWith('/api') ? 'application/json' : 'text/html,*/*';
  return askRaw(registry.url, address, { headers: { Accept: accept } });
}

function withParameter(address: string, parameter: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${parameter}`;
}

describe.each(ASKED)('%s with %s', (address, name) => {
  test('of 15,700 blanks is refused by a sentence', async () => {
    const { status, text } = await ask(withParameter(address, `${name}=x${'+'.repeat(15_700)}x`));
    expect(status).toBe(400);
    expect(text).toMatch(/has a text of 15702 characters\. Allowed: at most 400\./);
  });

  test('of 400 characters is read', async () => {
    const { text } = await ask(withParameter(address, `${name}=${'x'.repeat(400)}`));
    expect(text).not.toMatch(/has a text of/);
  });
});

test.each([
  `/api/users/search?${NAME}&organUberonIds`,
  `/api/genes/search?${GENE}&ontologyTermIds`,
  `/api/federated/genes/search?${GENE}&orthologTaxonId`,
  `/export?format=csv&${GENE}&origins`,
  `/search?${GENE}&ontologyNames`,
])('%s= has at most 500 values', async (start) => {
  const many = (count: number) =>
    `${start}=${Array.from({ length: count }, (_, at) => at + 1).join(`&${start.split('&').at(-1)}=`)}`;
  const { status, text } = await ask(many(501));
  expect([status, /has 501 values\. Allowed: at most 500\./.test(text)]).toEqual([400, true]);
  expect((await ask(many(500))).text).not.toMatch(/ values\. Allowed/);
});

test('a part of a path has at most 400 characters', async () => {
  for (const path of ['/api/ontologies/x/terms/', '/api/federated/users/', '/userView/']) {
    const { status, text } = await ask(path + 'x'.repeat(401));
    expect([path, status, text.includes('at most 400 characters')]).toEqual([path, 400, true]);
    expect((await ask(path + 'x'.repeat(400))).text).not.toMatch(/400 characters/);
  }
});
