/** A question that finds everybody holds up nobody, whatever asks it: its answer is worked out in slices, on every route. */

import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leastOfThree, longestTurnMs } from '../../support/machine/stopwatch.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const PEOPLE = 10_000;
/** Several times what a slice and its garbage take here, and a fraction of what all people take at once. */
const MOST_TURN_MS = 50;
const MME_TOKEN = 'token-of-another-node';
const GENE = 'symbol=BRCA1&taxonId=9606';
const EVERYBODY = 'descriptionLike=rare';

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string };

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const PATIENT = {
  id: 'P1',
  contact: { name: 'Clinic', href: 'mailto:clinic@example.org' },
  genomicFeatures: [{ gene: { id: 'BRCA1' } }],
};
const QUESTIONS: readonly [what: string, path: string, asked?: RequestOptions][] = [
  ['a page of several registries', `/api/federated/genes/search?${GENE}`],
  ['facets', `/api/federated/genes/search?${GENE}&facets=organ,category,registry`],
  ['a count', `/api/federated/users/search?${EVERYBODY}&granularity=count`],
  ['a stream', `/api/federated/users/search?${EVERYBODY}`, { headers: { Accept: 'application/x-ndjson' } }],
  ['a page', `/search?${GENE}&render=server`],
  ['a sorted table', `/search?${EVERYBODY}&render=server&view=table&sort=place`],
  ['a sheet', `/search?${EVERYBODY}&view=sheet`],
  ['a file', `/export?${EVERYBODY}&format=csv`],
  ['a feed', `/feeds/users?${EVERYBODY}&format=json`],
  ['a page of a list of genes', '/genes', { method: 'POST', headers: FORM, body: 'text=BRCA1' }],
  ['the MARRVEL portal', `/SearchScientistByGene?${GENE}`],
  [
    'a node of the Matchmaker Exchange',
    '/mme/match',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Token': MME_TOKEN },
      body: JSON.stringify({ patient: PATIENT }),
    },
  ],
];

let registry: TestRegistry;
beforeAll(async () => {
  const users = Array.from({ length: PEOPLE }, (_, index) =>
    aUser(index + 10, {
      ...{ name: 'Ada', lastName: `Researcher ${index}`, organization: `Institute ${(index * 7919) % PEOPLE}` },
      description: `Number ${index} works on rare diseases`,
      genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }],
    }),
  );
  registry = await startTestRegistry({
    snapshot: smallSnapshot({ users: [...smallSnapshot().users, ...users] }),
    settings: {
      LIMITS_MEGABYTES_PER_MINUTE: '0',
      LIMITS_REQUESTS_PER_MINUTE: '0',
      APP_SETTINGS_INTEGRATIONS_MARRVEL_ENABLED: 'true',
      APP_SETTINGS_INTEGRATIONS_MME_TOKENS: MME_TOKEN,
    },
  });
  // What is put together once is.
  for (const [, path, asked] of QUESTIONS) await ask(path, asked);
}, 120_000);
afterAll(() => registry[Symbol.asyncDispose]());

/** What is answered is thrown away as it comes: to collect it would take longer than many a turn. */
function ask(path: string, { body = '', headers = {}, ...asked }: RequestOptions = {}): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const length = { 'Content-Length': String(Buffer.byteLength(body)) };
  const outgoing = request(registry.url + path, { ...asked, headers: { ...headers, ...length }, agent: false });
  outgoing.on('error', reject);
  outgoing.on('response', (incoming) => {
    incoming.on('error', reject);
    incoming.on('end', () => resolve(incoming.statusCode));
    incoming.resume();
  });
  outgoing.end(body);
  return promise;
}

test.each(QUESTIONS)('%s of everybody holds up nobody', async (what, path, asked) => {
  let time = 0;
  async function measuredMs(): Promise<number> {
    // Another address each time, or the second answer would be a copy of the first.
    const answer = ask(asked?.method === 'POST' ? path : path + '&'.repeat(time++), asked);
    const longestMs = await longestTurnMs(answer);
    // A feed is refused where it is of so many; it has been read all the same.
    expect(await answer).toBe(what === 'a feed' ? 400 : 200);
    return longestMs;
  }
  expect(await leastOfThree(MOST_TURN_MS, measuredMs)).toBeLessThan(MOST_TURN_MS);
});
