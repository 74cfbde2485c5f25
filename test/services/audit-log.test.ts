/** The audit log of several instances in one database on a server: one log, with everything in it once. */

import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/domain/durations.ts';
import type { AuditEntry, AuditFilter, PartnerCall } from '../../src/domain/federation/audit-log.ts';
import { type AuditLogOptions, openAuditLog } from '../../src/registry/state/audit-log.ts';
import { openMysqlState } from '../../src/registry/state/mysql-state.ts';
import { OWNER } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, serverAddress } from '../support/services/rdp-databases.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const ALL: AuditFilter = { partner: undefined, state: undefined, day: undefined, before: undefined, size: 200 };

function entry(atMs: number, key: string): AuditEntry {
  const answers = [{ key, state: 'answered', count: 3, elapsedMs: 1, cache: 'miss' }] as const;
  const asked = { text: 'nameLike=Muñoz 🧬', userId: 7 };
  return { atMs, kind: 'users-search', viewer: 'public', outcome: 'complete', elapsedMs: 25, answers, asked };
}

function call(atMs: number): PartnerCall {
  return { key: 'b', at: new Date(atMs).toISOString(), isAnswer: true, elapsedMs: 20, reason: null };
}

test('three instances write one audit log, from which each reads all, and what is too old is gone', async () => {
  await using rdp = await openRdpTestDatabase();
  const name = `${rdp.name}_audit`;
  await rdp.run(`CREATE DATABASE ${name}`);
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rdp.run(`DROP DATABASE ${name}`));
  const said: string[] = [];
  const log = (level: string, what: string) => void said.push(`${level}: ${what}`);
  const report = (trouble: string | undefined) => void said.push(`state: ${trouble}`);
  const open = async (settings: Partial<AuditLogOptions> = {}) => {
    const state = resources.use(openMysqlState({ address: serverAddress(name, OWNER), report }));
    const usual = { store: state.auditLog, keepDays: 30, withText: true, tidies: false, log, now: () => NOON };
    return resources.use(await openAuditLog({ ...usual, ...settings }));
  };
  const instances = await Promise.all(['a', 'b', 'c'].map(async (key) => ({ key, auditLog: await open() })));
  for (let count = 0; count < 100; count++) {
    for (const { key, auditLog } of instances) {
      auditLog.note(entry(NOON, key));
      auditLog.noteCall(call(NOON + count));
    }
  }
  // Whoever reads has written before; what the others noted is there once they have read, too.
  await Promise.all(instances.map(({ auditLog }) => auditLog.list(ALL)));
  const [first, ...others] = await Promise.all(instances.map(({ auditLog }) => auditLog.list(ALL)));
  expect(others.every((one) => one.entries.length === 200)).toBe(true);
  expect(first?.entries[0]).toMatchObject({ at: '2026-03-10T12:00:00.000Z', asked: { text: 'nameLike=Muñoz 🧬' } });
  const [{ auditLog }] = instances as [(typeof instances)[number]];
  const pages = [await auditLog.list(ALL)];
  pages.push(await auditLog.list({ ...ALL, before: pages[0]?.next ?? 0 }));
  const ids = pages.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(new Set(ids).size).toBe(300);
  for (const { key } of instances) {
    expect((await auditLog.list({ ...ALL, partner: key, state: 'answered' })).entries).toHaveLength(100);
  }
  expect((await auditLog.partnerDays('b')).days).toEqual([
    { day: '2026-03-10', asked: 300, answered: 300, meanMs: 20, slowestMs: 20, failures: [] },
  ]);
  expect((await open()).callsBefore).toHaveLength(100);
  // No registry has such a key, and whoever asks about it learns that, and no more.
  for (const partner of ['Zürich', '患者', "b' OR '1", 'B', 'b ', '\u{1f9ec}']) {
    expect(await auditLog.partnerDays(partner)).toEqual({ days: [], trouble: null });
    expect(await auditLog.list({ ...ALL, partner })).toMatchObject({ entries: [], trouble: null });
  }

  await open({ tidies: true, withText: false });
  await expect.poll(async () => (await auditLog.list(ALL)).entries[0]).not.toHaveProperty('asked');
  await open({ tidies: true, now: () => NOON + 31 * DAY_MS });
  await expect.poll(async () => (await auditLog.list(ALL)).entries).toEqual([]);
  await expect.poll(async () => (await auditLog.partnerDays('b')).days).toEqual([]);
  expect((await open()).callsBefore).toEqual([]);
  expect(said).toEqual([]);
});
