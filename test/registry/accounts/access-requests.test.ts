/** Requests for access are kept up to a number, so that nobody fills the disk with them. */

import { expect, test } from 'vitest';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const BEFORE_ALL = '2026-01-01T00:00:00.000Z';

function request(receivedAt: string) {
  return {
    receivedAt,
    userId: 1,
    geneId: null,
    contact: 'ada@example.org',
    reason: 'A variant.',
    reference: 'K7QM-4XRT',
  };
}

test('as many as may be are kept, and the next one when the time of another is over', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const { requests } = sqliteState(database.store);
  const keep = (day: string, expiry = BEFORE_ALL) => requests.keep(request(`2026-03-${day}T10:00:00.000Z`), expiry, 2);
  expect([await keep('01'), await keep('02'), await keep('03')]).toEqual([true, true, false]);
  expect((await requests.list(10)).total).toBe(2);
  expect(await keep('04', '2026-03-02T00:00:00.000Z')).toBe(true);
  expect((await requests.list(10)).requests.map(({ receivedAt }) => receivedAt.slice(0, 10))).toEqual([
    '2026-03-04',
    '2026-03-02',
  ]);
});
