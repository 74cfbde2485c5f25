/** Which tables of a followed database are looked at again, by the times that its server gives. */

import { expect, test } from 'vitest';
import { changedTables } from '../../../src/registry/follow/changed-tables.ts';
import { PERSON_TABLES, type WriteTimes } from '../../../src/registry/rdp-database/changes.ts';

/** All tables of people were written long ago, unless `tables` says otherwise. */
const at = (now: string, tables: Record<string, string | null>): WriteTimes => ({
  ...{ now, empty: new Set<string>(), lacking: { version: '1.5', missing: [] } },
  tables: new Map([
    ...[...PERSON_TABLES, 'role'].map((table) => [table, '2026-01-01 11:00:00'] as const),
    ...Object.entries(tables),
  ]),
});
const without = (times: WriteTimes, table: string): WriteTimes => ({
  ...times,
  tables: new Map([...times.tables].filter(([name]) => name !== table)),
});

test('a table is looked at again when its time has changed, and until its last write is two seconds old', () => {
  const quiet = at('2026-01-01 12:00:10', { user: '2026-01-01 12:00:00', taxon: '2026-01-01 11:00:00' });
  const nothing = { ofUsers: [], untimed: [], hasReference: false };
  expect(changedTables(quiet, { ...quiet, now: '2026-01-01 12:00:12' })).toEqual(nothing);

  const written = at('2026-01-01 12:00:12', { ...Object.fromEntries(quiet.tables), user: '2026-01-01 12:00:11' });
  expect(changedTables(quiet, written).ofUsers).toEqual(['user']);
  // The same second may have seen another write behind the look.
  expect(changedTables(written, { ...written, now: '2026-01-01 12:00:13' }).ofUsers).toEqual(['user']);
  const settled = { ...written, now: '2026-01-01 12:00:13' };
  expect(changedTables(settled, { ...written, now: '2026-01-01 12:00:14' }).ofUsers).toEqual([]);
});

test('everything is looked at when nothing is known, and a table when its server has forgotten the time or learnt it', () => {
  const now = at('2026-01-01 12:00:10', { user: null, role: null, taxon: null });
  expect(changedTables(undefined, now)).toEqual({ ofUsers: PERSON_TABLES, untimed: [], hasReference: true });
  const before = at('2026-01-01 12:00:08', { user: '2026-01-01 11:00:00', role: null, taxon: null });
  expect(changedTables(before, now)).toEqual({ ofUsers: ['user'], untimed: ['user_role'], hasReference: false });
  const renamed = at('2026-01-01 12:00:08', { user: null, role: '2026-01-01 12:00:09', taxon: null });
  expect(changedTables(now, renamed)).toEqual({ ofUsers: ['user_role'], untimed: ['user'], hasReference: false });
});

test('a view, of which no server gives a time, is looked at again at every look', () => {
  const views = at('2026-01-01 12:00:10', { user: null, gene: null, gene_info: null });
  const moved = changedTables(views, { ...views, now: '2026-01-01 12:00:11' });
  expect(moved).toEqual({ ofUsers: [], untimed: ['user', 'gene'], hasReference: false });
});

test('a table that is gone is looked at once, and again when it is back', () => {
  const before = at('2026-01-01 12:00:10', { gene_info: '2026-01-01 11:00:00' });
  const gone = without({ ...before, now: '2026-01-01 12:00:11' }, 'access_token');
  expect(changedTables(before, gone)).toEqual({ ofUsers: ['access_token'], untimed: [], hasReference: false });
  expect(changedTables(gone, gone).ofUsers).toEqual([]);
  expect(changedTables(gone, before).ofUsers).toEqual(['access_token']);
  expect(changedTables(before, without(before, 'role')).ofUsers).toEqual(['user_role']);
  expect(changedTables(before, without(before, 'gene_info')).hasReference).toBe(true);
});

test('a table that was emptied is looked at again, though its time is the same', () => {
  const before = at('2026-01-01 12:00:10', { access_token: '2026-01-01 12:00:00' });
  const emptied = { ...before, now: '2026-01-01 12:00:11', empty: new Set(['access_token']) };
  expect(changedTables(before, emptied).ofUsers).toEqual(['access_token']);
  expect(changedTables(emptied, { ...emptied, now: '2026-01-01 12:00:12' }).ofUsers).toEqual([]);
});
