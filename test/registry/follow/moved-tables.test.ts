/** Which tables of a followed database are looked at again, by the times that its server gives. */

import { expect, test } from 'vitest';
import { movedTables } from '../../../src/registry/follow/moved-tables.ts';

const at = (now: string, tables: Record<string, string | null>) => ({
  ...{ now, tables: new Map(Object.entries(tables)), empty: new Set<string>() },
});

test('a table is looked at again when its time has changed, and until its last write is two seconds old', () => {
  const quiet = at('2026-01-01 12:00:10', { user: '2026-01-01 12:00:00', gene: null, taxon: '2026-01-01 11:00:00' });
  expect(movedTables(quiet, { ...quiet, now: '2026-01-01 12:00:12' })).toEqual({ ofUsers: [], hasReference: false });

  const written = at('2026-01-01 12:00:12', { ...Object.fromEntries(quiet.tables), user: '2026-01-01 12:00:11' });
  expect(movedTables(quiet, written).ofUsers).toEqual(['user']);
  // The same second may have seen another write behind the look.
  expect(movedTables(written, { ...written, now: '2026-01-01 12:00:13' }).ofUsers).toEqual(['user']);
  const settled = { ...written, now: '2026-01-01 12:00:13' };
  expect(movedTables(settled, { ...written, now: '2026-01-01 12:00:14' }).ofUsers).toEqual([]);
});

test('everything is looked at when nothing is known, and a table when its server has forgotten the time or learnt it', () => {
  const now = at('2026-01-01 12:00:10', { user: null, role: null, taxon: null });
  expect(movedTables(undefined, now)).toEqual({ ofUsers: ['user', 'user_role'], hasReference: true });
  const before = at('2026-01-01 12:00:08', { user: '2026-01-01 11:00:00', role: null, taxon: null });
  expect(movedTables(before, now)).toEqual({ ofUsers: ['user'], hasReference: false });
  const renamed = at('2026-01-01 12:00:08', { user: null, role: '2026-01-01 12:00:09', taxon: null });
  expect(movedTables(now, renamed)).toEqual({ ofUsers: ['user_role'], hasReference: false });
});

test('a table that was emptied is looked at again, though its time is the same', () => {
  const before = at('2026-01-01 12:00:10', { access_token: '2026-01-01 12:00:00' });
  const emptied = { ...before, now: '2026-01-01 12:00:11', empty: new Set(['access_token']) };
  expect(movedTables(before, emptied).ofUsers).toEqual(['access_token']);
  expect(movedTables(emptied, { ...emptied, now: '2026-01-01 12:00:12' }).ofUsers).toEqual([]);
});
