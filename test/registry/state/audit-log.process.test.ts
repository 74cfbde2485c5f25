/** The audit log in a file that several processes write. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditEntry, AuditFilter } from '../../../src/domain/federation/audit-log.ts';
import { openAuditLog } from '../../../src/registry/state/audit-log.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../../../src/registry/store/state-schema.ts';

const SOURCE = new URL('../../../src/registry/', import.meta.url).href;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const ALL: AuditFilter = { partner: undefined, state: undefined, day: undefined, before: undefined, size: 200 };

function entry(outcome: 'complete' | 'incomplete', atMs: number): AuditEntry {
  const answers = [{ key: 'local', state: 'answered', count: 3, elapsedMs: 1, cache: 'miss' }] as const;
  return { atMs, kind: 'genes-search', viewer: 'public', outcome, elapsedMs: 25, answers, asked: undefined };
}

test('two processes write the same audit log at the same time, and nothing of either is lost', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'audit-log-'));
  const file = join(folder.path, 'state.sqlite');
  const usual = { keepDays: 30, withText: false };
  const said: string[] = [];
  const code = `
    const { openAuditLog } = await import('${SOURCE}state/audit-log.ts');
    const { sqliteState } = await import('${SOURCE}state/sqlite-state.ts');
    const { openSqliteStore } = await import('${SOURCE}store/sqlite-store.ts');
    const { STATE_FORMAT } = await import('${SOURCE}store/state-schema.ts');
    const store = sqliteState(openSqliteStore(${JSON.stringify(file)}, { format: STATE_FORMAT })).auditLog;
    const usual = ${JSON.stringify({ ...usual, tidies: false })};
    const auditLog = await openAuditLog({ ...usual, store, log: console.error, now: Date.now });
    for (let count = 0; count < 500; count++) {
      auditLog.note({ ...${JSON.stringify(entry('incomplete', 0))}, atMs: ${NOON} + count });
      if (count % 100 === 0) await auditLog.list({ size: 1 });
    }
    await auditLog[Symbol.asyncDispose]();
  `;
  const other = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  other.stderr.on('data', (piece) => {
    complaints += piece;
  });
  const ended = once(other, 'exit');
  const log = (level: string, what: string) => void said.push(`${level}: ${what}`);
  using database = openSqliteStore(file, { format: STATE_FORMAT });
  const store = sqliteState(database).auditLog;
  await using auditLog = await openAuditLog({ ...usual, store, tidies: true, log, now: () => NOON });
  for (let count = 0; count < 500; count++) {
    auditLog.note(entry('complete', NOON + count));
    if (count % 50 === 0) await auditLog.list(ALL);
  }
  expect([(await ended)[0], complaints]).toEqual([0, '']);
  const found = { complete: 0, incomplete: 0, left: 0, failed: 0 };
  for (let before: number | undefined; ; ) {
    const { entries, next } = await auditLog.list({ ...ALL, before });
    for (const { outcome } of entries) found[outcome]++;
    if (next === null) break;
    before = next;
  }
  expect(found).toEqual({ complete: 500, incomplete: 500, left: 0, failed: 0 });
  expect(said).toEqual([]);
});
