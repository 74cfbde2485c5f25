/** Reads the trail for administrators, and the history of partners when a process starts. */

import type { CacheFact, OriginState } from '../../domain/federation/origin.ts';
import type {
  ListedEntry,
  PartnerDay,
  TrailAnswer,
  TrailCall,
  TrailFilter,
  TrailKind,
  TrailOutcome,
  TrailPage,
} from '../../domain/federation/trail.ts';
import type { ViewerKind } from '../../domain/record/model.ts';
import type { Store, Value } from '../store/store.ts';
import { dayOfText, dayText, firstIdOf, momentOfId } from './trail-days.ts';
import { ANSWERED, NOT_ASKED, readReason } from './trail-format.ts';

export type TrailReader = {
  /** @throws UnusableDatabase, like the other methods */
  list(filter: TrailFilter): TrailPage;
  /** Returns the days, the newest first. */
  partnerDays(key: string): PartnerDay[];
  /** Returns the last calls to all partners, the oldest first. */
  calls(): TrailCall[];
};

type QuestionRow = [
  ...[id: number, kind: TrailKind, viewer: ViewerKind, outcome: TrailOutcome],
  ...[elapsedMs: number, text: string | null, userId: number | null],
];
type AnswerRow = [
  key: string,
  state: OriginState,
  count: number,
  elapsedMs: number,
  cache: CacheFact['status'] | typeof NOT_ASKED,
];
type DayRow = [day: number, reason: string, calls: number, elapsedMs: number, slowestMs: number];

const QUESTIONS = 'SELECT id, kind, viewer, outcome, elapsed_ms, text, user_id FROM question';
const ANSWERS = `
SELECT key, state, count, elapsed_ms, cache FROM answer JOIN origin ON origin.id = origin_id
WHERE question_id = ? ORDER BY place
`;
const CALLS = 'SELECT key, at, elapsed_ms, reason FROM call JOIN origin ON origin.id = origin_id ORDER BY at, call.id';
const DAYS = `
SELECT day, reason, calls, elapsed_ms, slowest_ms FROM partner_day JOIN origin ON origin.id = origin_id
WHERE key = ? ORDER BY day DESC, calls, reason
`;
const OMITTED = 'SELECT sum(left_out) FROM day WHERE ?1 IS NULL OR day = ?1';

export function trailReader(store: Store): TrailReader {
  const answers = store.query<AnswerRow>(ANSWERS);
  const calls = store.query<[string, string, number, string | null]>(CALLS);
  const days = store.query<DayRow>(DAYS);
  const omittedLines = store.query<[number | null]>(OMITTED);

  return {
    list(filter) {
      const { sql, values } = questionsOf(filter);
      const questions = store.query<QuestionRow>(sql);
      const day = filter.day === undefined ? null : dayOfText(filter.day);
      return store.read((tx) => {
        const rows = questions.all(tx, ...values, filter.size + 1);
        const shown = rows.slice(0, filter.size);
        const answersTo = (id: number) =>
          answers.all(tx, id).map(([key, state, count, elapsedMs, cache]) => {
            return { key, state, count, elapsedMs, cache: cache === NOT_ASKED ? null : cache };
          });
        return {
          entries: shown.map((row) => toEntry(row, answersTo(row[0]))),
          next: rows.length > shown.length ? (shown.at(-1)?.[0] ?? null) : null,
          leftOut: omittedLines.first(tx, day)?.[0] ?? 0,
        };
      });
    },
    partnerDays: (key) =>
      store.read((tx) => [...Map.groupBy(days.all(tx, key), ([day]) => day)].map(([day, rows]) => toDay(day, rows))),
    calls: () =>
      store.read((tx) =>
        calls.all(tx).map(([key, at, elapsedMs, reason]) => {
          return { key, at, isAnswer: reason === null, elapsedMs, reason: reason === null ? null : readReason(reason) };
        }),
      ),
  };
}

/** Searches from the newest question on until there are enough: an index would slow down every write, and few read the trail. */
function questionsOf({ partner, state, day, before }: TrailFilter): { sql: string; values: Value[] } {
  const conditions: string[] = [];
  const values: Value[] = [];
  function narrow(condition: string, ...given: Value[]): void {
    conditions.push(condition);
    values.push(...given);
  }
  const ofPartner = 'origin_id = (SELECT id FROM origin WHERE key = ?)';
  const answered = 'EXISTS (SELECT 1 FROM answer WHERE question_id = question.id AND';
  if (partner !== undefined && state !== undefined) narrow(`${answered} ${ofPartner} AND state = ?)`, partner, state);
  else if (partner !== undefined) narrow(`${answered} ${ofPartner})`, partner);
  else if (state !== undefined) narrow(`${answered} state = ?)`, state);
  if (day !== undefined) narrow('id >= ? AND id < ?', firstIdOf(dayOfText(day)), firstIdOf(dayOfText(day) + 1));
  if (before !== undefined) narrow('id < ?', before);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return { sql: `${QUESTIONS} ${where} ORDER BY id DESC LIMIT ?`, values };
}

function toEntry(row: QuestionRow, answers: readonly TrailAnswer[]): ListedEntry {
  const [id, kind, viewer, outcome, elapsedMs, text, userId] = row;
  const entry = { id, at: momentOfId(id), kind, viewer, outcome, elapsedMs, answers };
  return text === null ? entry : { ...entry, asked: { text, userId } };
}

function toDay(day: number, rows: readonly DayRow[]): PartnerDay {
  const answered = rows.find(([, reason]) => reason === ANSWERED);
  const [, , answers = 0, elapsedMs = 0, slowestMs = null] = answered ?? [];
  return {
    day: dayText(day),
    asked: rows.reduce((sum, [, , calls]) => sum + calls, 0),
    answered: answers,
    meanMs: answers === 0 ? null : Math.round(elapsedMs / answers),
    slowestMs,
    failures: rows
      .filter((row) => row !== answered)
      .map(([, reason, count]) => ({ reason: readReason(reason), count })),
  };
}
