/** Writes what was asked into the trail, as much as a day has room for, and deletes what is too old. */

import type { TrailCall, TrailEntry } from '../../domain/federation/trail.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { dayOf, IDS_PER_MS, MS_PER_DAY } from './trail-days.ts';

export type TrailWriter = {
  /** All of it, or nothing. Answers how many questions found no room. @throws UnusableDatabase */
  write(entries: readonly TrailEntry[], calls: readonly TrailCall[]): number;
  /**
   * Deletes one slice of what is older than `keepDays`, and of texts where none are kept. Answers whether there may be
   * more. @throws UnusableDatabase
   */
  tidySlice(nowMs: number, keeping: { keepDays: number; withText: boolean }): boolean;
};

/** A question is one, and each of its answers. */
export const MOST_LINES_A_DAY = 200_000;
/** Of each partner, as many as its history remembers. */
const MOST_CALLS = 100;
const SLICE = 1000;
const LONGEST_TITLE = 200;

const NEXT_ID = 'SELECT coalesce(max(id) + 1, ?1) FROM question WHERE id >= ?1 AND id < ?2';
const ADD_QUESTION = `
INSERT INTO question (id, kind, viewer, outcome, elapsed_ms, text, user_id) VALUES (?, ?, ?, ?, ?, ?, ?)
`;
const COUNT_DAY = `
INSERT INTO day (day, lines, left_out) VALUES (?, ?, ?)
ON CONFLICT (day) DO UPDATE SET lines = lines + excluded.lines, left_out = left_out + excluded.left_out
`;
const COUNT_CALL = `
INSERT INTO partner_day (origin_id, day, title, calls, elapsed_ms, slowest_ms) VALUES (?, ?, ?, 1, ?, ?)
ON CONFLICT (origin_id, day, title) DO UPDATE SET
  calls = calls + 1, elapsed_ms = elapsed_ms + excluded.elapsed_ms, slowest_ms = max(slowest_ms, excluded.slowest_ms)
`;
const DROP_OLDER_CALLS = `
DELETE FROM call WHERE origin_id = ?1 AND id <= (
  SELECT id FROM call WHERE origin_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MOST_CALLS}
)
`;

export function trailWriter(store: Store): TrailWriter {
  const originIdOf = store.query<[number]>('SELECT id FROM origin WHERE key = ?');
  const nextId = store.query<[number]>(NEXT_ID);
  const linesOf = store.query<[number]>('SELECT lines FROM day WHERE day = ?');

  function originIds(tx: WriteTransaction): (key: string) => number {
    const known = new Map<string, number>();
    return (key) => {
      const id = known.get(key) ?? originIdOf.first(tx, key)?.[0] ?? newOrigin(tx, key);
      known.set(key, id);
      return id;
    };
  }

  function newOrigin(tx: WriteTransaction, key: string): number {
    tx.run('INSERT INTO origin (key) VALUES (?)', key);
    return originIdOf.first(tx, key)?.[0] ?? 0;
  }

  function freeId(tx: WriteTransaction, atMs: number): number {
    for (let first = Math.floor(atMs) * IDS_PER_MS; ; first += IDS_PER_MS) {
      const [id = first] = nextId.first(tx, first, first + IDS_PER_MS) ?? [];
      if (id < first + IDS_PER_MS) return id;
    }
  }

  /** Answers whether there was room. */
  function keep(tx: WriteTransaction, entry: TrailEntry, originId: (key: string) => number): boolean {
    const { atMs, kind, viewer, outcome, elapsedMs, answers, asked } = entry;
    const day = dayOf(atMs);
    const lines = 1 + answers.length;
    if ((linesOf.first(tx, day)?.[0] ?? 0) + lines > MOST_LINES_A_DAY) {
      tx.run(COUNT_DAY, day, 0, 1);
      return false;
    }
    const id = freeId(tx, atMs);
    tx.run(ADD_QUESTION, id, kind, viewer, outcome, elapsedMs, asked?.text ?? null, asked?.userId ?? null);
    for (const [place, { key, state, count, elapsedMs: took, cache }] of answers.entries()) {
      tx.run('INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)', id, place, originId(key), state, count, took, cache);
    }
    tx.run(COUNT_DAY, day, lines, 0);
    return true;
  }

  function keepCalls(tx: WriteTransaction, calls: readonly TrailCall[], originId: (key: string) => number): void {
    for (const { key, at, elapsedMs, title: told } of calls) {
      const title = told?.slice(0, LONGEST_TITLE) ?? null;
      const tookMs = Math.max(0, Math.round(elapsedMs));
      tx.run(
        'INSERT INTO call (origin_id, at, elapsed_ms, title) VALUES (?, ?, ?, ?)',
        originId(key),
        at,
        tookMs,
        title,
      );
      tx.run(COUNT_CALL, originId(key), dayOf(Date.parse(at)), title ?? '', tookMs, tookMs);
    }
    for (const key of new Set(calls.map((call) => call.key))) tx.run(DROP_OLDER_CALLS, originId(key));
  }

  return {
    write: (entries, calls) =>
      store.write((tx) => {
        const originId = originIds(tx);
        keepCalls(tx, calls, originId);
        return entries.filter((entry) => !keep(tx, entry, originId)).length;
      }),
    tidySlice(nowMs, { keepDays, withText }) {
      const firstMs = nowMs - keepDays * MS_PER_DAY;
      const firstId = Math.floor(firstMs) * IDS_PER_MS;
      const old = `(SELECT id FROM question WHERE id < ? ORDER BY id LIMIT ${SLICE})`;
      const changes = store.write((tx) => {
        tx.run(`DELETE FROM answer WHERE question_id IN ${old}`, firstId);
        const questions = tx.run(`DELETE FROM question WHERE id IN ${old}`, firstId).changes;
        const calls = tx.run('DELETE FROM call WHERE at < ?', new Date(firstMs).toISOString()).changes;
        for (const table of ['day', 'partner_day']) tx.run(`DELETE FROM ${table} WHERE day < ?`, dayOf(firstMs));
        const texts = withText ? 0 : forgetTexts(tx);
        return { slice: Math.max(questions, texts), all: questions + calls + texts };
      });
      if (changes.all > 0) store.dropDeleted();
      return changes.slice === SLICE;
    },
  };
}

function forgetTexts(tx: WriteTransaction): number {
  const some = `SELECT id FROM question WHERE text IS NOT NULL LIMIT ${SLICE}`;
  return tx.run(`UPDATE question SET text = NULL, user_id = NULL WHERE id IN (${some})`).changes;
}
