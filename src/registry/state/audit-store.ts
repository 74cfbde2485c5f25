/** The audit log of questions to other registries, over any database. */

import { DAY_MS } from '../../domain/durations.ts';
import type {
  AuditAnswer,
  AuditEntry,
  AuditFilter,
  AuditPage,
  ListedEntry,
  PartnerCall,
  PartnerDay,
} from '../../domain/federation/audit-log.ts';
import { type BriefReason, type ReasonCode, reason } from '../../domain/federation/reasons.ts';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';
import { nextTurn } from '../../lib/slices.ts';
import { inBatches, rows, run, type StateDatabase, type Work } from './sql-work.ts';

export type AuditStore = {
  /**
   * Writes questions and calls to partners. Returns how many questions their days had no room for. A file takes all or
   * none. If the connection to a server breaks off, some may be in it already. Another try then writes these twice.
   */
  write(entries: readonly AuditEntry[], calls: readonly PartnerCall[]): Promise<number>;
  list(filter: AuditFilter): Promise<AuditPage>;
  /** Returns the days, the newest first. */
  partnerDays(partner: string): Promise<PartnerDay[]>;
  /** Returns the last calls to all partners, the oldest first. */
  calls(): Promise<PartnerCall[]>;
  /** Deletes what is older, some at a time. */
  dropOlder(beforeMs: number): Promise<void>;
  /** Deletes the texts of all questions and the accounts that asked them, some at a time. */
  dropTexts(): Promise<void>;
};

/** A question and each of its answers is one line. */
export const MOST_LINES_A_DAY = 200_000;
/** Of each partner, as many calls as its history shows. */
const MOST_CALLS = 100;
const LONGEST_REASON = 500;
/** A server refuses other signs in the column, or takes some of them for these. */
const KEY_OF_PARTNER = /^[a-z0-9._:-]+$/;
/** How many questions are read or deleted at once, because other work waits meanwhile. */
const AT_ONCE = 500;

/** The id of a question is its moment. If one millisecond has too many, the others get ids of the next one. */
const IDS_PER_MS = 1024;
/** Questions that are written together are of about a second. */
const READ_AHEAD_MS = 1000;
const QUESTION_COLUMNS = 'id, kind, viewer, outcome, elapsed_ms, answers, text, user_id';
type QuestionRow = [
  ...[id: number, kind: ListedEntry['kind'], viewer: ListedEntry['viewer'], outcome: ListedEntry['outcome']],
  ...[elapsedMs: number, answers: string, text: string | null, userId: number | null],
];
type AnswerRow = [
  ...[key: string, state: AuditAnswer['state'], count: number],
  ...[elapsedMs: number, cache: AuditAnswer['cache']],
];
type DayRow = [day: number, reason: string, calls: number, elapsedMs: number, slowestMs: number];
type CallsRow = [partner: string, calls: string];
/** One of the last calls to a partner, a line of JSON. */
type CallLine = [atMs: number, elapsedMs: number, reason: string | null];
/** Replaces the reason in the counts of a day, for calls that were answered. */
const ANSWERED = '';

export function auditStore(db: StateDatabase): AuditStore {
  const { prefix, orUpdate, greatest } = db.dialect;
  const question = `${prefix}audit_question`;
  const day = `${prefix}audit_day`;
  const partnerTable = `${prefix}audit_partner`;
  const partnerDay = `${prefix}audit_partner_day`;
  const countDay = `INSERT INTO ${day} (day, line_count, left_out) VALUES (?, ?, ?)
    ${orUpdate} line_count = line_count + ?, left_out = left_out + ?`;
  const countCalls = `INSERT INTO ${partnerDay} (partner, day, reason, calls, elapsed_ms, slowest_ms)
    VALUES (?, ?, ?, ?, ?, ?)
    ${orUpdate} calls = calls + ?, elapsed_ms = elapsed_ms + ?, slowest_ms = ${greatest}(slowest_ms, ?)`;
  const lastCalls = `SELECT partner, calls FROM ${partnerTable}`;
  const keepCalls = `INSERT INTO ${partnerTable} (partner, calls) VALUES (?, ?) ${orUpdate} calls = ?`;

  /** Returns the questions for which their days have room, and counts all of them. */
  function* withRoom(entries: readonly AuditEntry[]): Work<AuditEntry[]> {
    const fitting: AuditEntry[] = [];
    for (const [number, ofDay] of Map.groupBy(entries, ({ atMs }) => dayOf(atMs))) {
      const [[before] = [0]] = yield* rows<[number]>(`SELECT line_count FROM ${day} WHERE day = ?`, number);
      let lines = 0;
      let leftOut = 0;
      for (const entry of ofDay) {
        if (before + lines + linesOf(entry) > MOST_LINES_A_DAY) {
          leftOut++;
          continue;
        }
        lines += linesOf(entry);
        fitting.push(entry);
      }
      yield* run(countDay, number, lines, leftOut, lines, leftOut);
    }
    return fitting;
  }

  /** Returns an id for each question that no other has: the next free one of its moment. */
  function* freeIds(entries: readonly AuditEntry[]): Work<number[]> {
    const ids: number[] = [];
    let free = 0;
    let readUpTo = 0;
    let taken = new Set<number>();
    // In order of time: moments far from each other, as of a clock that was set, are not read in one go.
    const inOrder = [...entries.entries()].toSorted(([, one], [, other]) => one.atMs - other.atMs);
    for (const [at, { atMs }] of inOrder) {
      for (free = Math.max(free, firstIdOf(atMs)); ; free++) {
        if (free >= readUpTo) {
          readUpTo = free + READ_AHEAD_MS * IDS_PER_MS;
          const some = yield* rows<[number]>(`SELECT id FROM ${question} WHERE id >= ? AND id < ?`, free, readUpTo);
          taken = new Set(some.map(([id]) => id));
        }
        if (!taken.has(free)) break;
      }
      ids[at] = free++;
    }
    return ids;
  }

  function* writeEntries(entries: readonly AuditEntry[]): Work<number> {
    const fitting = yield* withRoom(entries);
    if (fitting.length > 0) {
      const ids = yield* freeIds(fitting);
      yield* inBatches(
        [...fitting.entries()],
        (places) => `INSERT INTO ${question} (${QUESTION_COLUMNS}) VALUES ${places}`,
        ([at, { kind, viewer, outcome, elapsedMs, answers, asked }]) => [
          ...[ids[at] ?? 0, kind, viewer, outcome, elapsedMs, answersText(answers)],
          ...[asked?.text ?? null, asked?.userId ?? null],
        ],
      );
    }
    return entries.length - fitting.length;
  }

  function* writeCalls(calls: readonly PartnerCall[]): Work<void> {
    for (const [partner, ofPartner] of Map.groupBy(calls, ({ key }) => key)) {
      const [[, before] = [partner, '']] = yield* rows<CallsRow>(`${lastCalls} WHERE partner = ?`, partner);
      const latest = ofPartner.slice(-MOST_CALLS).map(callLine);
      const last = [...linesIn(before), ...latest].slice(-MOST_CALLS).join('\n');
      yield* run(keepCalls, partner, last, last);
      for (const [date, ofDay] of Map.groupBy(ofPartner, ({ at }) => at.slice(0, 'YYYY-MM-DD'.length))) {
        const kinds = Map.groupBy(ofDay, ({ reason }) => (reason === null ? ANSWERED : storedReason(reason)));
        for (const [kind, alike] of kinds) {
          const times = alike.map(({ elapsedMs }) => wholeMs(elapsedMs));
          const counts = [alike.length, times.reduce((sum, ms) => sum + ms, 0), Math.max(...times)];
          yield* run(countCalls, partner, dayOf(Date.parse(date)), kind, ...counts, ...counts);
        }
      }
    }
  }

  /** Returns how many partners had calls that are deleted. */
  function* dropCalls(beforeMs: number): Work<number> {
    let dropped = 0;
    for (const [partner, text] of yield* rows<CallsRow>(lastCalls)) {
      const recent = linesIn(text).filter((line) => readLine(line)[0] >= beforeMs);
      if (recent.length === linesIn(text).length) continue;
      if (recent.length === 0) yield* run(`DELETE FROM ${partnerTable} WHERE partner = ?`, partner);
      else yield* run(keepCalls, partner, recent.join('\n'), recent.join('\n'));
      dropped++;
    }
    return dropped;
  }

  function read(from: number, before: number): Promise<QuestionRow[]> {
    const sql = `SELECT ${QUESTION_COLUMNS} FROM ${question} WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?`;
    return db.read(() => rows<QuestionRow>(sql, from, before, AT_ONCE));
  }

  return {
    write: (entries, calls) =>
      db.writeAlone('audit log', function* () {
        yield* writeCalls(calls);
        return yield* writeEntries(entries);
      }),
    // Reads from the newest question on until there are enough: an index would slow down every write, and few read the log.
    async list({ partner, state, day: text, before, size }) {
      const first = text === undefined ? undefined : Date.parse(`${text}T00:00:00Z`);
      const from = first === undefined ? 0 : firstIdOf(first);
      const to = first === undefined ? Number.MAX_SAFE_INTEGER : firstIdOf(first + DAY_MS);
      const wanted = textOfAnswer(partner, state);
      const found: ListedEntry[] = [];
      for (let end = Math.min(to, before ?? to); found.length <= size; await nextTurn()) {
        const some = await read(from, end);
        found.push(...some.filter(([, , , , , answers]) => answers.includes(wanted)).map(toEntry));
        if (some.length < AT_ONCE) break;
        end = some.at(-1)?.[0] ?? from;
      }
      const entries = found.slice(0, size);
      const sum = `SELECT CAST(coalesce(sum(left_out), 0) AS SIGNED) FROM ${day} WHERE day >= ? AND day < ?`;
      const [[leftOut] = [0]] = await db.read(() => rows<[number]>(sum, dayOfId(from), dayOfId(to)));
      return { entries, next: found.length > size ? (entries.at(-1)?.id ?? null) : null, leftOut };
    },
    async partnerDays(partner) {
      if (!KEY_OF_PARTNER.test(partner)) return [];
      const sql = `SELECT day, reason, calls, elapsed_ms, slowest_ms FROM ${partnerDay}
        WHERE partner = ? ORDER BY day DESC, calls, reason`;
      const found = await db.read(() => rows<DayRow>(sql, partner));
      return [...Map.groupBy(found, ([number]) => number)].map(([number, ofDay]) => toDay(number, ofDay));
    },
    async calls() {
      const found = await db.read(() => rows<CallsRow>(lastCalls));
      const calls = found.flatMap(([key, text]) => linesIn(text).map((line) => toCall(key, readLine(line))));
      return calls.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
    },
    async dropOlder(beforeMs) {
      const firstId = firstIdOf(beforeMs);
      const some = `SELECT id FROM ${question} WHERE id < ? ORDER BY id LIMIT ${AT_ONCE}`;
      let dropped = 0;
      for (;;) {
        // Usually nothing is too old, and then this does not block a writer.
        const ended = await db.read(() => rows(some, firstId));
        if (ended.length === 0) break;
        const drop = `DELETE FROM ${question} WHERE id IN (SELECT id FROM (${some}) AS some)`;
        dropped += await db.write(() => run(drop, firstId));
        await nextTurn();
      }
      for (const table of [day, partnerDay]) {
        const [one] = await db.read(() => rows(`SELECT 1 FROM ${table} WHERE day < ? LIMIT 1`, dayOf(beforeMs)));
        if (one !== undefined)
          dropped += await db.write(() => run(`DELETE FROM ${table} WHERE day < ?`, dayOf(beforeMs)));
      }
      const [one] = await db.read(() => rows(`${lastCalls} LIMIT 1`));
      if (one !== undefined) dropped += await db.writeAlone('audit log', () => dropCalls(beforeMs));
      if (dropped > 0) db.dropDeleted();
    },
    async dropTexts() {
      const next = `SELECT id, text IS NOT NULL FROM ${question} WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`;
      const drop = `UPDATE ${question} SET text = NULL, user_id = NULL WHERE id > ? AND id <= ? AND text IS NOT NULL`;
      let dropped = 0;
      for (let after = 0; ; await nextTurn()) {
        const some = await db.read(() => rows<[id: number, hasText: number]>(next, after));
        const last = some.at(-1)?.[0];
        if (last === undefined) break;
        const from = after;
        // Usually there are no texts, and then this does not block a writer.
        if (some.some(([, hasText]) => hasText === 1)) dropped += await db.write(() => run(drop, from, last));
        after = last;
      }
      if (dropped > 0) db.dropDeleted();
    },
  };
}

/** Returns how many lines of a day a question takes. */
export function linesOf({ answers }: AuditEntry): number {
  return 1 + answers.length;
}

function firstIdOf(atMs: number): number {
  return Math.floor(atMs) * IDS_PER_MS;
}

/** Returns the number of a day since 1970, in UTC. */
function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

function dayOfId(id: number): number {
  return dayOf(id / IDS_PER_MS);
}

function wholeMs(elapsedMs: number): number {
  return Math.max(0, Math.round(elapsedMs));
}

function answersText(answers: readonly AuditAnswer[]): string {
  return JSON.stringify(
    answers.map(({ key, state, count, elapsedMs, cache }) => [key, state, count, elapsedMs, cache]),
  );
}

/** Returns what {@link answersText} holds only for an answer of this partner, or in this state; any text holds the empty one. */
function textOfAnswer(partner: string | undefined, state: string | undefined): string {
  if (partner === undefined) return state === undefined ? '' : `,${JSON.stringify(state)},`;
  return `${JSON.stringify([partner, ...(state === undefined ? [] : [state])]).slice(0, -1)},`;
}

function toEntry([id, kind, viewer, outcome, elapsedMs, answers, text, userId]: QuestionRow): ListedEntry {
  return {
    ...{ id, at: new Date(Math.floor(id / IDS_PER_MS)).toISOString(), kind, viewer, outcome, elapsedMs },
    answers: (JSON.parse(answers) as AnswerRow[]).map(([key, state, count, took, cache]) => {
      return { key, state, count, elapsedMs: took, cache };
    }),
    ...(text !== null && { asked: { text, userId } }),
  };
}

function callLine({ at, elapsedMs, reason }: PartnerCall): string {
  const line: CallLine = [Date.parse(at), wholeMs(elapsedMs), reason && storedReason(reason)];
  return JSON.stringify(line);
}

function linesIn(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function readLine(line: string): CallLine {
  return JSON.parse(line) as CallLine;
}

function toCall(key: string, [atMs, elapsedMs, text]: CallLine): PartnerCall {
  const failure = text === null ? null : readReason(text);
  return { key, at: new Date(atMs).toISOString(), isAnswer: failure === null, elapsedMs, reason: failure };
}

function toDay(day: number, ofDay: readonly DayRow[]): PartnerDay {
  const answered = ofDay.find(([, reason]) => reason === ANSWERED);
  const [, , answers = 0, elapsedMs = 0, slowestMs = null] = answered ?? [];
  return {
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    asked: ofDay.reduce((sum, [, , calls]) => sum + calls, 0),
    answered: answers,
    meanMs: answers === 0 ? null : Math.round(elapsedMs / answers),
    slowestMs,
    failures: ofDay
      .filter((row) => row !== answered)
      .map(([, reason, count]) => ({ reason: readReason(reason), count })),
  };
}

/** Returns the stored form of a reason; `failed` if long names make it too long. */
function storedReason(failure: BriefReason): string {
  const text = JSON.stringify(failure);
  return text.length <= LONGEST_REASON ? text : JSON.stringify(reason('failed'));
}

/** Returns a stored reason; `failed` if it is invalid, so that one row does not prevent the reading of others. */
function readReason(text: string): BriefReason {
  try {
    const { code, params } = JSON.parse(text);
    if (typeof code !== 'string' || typeof params !== 'object' || params === null) return reason('failed');
    const read = { code: code as ReasonCode, params };
    titleOf(read);
    return read;
  } catch {
    return reason('failed');
  }
}
