/** The questions of feeds, with the people whom they found, over any database. */

import type { FeedQuestionStore, RepeatedQuestion, StoredQuestion } from './service-state.ts';
import { countOf, inBatches, rows, run, type StateDatabase } from './sql-work.ts';

/** The columns of {@link QUESTION_COLUMNS}. */
type QuestionRow = [
  ...[
    firstReadAt: number,
    lastReadAt: number,
    changedAt: number,
    content: Uint8Array,
    coverage: string | null,
    dueDay: number | null,
  ],
];
const QUESTION_COLUMNS = 'first_read_at, last_read_at, changed_at, content, coverage, due_day';

/** The columns of {@link REPEATED_COLUMNS}. */
type RepeatedRow = [question: Uint8Array, kind: RepeatedQuestion['kind'], search: string];
const REPEATED_COLUMNS = 'question, kind, search';

/** The columns of {@link PERSON_COLUMNS}. */
type PersonRow = [person: Uint8Array, origin: string, cameAt: number];
const PERSON_COLUMNS = 'person, origin, came_at';

function toQuestion(
  [firstReadAt, lastReadAt, changedAt, content, coverage, dueDay]: QuestionRow,
  people: readonly PersonRow[],
): StoredQuestion {
  return {
    firstReadAt,
    lastReadAt,
    changedAt,
    content,
    isRepeated: dueDay !== null,
    coverage: coverage === null ? undefined : (JSON.parse(coverage) as StoredQuestion['coverage']),
    people: people.map(([person, origin, cameAt]) => ({ person, origin, cameAt })),
  };
}

/** Returns the text that the column stores. */
function coverageText(coverage: StoredQuestion['coverage']): string | null {
  return coverage === undefined ? null : JSON.stringify(coverage);
}

/** Returns the question of a row, without its digest. */
function toRepeated([, kind, search]: RepeatedRow): RepeatedQuestion {
  return { kind, search };
}

/** What the column holds until the first answer is noted. */
const NO_CONTENT = new Uint8Array(16);

export function feedQuestionStore(db: StateDatabase): FeedQuestionStore {
  const { prefix, insertIgnore } = db.dialect;
  const table = `${prefix}standing_question`;
  const people = `${table}_person`;
  const byDigest = `SELECT ${QUESTION_COLUMNS} FROM ${table} WHERE question = ?`;
  const count = `SELECT count(*), ${countOf('network = ?')} FROM ${table}`;
  const insert = `${insertIgnore} INTO ${table} (question, network, first_read_at, last_read_at, changed_at, content)
    VALUES (?, ?, ?, ?, ?, ?)`;
  const dropPassing = `DELETE FROM ${table} WHERE question IN (SELECT question FROM (
    SELECT question FROM ${table} WHERE last_read_at - first_read_at < ? AND (? IS NULL OR network = ?)
    ORDER BY last_read_at LIMIT 1) AS passing)`;
  const firstDue = `SELECT ${REPEATED_COLUMNS} FROM ${table} WHERE due_day <= ? AND second_of_day <= ? AND last_read_at > ?
    ORDER BY due_day, second_of_day LIMIT 1`;
  const notDueBefore = `UPDATE ${table} SET due_day = ? WHERE question = ? AND due_day < ?`;

  return {
    find: (question) =>
      db.read(function* () {
        const [row] = yield* rows<QuestionRow>(byDigest, question);
        const found = `SELECT ${PERSON_COLUMNS} FROM ${people} WHERE question = ?`;
        return row && toQuestion(row, yield* rows<PersonRow>(found, question));
      }),
    begin: ({ question, network }, at, { most, mostOfNetwork, readSince, passingSeconds }) =>
      db.writeAlone('questions', function* () {
        function* counted() {
          const [[all, ofNetwork] = [0, 0]] = yield* rows<[number, number]>(count, network);
          return { isFull: all >= most, isNetworkFull: ofNetwork >= mostOfNetwork };
        }
        let dropped = yield* run(`DELETE FROM ${table} WHERE last_read_at < ?`, readSince);
        const { isFull, isNetworkFull } = yield* counted();
        const ofWhom = isNetworkFull ? network : null;
        if (isFull || isNetworkFull) dropped += yield* run(dropPassing, passingSeconds, ofWhom, ofWhom);
        if (dropped > 0) yield* run(`DELETE FROM ${people} WHERE question NOT IN (SELECT question FROM ${table})`);
        const now = yield* counted();
        if (!now.isFull && !now.isNetworkFull) yield* run(insert, question, network, at, at, 0, NO_CONTENT);
        return (yield* rows(byDigest, question)).length > 0;
      }),
    change: (question, { lastReadAt, changedAt, content, coverage, came, gone }) =>
      db.write(function* () {
        yield* inBatches(
          came,
          (places) => `${insertIgnore} INTO ${people} (question, ${PERSON_COLUMNS}) VALUES ${places}`,
          ({ person, origin, cameAt }) => [question, person, origin, cameAt],
        );
        yield* inBatches(
          gone,
          (places) => `DELETE FROM ${people} WHERE question = ? AND person IN (${places})`,
          (person) => [person],
          [question],
        );
        const change = `UPDATE ${table} SET last_read_at = ?, changed_at = ?, content = ?, coverage = ? WHERE question = ?`;
        yield* run(change, lastReadAt, changedAt, content, coverageText(coverage), question);
      }),
    async askAgain(question, { kind, search }, { day, secondOfDay }) {
      const sql = `UPDATE ${table} SET kind = ?, search = ?, due_day = ?, second_of_day = ?
        WHERE question = ? AND due_day IS NULL`;
      await db.write(() => run(sql, kind, search, day, secondOfDay, question));
    },
    async claim({ day, second }, readSince) {
      const first = () => rows<RepeatedRow>(firstDue, day, second, readSince);
      // Usually no question is due, and then this does not block a writer.
      if ((await db.read(first)).length === 0) return undefined;
      return db.write(function* () {
        const [row] = yield* first();
        if (row === undefined) return 'taken';
        return (yield* run(notDueBefore, day + 1, row[0], day + 1)) > 0 ? toRepeated(row) : 'taken';
      });
    },
    async notDueBefore(question, day) {
      await db.write(() => run(notDueBefore, day, question, day));
    },
  };
}
