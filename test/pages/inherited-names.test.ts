/** Names that every JavaScript object inherits are texts like any other: in an address or a form they name nothing. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAlpha } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
const GENE = 'symbol=BRCA1&taxonId=9606';
const FILTERS = ['tier', 'tiers', 'researcherPositions', 'researcherCategories', 'organUberonIds', 'ontologyNames'];
const ASKED: [path: string, names: readonly string[]][] = [
  [`/search?render=server&${GENE}`, [...FILTERS, 'origins', 'view', 'lang', 'sort', 'only-tier']],
  ['/search?render=server&nameLike=a', [...FILTERS, 'prefix', 'only-position']],
  [`/feeds/genes?${GENE}`, [...FILTERS, 'format', 'lang']],
  ['/feeds/users?nameLike=a', [...FILTERS, 'format']],
  [`/export?format=csv&${GENE}`, [...FILTERS, 'format', 'part']],
  [`/api/genes/search?${GENE}`, [...FILTERS, 'sort']],
  [`/api/federated/genes/search?${GENE}`, [...FILTERS, 'fields', 'granularity', 'facets', 'origins']],
  [`/subscribe?${GENE}`, [...FILTERS, 'kind', 'lang']],
  [`/coverage?${GENE}`, ['origins', 'lang']],
];

/** Of its own, as it remembers who asks for a feed. */
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startAlpha();
});
afterAll(() => registry[Symbol.asyncDispose]());

test.each(ASKED)('%s is answered, or refused with the parameter that is wrong', async (path, names) => {
  const addresses = names.flatMap((name) => INHERITED.map((value) => `${path}&${name}=${value}`));
  const statuses = await Promise.all(addresses.map(async (one) => `${(await registry.get(one)).status} ${one}`));
  expect(statuses.filter((one) => !/^[24]/.test(one))).toEqual([]);
});

test('a list of genes is refused where its form names a format that does not exist', async () => {
  for (const format of INHERITED) {
    const body = new URLSearchParams({ text: 'BRCA1', format });
    const headers = { Origin: registry.url, 'Sec-Fetch-Site': 'same-origin' };
    const { status } = await registry.get('/genes', { method: 'POST', body, headers });
    expect([format, status]).toEqual([format, 400]);
  }
});
