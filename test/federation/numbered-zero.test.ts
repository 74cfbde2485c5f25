/** Somebody whose number at a partner is 0: RDP counts from 1, other registries may not, and nobody may be lost by that. */

import { describe, expect, test } from 'vitest';
import { anonymousGeneRecord, userRecord } from '../../src/demo/mock-people.ts';
import type { ListingQuery, SearchQuery } from '../../src/domain/federation/federated-query.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { json, knownPartner } from '../support/partners/fake-partner.ts';
import { questionOf } from './dialect/recorded-questions.ts';
import { useCasesOver } from './small-sources.ts';

const withheld = () => anonymousGeneRecord().remoteUser as object;
const ROWS = [
  userRecord(0, { lastName: 'Anders' }),
  userRecord(1, { lastName: 'Bergmann' }),
  withheld(),
  userRecord(2, { lastName: 'Castel' }),
  withheld(),
];
const never = () => new AbortController().signal;

function partnerOf(version: string, rows: readonly object[] = ROWS) {
  return knownPartner({
    version,
    answers: ({ path }) => {
      const params = new URL(path, 'http://any').searchParams;
      const size = Number(params.get('size') ?? 20);
      const from = Number(params.get('page') ?? 0) * size;
      const content = rows.slice(from, from + size);
      const page = { content, number: from / size, size, totalElements: rows.length, last: from + size >= rows.length };
      return json(path.startsWith('/api/users?') ? page : /users\/\d/.test(path) ? rows[0] : rows);
    },
  });
}

type Read = { shown: string[]; states: Set<string>; isComplete: boolean };

/** Reads page by page, each by the cursor of the one before. */
async function walked(version: string, kind: 'users-list' | 'users-search', size: number): Promise<Read> {
  const { source } = await partnerOf(version);
  const cases = useCasesOver([source]);
  const read: Read = { shown: [], states: new Set(), isComplete: true };
  let page: object = { page: 0, size };
  for (let pages = 0; pages < 10; pages++) {
    const plan =
      kind === 'users-list'
        ? cases.federatedListing({ kind, origins: undefined, page } as ListingQuery, PUBLIC_VIEWER, never())
        : cases.federatedSearch(
            {
              question: questionOf('/api/users/search?nameLike=a&prefix=false'),
              origins: undefined,
              page,
            } as SearchQuery,
            PUBLIC_VIEWER,
            never(),
          );
    const collected = await plan.collect();
    if (collected === undefined) throw new Error('The reader left.');
    const { records, cursor, complete, origins } = collected.answer;
    read.shown.push(...records.map(({ json: text }) => String(JSON.parse(text).lastName)));
    for (const { state } of origins) read.states.add(state);
    read.isComplete &&= complete;
    if (cursor === null) break;
    page = { cursor };
  }
  return read;
}

describe('a person with the number 0', () => {
  test.each([
    ['1.5.10', 'users-search', 10],
    ['1.5.10', 'users-search', 1],
    ['1.4.11', 'users-search', 2],
    ['1.3.4', 'users-search', 2],
    ['1.5.10', 'users-list', 10],
    ['1.5.10', 'users-list', 1],
    ['1.4.11', 'users-list', 2],
  ] as const)('at a partner of %s stands once in a %s by %i', async (version, kind, size) => {
    const { shown, states } = await walked(version, kind, size);
    const named = shown.filter((lastName) => lastName !== 'null');
    expect(named.toSorted()).toEqual(['Anders', 'Bergmann', 'Castel']);
    expect([...states]).not.toContain('failed');
  });

  test('has a record of their own', async () => {
    const { source } = await partnerOf('1.5.10');
    const { state, records } = await source.ask({ kind: 'user', userId: 0 }, PUBLIC_VIEWER, never());
    expect([state, JSON.parse(records[0]?.json ?? '{}')]).toMatchObject(['answered', { id: 0, lastName: 'Anders' }]);
  });

  test('is not joined with another one of that number, and the answer says that they differ', async () => {
    const { source } = await partnerOf('1.5.10', [userRecord(0), userRecord(0, { lastName: 'Dahl' })]);
    const question = questionOf('/api/users/search?nameLike=a&prefix=false');
    const { state, records } = await source.ask(question, PUBLIC_VIEWER, never());
    expect([state, records.length]).toEqual(['limited', 2]);
  });
});
