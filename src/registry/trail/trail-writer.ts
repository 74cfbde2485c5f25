/** Writes questions into the trail as long as a day has room, and deletes old ones. */

import { DAY_MS } from '../../domain/durations.ts';
import type { TrailCall, TrailEntry } from '../../domain/federation/trail.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { dayOf, IDS_PER_MS } from './trail-days.ts';
import { ANSWERED, NOT_ASKED, storedReason } from './trail-format.ts';

export type TrailWriter = {
  /** Writes everything or nothing. Returns the number of questions without room. @throws UnusableDatabase */
  write(entries: readonly TrailEntry[], calls: readonly TrailCall[]): number;
  /**
   * Deletes one slice of what is older than `keepDays`, and of texts if none are to be stored. Returns whether there may be
   * more. @throws UnusableDatabase
   */
  tidySlice(nowMs: number, keeping: { keepDays: number; withText: boolean }): boolean;
};

/** A question and each of its answers is one line. */
export const MOST_LINES_A_DAY = 200_000;
/** Of each partner, as many calls as its history shows. */
const MOST_CALLS = 100;
const SLICE = 1000;

const NEXT_ID = 'SELECT coalesce(max(id) + 1, ?1) FROM question WHERE id >= ?1 AND id < ?2';
const ADD_QUESTION = `
INSERT INTO question (id, kind, viewer, outcome, elapsed_ms, text, user_id) VALUES (?, ?, ?, ?, ?, ?, ?)
`;
const COUNT_DAY = `
INSERT INTO day (day, lines, left_out) VALUES (?, ?, ?)
ON CONFLICT (day) DO UPDATE SET lines = lines + excluded.lines, left_out = left_out + excluded.left_out
`;
const COUNT_CALLS = `
INSERT INTO partner_day (origin_id, day, reason, calls, elapsed_ms, slowest_ms) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (origin_id, day, reason) DO UPDATE SET
  calls = calls + excluded.calls, elapsed_ms = elapsed_ms + excluded.elapsed_ms,
  slowest_ms = max(slowest_ms, excluded.slowest_ms)
`;
const DROP_OLDER_CALLS = `
DELETE FROM call WHERE origin_id = ?1 AND id <= (
  SELECT id FROM call WHERE origin_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MOST_CALLS}
)
`;

type OriginId = (key: string) => number;

export function trailWriter(store: Store): TrailWriter {
  const originIdOf = store.query<[number]>('SELECT id FROM origin WHERE key = ?');
  const nextId = store.query<[number]>(NEXT_ID);
  const linesOf = store.query<[number]>('SELECT lines FROM day WHERE day = ?');

  function originIds(tx: WriteTransaction): OriginId {
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

  /** Returns the number of questions without room. */
  function keepEntries(tx: WriteTransaction, entries: readonly TrailEntry[], originId: OriginId): number {
    const addQuestion = tx.inserter(ADD_QUESTION);
    const addAnswer = tx.inserter('INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)');
    const days = new Map<number, { before: number; lines: number; omitted: number }>();
    for (const { atMs, kind, viewer, outcome, elapsedMs, answers, asked } of entries) {
      const day = dayOf(atMs);
      const counted = days.get(day) ?? { before: linesOf.first(tx, day)?.[0] ?? 0, lines: 0, omitted: 0 };
      days.set(day, counted);
      if (counted.before + counted.lines + 1 + answers.length > MOST_LINES_A_DAY) {
        counted.omitted++;
        continue;
      }
      counted.lines += 1 + answers.length;
      const id = freeId(tx, atMs);
      addQuestion(id, kind, viewer, outcome, elapsedMs, asked?.text ?? null, asked?.userId ?? null);
      for (const [place, { key, state, count, elapsedMs: took, cache }] of answers.entries()) {
        addAnswer(id, place, originId(key), state, count, took, cache ?? NOT_ASKED);
      }
    }
    for (const [day, { lines, omitted }] of days) tx.run(COUNT_DAY, day, lines, omitted);
    return [...days.values()].reduce((sum, { omitted }) => sum + omitted, 0);
  }

  function keepCalls(tx: WriteTransaction, calls: readonly TrailCall[], originId: OriginId): void {
    const addCall = tx.inserter('INSERT INTO call (origin_id, at, elapsed_ms, reason) VALUES (?, ?, ?, ?)');
    const countCalls = tx.inserter(COUNT_CALLS);
    for (const [key, ofPartner] of Map.groupBy(calls, (call) => call.key)) {
      const origin = originId(key);
      for (const { at, elapsedMs, reason } of ofPartner.slice(-MOST_CALLS)) {
        addCall(origin, at, wholeMs(elapsedMs), reason === null ? null : storedReason(reason));
      }
      tx.run(DROP_OLDER_CALLS, origin);
      for (const [day, ofDay] of Map.groupBy(ofPartner, ({ at }) => dayOf(Date.parse(at)))) {
        const kinds = Map.groupBy(ofDay, ({ reason }) => (reason === null ? ANSWERED : storedReason(reason)));
        for (const [kind, alike] of kinds) {
          const times = alike.map(({ elapsedMs }) => wholeMs(elapsedMs));
          const sum = times.reduce((total, ms) => total + ms, 0);
          countCalls(origin, day, kind, alike.length, sum, Math.max(...times));
        }
      }
    }
  }

  return {
    write: (entries, calls) =>
      store.write((tx) => {
        const originId = originIds(tx);
        if (calls.length > 0) keepCalls(tx, calls, originId);
        return entries.length === 0 ? 0 : keepEntries(tx, entries, originId);
      }),
    tidySlice(nowMs, { keepDays, withText }) {
      const firstMs = nowMs - keepDays * DAY_MS;
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

function wholeMs(elapsedMs: number): number {
  return Math.max(0, Math.round(elapsedMs));
}
