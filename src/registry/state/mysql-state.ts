/** The state of this service in its own database on a MySQL or MariaDB server, which several instances can share. */

import { randomBytes } from 'node:crypto';
import { RegistryError } from '../../domain/errors.ts';
import { mailboxOf } from '../../domain/mail-address.ts';
import { mysqlDuePeople } from './mysql-due-people.ts';
import { mysqlSubscriptions } from './mysql-subscriptions.ts';
import { type AskTables, openTables, type StateTables, type StateValue, UnusableState } from './mysql-tables.ts';
import { mysqlUses } from './mysql-uses.ts';
import type { RequestStore, ServiceState, SettingStore, StandingQuestionStore, TokenStore } from './service-state.ts';
import {
  coverageText,
  hasRoomIn,
  IS_EQUAL,
  NEW_REQUEST_COLUMNS,
  NEW_STEP_COLUMNS,
  newRequestValues,
  newStepValues,
  OF_MAILBOX_COLUMNS,
  type OfMailboxRow,
  PERSON_COLUMNS,
  type PersonRow,
  QUESTION_COLUMNS,
  type QuestionRow,
  REPEATED_COLUMNS,
  REQUEST_COLUMNS,
  type RepeatedRow,
  type RequestRow,
  STEP_COLUMNS,
  type StepRow,
  TOKEN_COLUMNS,
  type TokenRow,
  toQuestion,
  toRepeated,
  toRequests,
  toToken,
  wholeSeconds,
} from './state-rows.ts';

type MysqlStateOptions = {
  address: string;
  /** Called once with the reason when the database becomes unusable, and with undefined when it is usable again. */
  report(trouble: string | undefined): void;
};

const MISSING_CONFIRMED = 'missing-people-confirmed-at';
/** Such a database is away for a short restart or for long. */
const ASK_AGAIN_SECONDS = 10;

/** Opens the state; it connects only at the first use. @throws UnusableState for an invalid address */
export function openMysqlState({ address, report }: MysqlStateOptions): ServiceState & AsyncDisposable {
  const tables = openTables(address);
  let reported: string | undefined;

  function note(trouble: string | undefined): void {
    if ((trouble === undefined) !== (reported === undefined)) report(trouble);
    reported = trouble;
  }

  const ask: AskTables = async (work) => {
    try {
      const result = await work(tables);
      note(undefined);
      return result;
    } catch (error) {
      note(tables.reasonOf(error));
      throw new RegistryError('state-unavailable', { retryAfterSeconds: ASK_AGAIN_SECONDS });
    }
  };

  const settings = mysqlSettings(ask);
  return {
    tokens: mysqlTokens(ask),
    requests: mysqlRequests(ask),
    duePeople: mysqlDuePeople(ask),
    standingQuestions: mysqlStandingQuestions(ask),
    subscriptions: mysqlSubscriptions(ask),
    uses: mysqlUses(ask),
    settings,
    async missingConfirmedAt() {
      const at = await settings.find(MISSING_CONFIRMED);
      return at === undefined ? undefined : new Date(at);
    },
    confirmMissing: (at) =>
      ask(async ({ run }) => {
        const sql = `REPLACE INTO service_setting (name, value) VALUES ('${MISSING_CONFIRMED}', ?)`;
        await run(sql, at.toISOString());
      }),
    async anonymousIdKey() {
      try {
        return await anonymousIdKey(tables);
      } catch (error) {
        throw new UnusableState(tables.reasonOf(error));
      }
    },
    // If the server does not answer, this is only reported.
    async prepare() {
      try {
        await tables.prepare();
      } catch (error) {
        if (!tables.isPassing(error)) throw error;
        note(tables.reasonOf(error));
      }
    },
    [Symbol.asyncDispose]: () => tables[Symbol.asyncDispose](),
  };
}

function mysqlSettings(ask: AskTables): SettingStore {
  return {
    find: (name) =>
      ask(async ({ rows }) => (await rows<[string]>('SELECT value FROM service_setting WHERE name = ?', name))[0]?.[0]),
    change: (name, before, after) =>
      ask(async ({ run }) => {
        if (before === undefined) {
          const sql = 'INSERT IGNORE INTO service_setting (name, value) VALUES (?, ?)';
          return after !== undefined && (await run(sql, name, after)) > 0;
        }
        const where = 'WHERE name = ? AND value = ?';
        if (after === undefined) return (await run(`DELETE FROM service_setting ${where}`, name, before)) > 0;
        return (await run(`UPDATE service_setting SET value = ? ${where}`, after, name, before)) > 0;
      }),
  };
}

/** Ids are moments in seconds or the next number, as in a file. */
const HIGHEST_TOKEN_ID = 'highest-token-id';

function mysqlTokens(ask: AskTables): TokenStore {
  const columns = `SELECT ${TOKEN_COLUMNS} FROM service_token`;
  const tokens = (where: string, ...values: (number | Uint8Array)[]) =>
    ask(async ({ rows }) => (await rows<TokenRow>(`${columns} ${where}`, ...values)).map(toToken));
  return {
    find: async (hash) => (await tokens('WHERE hash = ?', hash))[0],
    ofUser: (userId) => tokens('WHERE user_id = ? ORDER BY id', userId),
    list: () => tokens('ORDER BY id'),
    create: ({ userId, email, hash, label, createdAt, expiresAt }) =>
      ask(async ({ run, nextNumber }) => {
        const id = await nextNumber(HIGHEST_TOKEN_ID, wholeSeconds(createdAt));
        const sql =
          'INSERT INTO service_token (id, user_id, email, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)';
        await run(sql, ...[id, userId, email, hash, label, createdAt, expiresAt]);
      }),
    noteUse: (id, at) =>
      ask(async ({ run }) => {
        const sql = "UPDATE service_token SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, '') < ?";
        await run(sql, at, id, at);
      }),
    revoke: (id) => ask(async ({ run }) => (await run('DELETE FROM service_token WHERE id = ?', id)) > 0),
  };
}

/** Ids are moments, as in a file; if two instances insert the same one at once, the later one tries again. */
const KEEP = `
INSERT INTO service_access_request (id, ${NEW_REQUEST_COLUMNS})
SELECT greatest(?, coalesce(max(id), 0) + 1), ${NEW_REQUEST_COLUMNS.replace(/\w+/g, '?')} FROM service_access_request
HAVING count(*) < ?
`;
const OF_MAILBOX = `
SELECT ${OF_MAILBOX_COLUMNS} FROM service_access_request WHERE mailbox = ?
`;
const EQUAL = `SELECT ${REQUEST_COLUMNS} FROM service_access_request WHERE ${IS_EQUAL}`;
const NEWEST = `
SELECT ${REQUEST_COLUMNS} FROM service_access_request ORDER BY id DESC LIMIT ?
`;
const STEPS_OF_NEWEST = `
SELECT ${STEP_COLUMNS} FROM service_access_request_step
JOIN (SELECT id AS newest FROM service_access_request ORDER BY id DESC LIMIT ?) AS those ON newest = request_id ORDER BY id
`;
const ADD_STEP = `
INSERT IGNORE INTO service_access_request_step (request_id, ${NEW_STEP_COLUMNS})
SELECT id, ${NEW_STEP_COLUMNS.replace(/\w+/g, '?')} FROM service_access_request
WHERE id = ? AND (SELECT count(*) FROM service_access_request_step WHERE request_id = ?) BETWEEN ? AND ? - 1
`;
/** One statement, so that either all requests get the step or none. */
const ADD_TO_ALL = `
INSERT INTO service_access_request_step (request_id, ${NEW_STEP_COLUMNS})
SELECT id, ${NEW_STEP_COLUMNS.replace(/\w+/g, '?')} FROM service_access_request WHERE id IN
`;
const FORWARDED = `
FROM service_access_request
WHERE received_at >= ? AND id IN (SELECT request_id FROM service_access_request_step WHERE state = 'queued')
`;
const FORWARDED_TO = `SELECT ${REQUEST_COLUMNS} ${FORWARDED} AND user_id = ? ORDER BY id LIMIT ?`;
const UNTOUCHED =
  'confirm_by IS NOT NULL AND confirmed_at IS NULL AND id NOT IN (SELECT request_id FROM service_access_request_step)';
const ENDED = `received_at < ? OR (confirm_by < ? AND ${UNTOUCHED})`;
const CONFIRM = `
UPDATE service_access_request SET confirmed_at = ?, message_due_at = ?
WHERE id = ? AND confirmed_at IS NULL AND confirm_by > ?
`;
const IS_DUE = `
SELECT 1 FROM service_access_request WHERE id = ? AND message_due_at IS NOT NULL AND (confirmed_at IS NULL) = ?`;
const NOTE_SENT = `
UPDATE service_access_request SET message_due_at = NULL WHERE id = ? AND (confirmed_at IS NULL) = ?`;
const DUE = `SELECT ${REQUEST_COLUMNS} FROM service_access_request WHERE message_due_at <= ? ORDER BY id LIMIT ?`;
/** The first instance that changes the row has the claim. */
const CLAIM = 'UPDATE service_access_request SET message_due_at = ? WHERE id = ? AND message_due_at <= ?';
/** Deletes the steps of requests that no longer exist. */
const DROP_STEPS =
  'DELETE FROM service_access_request_step WHERE request_id NOT IN (SELECT id FROM service_access_request)';
const MOST_TRIES = 10;

/** Runs a statement, and runs it again after a deadlock with another one. */
async function runAgain({ run, isDeadlock }: StateTables, sql: string, ...values: StateValue[]): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await run(sql, ...values);
    } catch (error) {
      if (!isDeadlock(error) || tries === MOST_TRIES) throw error;
    }
  }
}

function mysqlRequests(ask: AskTables): RequestStore {
  const remove = (which: string, ...values: StateValue[]) =>
    ask(async ({ run }) => {
      const removed = await run(`DELETE FROM service_access_request WHERE ${which}`, ...values);
      if (removed > 0) await run(DROP_STEPS);
      return removed > 0;
    });
  return {
    async keep(request, bounds) {
      const { receivedAt, contact, pageKey } = request;
      const { expiry, most, since, equalSince, otherPageKey } = bounds;
      await remove(ENDED, expiry, receivedAt);
      return ask(async ({ inTurn, isTaken, isDeadlock }) =>
        inTurn('requests', async ({ rows, run }) => {
          const findEqual = async () =>
            toRequests(await rows<RequestRow>(EQUAL, equalSince, pageKey, otherPageKey), [])[0];
          const before = await findEqual();
          if (before !== undefined) return before;
          const [counted = [0, 0] as const] = await rows<OfMailboxRow>(
            OF_MAILBOX,
            since,
            receivedAt,
            mailboxOf(contact),
          );
          if (!hasRoomIn(counted, bounds)) return 'address-full';
          for (let tries = 1; ; tries++) {
            try {
              if ((await run(KEEP, Date.parse(receivedAt), ...newRequestValues(request), most)) === 0) return 'full';
              const [[id] = [0]] = await rows<[number]>(
                'SELECT id FROM service_access_request WHERE page_key = ?',
                pageKey,
              );
              return id;
            } catch (error) {
              if ((!isTaken(error) && !isDeadlock(error)) || tries === MOST_TRIES) throw error;
              // The id is taken, or another process has just stored an equal request with the same page key.
              const equal = await findEqual();
              if (equal !== undefined) return equal;
            }
          }
        }),
      );
    },
    async dropEnded(...since) {
      await remove(ENDED, ...since);
    },
    find: (id) =>
      ask(async ({ rows }) => {
        const found = await rows<RequestRow>(`SELECT ${REQUEST_COLUMNS} FROM service_access_request WHERE id = ?`, id);
        const steps = `SELECT ${STEP_COLUMNS} FROM service_access_request_step WHERE request_id = ? ORDER BY id`;
        return toRequests(found, await rows<StepRow>(steps, id))[0];
      }),
    confirm: (id, at, messageDueAt) => ask(async ({ run }) => (await run(CONFIRM, at, messageDueAt, id, at)) > 0),
    discard: (id) => remove(`id = ? AND ${UNTOUCHED}`, id),
    isMessageDue: (id, message) =>
      ask(async ({ rows }) => (await rows(IS_DUE, id, Number(message === 'confirm'))).length > 0),
    noteSent: (id, message) =>
      ask(async ({ run }) => {
        await run(NOTE_SENT, id, Number(message === 'confirm'));
      }),
    claimDue: (now, next, most) =>
      ask(async ({ rows, run }) => {
        const claimed = [];
        for (const request of toRequests(await rows<RequestRow>(DUE, now, most), [])) {
          if ((await run(CLAIM, next, request.id, now)) > 0) claimed.push(request);
        }
        return claimed;
      }),
    list: (most) =>
      ask(async ({ rows }) => {
        const newest = await rows<RequestRow>(NEWEST, most);
        const requests = toRequests(newest, await rows<StepRow>(STEPS_OF_NEWEST, most));
        const [[total] = [0]] = await rows<[number]>('SELECT count(*) FROM service_access_request');
        return { requests, total };
      }),
    forwardedTo: (userId, since, most) =>
      ask(async ({ rows }) => {
        const found = await rows<RequestRow>(FORWARDED_TO, since, userId, most);
        if (found.length === 0) return [];
        const places = found.map(() => '?').join();
        const steps = `SELECT ${STEP_COLUMNS} FROM service_access_request_step WHERE request_id IN (${places}) ORDER BY id`;
        return toRequests(found, await rows<StepRow>(steps, ...found.map(([id]) => id)));
      }),
    forwardedPeople: (since) =>
      ask(async ({ rows }) => (await rows<[number]>(`SELECT DISTINCT user_id ${FORWARDED}`, since)).flat()),
    addStep: (id, step, most, least = 0) =>
      ask(async (tables) => (await runAgain(tables, ADD_STEP, ...newStepValues(step), id, id, least, most)) > 0),
    addToAll: (ids, step) =>
      ask(async (tables) => {
        if (ids.length === 0) return;
        await runAgain(tables, `${ADD_TO_ALL}(${ids.map(() => '?').join()})`, ...newStepValues(step), ...ids);
      }),
    remove: (id) => remove('id = ?', id),
  };
}

const COUNT_QUESTIONS = `
SELECT count(*), CAST(coalesce(sum(network = ?), 0) AS SIGNED) FROM service_standing_question`;
const DROP_PASSING = `
DELETE FROM service_standing_question WHERE last_read_at - first_read_at < ? AND coalesce(network = ?, true)
ORDER BY last_read_at LIMIT 1`;
const BEGIN = `
INSERT IGNORE INTO service_standing_question (question, network, first_read_at, last_read_at, changed_at, content)
VALUES (?, ?, ?, ?, ?, ?)`;
const CHANGE = `
UPDATE service_standing_question SET last_read_at = ?, changed_at = ?, content = ?, coverage = ? WHERE question = ?`;
const ASK_AGAIN = `
UPDATE service_standing_question SET kind = ?, search = ?, due_day = ?, second_of_day = ?
WHERE question = ? AND due_day IS NULL`;
const FIRST_DUE = `
SELECT ${REPEATED_COLUMNS} FROM service_standing_question WHERE due_day <= ? AND second_of_day <= ? AND last_read_at > ?
ORDER BY due_day, second_of_day LIMIT 1`;
const NOT_DUE_BEFORE = 'UPDATE service_standing_question SET due_day = ? WHERE question = ? AND due_day < ?';
/** Deletes the people of questions that no longer exist. */
const DROP_PEOPLE = `
DELETE FROM service_standing_question_person
WHERE question NOT IN (SELECT question FROM service_standing_question)`;
const NO_CONTENT = new Uint8Array(16);
const PEOPLE_AT_ONCE = 200;

function mysqlStandingQuestions(ask: AskTables): StandingQuestionStore {
  const byDigest = `SELECT ${QUESTION_COLUMNS} FROM service_standing_question WHERE question = ?`;
  const peopleOf = `SELECT ${PERSON_COLUMNS} FROM service_standing_question_person WHERE question = ?`;
  return {
    find: (question) =>
      ask(async ({ rows }) => {
        const [row] = await rows<QuestionRow>(byDigest, question);
        return row && toQuestion(row, await rows<PersonRow>(peopleOf, question));
      }),
    begin: ({ question, network }, at, { most, mostOfNetwork, readSince, passingSeconds }) =>
      ask(({ inTurn }) =>
        inTurn('questions', async ({ rows, run }) => {
          const counted = async () => (await rows<[number, number]>(COUNT_QUESTIONS, network))[0] ?? [0, 0];
          let dropped = await run('DELETE FROM service_standing_question WHERE last_read_at < ?', readSince);
          const [all, ofNetwork] = await counted();
          if (ofNetwork >= mostOfNetwork) dropped += await run(DROP_PASSING, passingSeconds, network);
          else if (all >= most) dropped += await run(DROP_PASSING, passingSeconds, null);
          if (dropped > 0) await run(DROP_PEOPLE);
          const [allNow, ofNetworkNow] = await counted();
          if (allNow < most && ofNetworkNow < mostOfNetwork) await run(BEGIN, question, network, at, at, 0, NO_CONTENT);
          return (await rows(byDigest, question)).length > 0;
        }),
      ),
    change: (question, { lastReadAt, changedAt, content, coverage, came, gone }) =>
      ask(async ({ run }) => {
        for (let from = 0; from < came.length; from += PEOPLE_AT_ONCE) {
          const people = came.slice(from, from + PEOPLE_AT_ONCE);
          const places = people.map(() => '(?, ?, ?, ?)').join();
          const sql = `INSERT IGNORE INTO service_standing_question_person (question, ${PERSON_COLUMNS}) VALUES ${places}`;
          await run(sql, ...people.flatMap(({ person, origin, cameAt }) => [question, person, origin, cameAt]));
        }
        for (let from = 0; from < gone.length; from += PEOPLE_AT_ONCE) {
          const people = gone.slice(from, from + PEOPLE_AT_ONCE);
          const places = people.map(() => '?').join();
          const sql = `DELETE FROM service_standing_question_person WHERE question = ? AND person IN (${places})`;
          await run(sql, question, ...people);
        }
        await run(CHANGE, lastReadAt, changedAt, content, coverageText(coverage), question);
      }),
    askAgain: (question, { kind, search }, { day, secondOfDay }) =>
      ask(async ({ run }) => {
        await run(ASK_AGAIN, kind, search, day, secondOfDay, question);
      }),
    claim: ({ day, second }, readSince) =>
      ask(async ({ rows, run }) => {
        const [row] = await rows<RepeatedRow>(FIRST_DUE, day, second, readSince);
        if (row === undefined) return undefined;
        return (await run(NOT_DUE_BEFORE, day + 1, row[0], day + 1)) > 0 ? toRepeated(row) : 'taken';
      }),
    notDueBefore: (question, day) =>
      ask(async ({ run }) => {
        await run(NOT_DUE_BEFORE, day, question, day);
      }),
  };
}

const KEY_BYTES = 32;

/** Returns the key; the first instance that asks for it creates it. @throws UnusableState */
async function anonymousIdKey({ rows, run }: StateTables): Promise<Uint8Array> {
  const fresh = randomBytes(KEY_BYTES).toString('hex');
  await run("INSERT IGNORE INTO service_setting (name, value) VALUES ('anonymous-id-key', ?)", fresh);
  const [[key] = [fresh]] = await rows<[string]>("SELECT value FROM service_setting WHERE name = 'anonymous-id-key'");
  return Buffer.from(key, 'hex');
}
