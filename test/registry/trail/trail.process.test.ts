/** The trail in a file that several processes write. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TrailEntry, TrailFilter } from '../../../src/domain/federation/trail.ts';
import { openTrail } from '../../../src/registry/trail/open-trail.ts';

const OPEN_TRAIL = new URL('../../../src/registry/trail/open-trail.ts', import.meta.url).href;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const ALL: TrailFilter = { partner: undefined, state: undefined, day: undefined, before: undefined, size: 200 };

function entry(outcome: 'complete' | 'incomplete', atMs: number): TrailEntry {
  const answers = [{ key: 'local', state: 'answered', count: 3, elapsedMs: 1, cache: 'miss' }] as const;
  return { atMs, kind: 'genes-search', viewer: 'public', outcome, elapsedMs: 25, answers, asked: undefined };
}

test('two processes write the same trail at the same time, and nothing of either is lost', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'trail-'));
  const usual = { databaseFile: join(folder.path, 'registry.sqlite'), keepDays: 30, withText: false };
  const said: string[] = [];
  const code = `
    const { openTrail } = await import(${JSON.stringify(OPEN_TRAIL)});
    const trail = await openTrail({ ...${JSON.stringify({ ...usual, tidies: false })}, log: console.error, now: Date.now });
    for (let count = 0; count < 500; count++) {
      trail.note({ ...${JSON.stringify(entry('incomplete', 0))}, atMs: ${NOON} + count });
      if (count % 100 === 0) await trail.list({ size: 1 });
    }
    await trail[Symbol.asyncDispose]();
  `;
  const other = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  other.stderr.on('data', (piece) => {
    complaints += piece;
  });
  const ended = once(other, 'exit');
  const log = (level: string, what: string) => void said.push(`${level}: ${what}`);
  await using trail = await openTrail({ ...usual, tidies: true, log, now: () => NOON });
  for (let count = 0; count < 500; count++) {
    trail.note(entry('complete', NOON + count));
    if (count % 50 === 0) await trail.list(ALL);
  }
  expect([(await ended)[0], complaints]).toEqual([0, '']);
  const found = { complete: 0, incomplete: 0, left: 0, failed: 0 };
  for (let before: number | undefined; ; ) {
    const { entries, next } = await trail.list({ ...ALL, before });
    for (const { outcome } of entries) found[outcome]++;
    if (next === null) break;
    before = next;
  }
  expect(found).toEqual({ complete: 500, incomplete: 500, left: 0, failed: 0 });
  expect(said).toEqual([]);
});
