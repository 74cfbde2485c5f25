/** Rows say which other records of an answer seem to be of the same person, as the page does. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const ORCID = '0000-0002-1825-0097';
const genes = [672, 12189].map((geneId) => ({ geneId, tier: 'TIER1' as const, privacyLevel: null }));
const ada = { genes, name: 'Ada', lastName: 'Lovelace', organization: 'Engines' };

let network: Network;
beforeAll(async () => {
  network = await startNetwork([
    {
      key: 'a',
      snapshot: smallSnapshot({
        users: [
          aUser(1, { ...ada, orcid: ORCID }),
          aUser(2, { ...ada, organization: 'Elsewhere' }),
          aUser(3, { genes, name: 'Grace', lastName: 'Hopper' }),
        ],
      }),
    },
    {
      key: 'b',
      asks: [],
      snapshot: smallSnapshot({
        users: [aUser(7, ada), aUser(8, { ...ada, name: 'A.', orcid: ORCID }), aUser(9, { ...ada, privacyLevel: 0 })],
      }),
    },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

async function likelyIn(query: string): Promise<Record<string, Json>> {
  const { content } = await network.at('a').json(query);
  return Object.fromEntries(
    content.map((row: Json) => [
      `${row.originKey}/${row.remoteUser?.id ?? row.id} ${row.symbol ?? ''}`.trim(),
      row.likelyAlso,
    ]),
  );
}

const of = (originKey: string, id: number, evidence: string) => ({ originKey, id, evidence });

test('a row of a gene names the others with their evidence, the best first', async () => {
  expect(await likelyIn(`${SEARCH}&fields=row&orthologTaxonId=9606`)).toEqual({
    'local/1 BRCA1': [of('b', 8, 'orcid'), of('b', 7, 'name-and-organisation')],
    'local/2 BRCA1': [of('b', 7, 'name')],
    'local/3 BRCA1': undefined,
    'b/7 BRCA1': [of('local', 1, 'name-and-organisation'), of('local', 2, 'name')],
    'b/8 BRCA1': [of('local', 1, 'orcid')],
  });
});

test('so does a row of a person, also of one whose likeness is on another page', async () => {
  expect(await likelyIn('/api/federated/users/search?nameLike=lovelace&prefix=false&fields=row&size=1')).toEqual({
    'b/8': [of('local', 1, 'orcid')],
  });
});

test('whole records, streams and withheld people have none', async () => {
  const whole = await likelyIn(SEARCH);
  expect(Object.values(whole).every((likely) => likely === undefined)).toBe(true);
  const headers = { Accept: 'application/x-ndjson' };
  expect(await (await network.at('a').get(`${SEARCH}&fields=row`, { headers })).text()).not.toContain('likelyAlso');
});
