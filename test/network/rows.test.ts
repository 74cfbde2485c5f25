/** `fields=row`: the records of a search as a list shows them, of this registry and of others, and nothing else. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR, bearer, CALLER_SETTINGS, callersSnapshot } from '../support/network/network-callers.ts';
import { shownRow } from '../support/network/shown-rows.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aUser } from '../support/registry/small-snapshot.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const SEARCHES = [
  'genes/search?symbol=BRCA1&taxonId=9606',
  'genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=10090&tiers=TIER2',
  'users/search?nameLike=a&prefix=false',
  'users/search?descriptionLike=brain',
];

const ANY_ID = /(?<="anonymousId":"|by-anonymous-id\/)[\w-]+/g;

let network: Network;
beforeAll(async () => {
  const people = (count: number) =>
    callersSnapshot(
      Array.from({ length: count }, (_, index) =>
        aUser(index + 10, {
          name: ['Ada', 'Grace', null][index % 3] ?? null,
          privacyLevel: index % 4 === 0 ? 0 : 2,
          researcherPosition: index % 2 === 0 ? 'PRINCIPAL_INVESTIGATOR' : null,
          genes: [672, 12189].map((geneId) => ({ geneId, tier: index < 4 ? 'TIER1' : 'TIER2', privacyLevel: null })),
        }),
      ),
    );
  network = await startNetwork([
    { key: 'a', snapshot: people(9), settings: CALLER_SETTINGS },
    { key: 'b', asks: [], snapshot: people(7) },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

/** Likeness is of a whole answer, and no member of the record. */
const withoutIds = (rows: Json[]) =>
  JSON.parse(JSON.stringify(rows.map(({ likelyAlso: _, ...row }) => row)).replace(ANY_ID, ''));
const rowsOf = (records: Json[]) => withoutIds(records.map(shownRow));

test.each(SEARCHES.flatMap((search) => [undefined, ADMINISTRATOR].map((token) => [search, token] as const)))(
  '%s answers the same records in the same order, on pages and in a stream',
  async (search, token) => {
    const a = network.at('a');
    const whole = await a.json(`/api/federated/${search}&size=2000`, token);
    const rows = await a.json(`/api/federated/${search}&size=2000&fields=row`, token);
    expect(withoutIds(rows.content)).toEqual(rowsOf(whole.content));
    expect(rowsOf(rows.content)).toEqual(withoutIds(rows.content));
    const { content: _, origins: __, ...envelope } = whole;
    expect(rows).toMatchObject(envelope);
    const headers = { Accept: 'application/x-ndjson', ...bearer(token) };
    const streamed = await (await a.get(`/api/federated/${search}&fields=row`, { headers })).text();
    const lines = streamed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0].query).toMatchObject({ fields: 'row' });
    const parts = lines.filter(({ type }) => type === 'part').flatMap(({ content }) => content);
    expect(comparable(withoutIds(parts))).toEqual(comparable(withoutIds(rows.content)));
  },
);

test('a cursor leads on in rows as in records', async () => {
  const a = network.at('a');
  const question = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
  const first = await a.json(`${question}&size=5&fields=row`);
  const second = await a.json(`${question}&cursor=${first.cursor}&fields=row`);
  const whole = await a.json(`${question}&size=10`);
  expect(withoutIds([...first.content, ...second.content])).toEqual(rowsOf(whole.content));
});

test('whatever else is asked of records is refused, with what is allowed', async () => {
  const response = await network.at('a').get('/api/federated/genes/search?symbol=BRCA1&taxonId=9606&fields=name');
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({
      code: 'parameter-invalid',
      detail: "The parameter 'fields' cannot be 'name'. Allowed: record, row.",
    }),
  ]);
});

/** In an order of its own. */
function comparable(rows: Json[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
