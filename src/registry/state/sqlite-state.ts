/** The state of this service in an SQLite file: that of the registry, or its own. */

import { randomBytes } from 'node:crypto';
import { mailboxOf } from '../../domain/mail-address.ts';
import { writeMeta } from '../store/meta.ts';
import type { ReadTransaction, Store, Value, WriteTransaction } from '../store/store.ts';
import type {
  NewRequest,
  RequestBounds,
  RequestStore,
  ServiceState,
  SettingStore,
  StandingQuestionStore,
  Stored,
  TokenStore,
} from './service-state.ts';
import { sqliteDuePeople } from './sqlite-due-people.ts';
import { sqliteSubscriptions } from './sqlite-subscriptions.ts';
import { sqliteUses } from './sqlite-uses.ts';
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

const WRITE_SETTING = 'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
const INSERT_SETTING = 'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING';
const MISSING_CONFIRMED = 'missing-people-confirmed-at';

export function sqliteState(store: Store): ServiceState {
  const settings = sqliteSettings(store);
  return {
    prepare: async () => {},
    tokens: sqliteTokens(store),
    requests: sqliteRequests(store),
    duePeople: sqliteDuePeople(store),
    standingQuestions: sqliteStandingQuestions(store),
    subscriptions: sqliteSubscriptions(store),
    uses: sqliteUses(store),
    settings,
    async missingConfirmedAt() {
      const at = await settings.find(MISSING_CONFIRMED);
      return at === undefined ? undefined : new Date(at);
    },
    async confirmMissing(at) {
      await store.writeInTurn((tx) => tx.run(WRITE_SETTING, MISSING_CONFIRMED, at.toISOString()));
    },
    anonymousIdKey: () => anonymousIdKey(store),
  };
}

function sqliteSettings(store: Store): SettingStore {
  const byName = store.query<[string]>('SELECT value FROM meta WHERE key = ?');
  return {
    find: async (name) => store.read((tx) => byName.first(tx, name)?.[0]),
    async change(name, before, after) {
      const { changes } = await store.writeInTurn((tx) => {
        if (before === undefined) return after === undefined ? { changes: 0 } : tx.run(INSERT_SETTING, name, after);
        if (after === undefined) return tx.run('DELETE FROM meta WHERE key = ? AND value = ?', name, before);
        return tx.run('UPDATE meta SET value = ? WHERE key = ? AND value = ?', after, name, before);
      });
      return changes > 0;
    },
  };
}

/**
 * Ids are moments in seconds, or the next number after the highest id that was given. The id of a revoked token is not given
 * again, also not after a restore: a page that was opened before could otherwise revoke another token.
 */
export const HIGHEST_TOKEN_ID = 'highest-token-id';
const NEXT_TOKEN_ID = `
SELECT max(?, 1 + coalesce(max(id), 0),
  1 + coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${HIGHEST_TOKEN_ID}'), 0))
FROM access_token
`;
const NOTE_USE = "UPDATE access_token SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, '') < ?";

/** Returns the tokens of a file: those made here, or those that came with the data. */
export function sqliteTokens(store: Store): TokenStore {
  const columns = `SELECT ${TOKEN_COLUMNS} FROM access_token`;
  const byHash = store.query<TokenRow>(`${columns} WHERE hash = ?`);
  const byUser = store.query<TokenRow>(`${columns} WHERE user_id = ? ORDER BY id`);
  const all = store.query<TokenRow>(`${columns} ORDER BY id`);
  const nextId = store.query<[number]>(NEXT_TOKEN_ID);

  return {
    async find(hash) {
      const row = store.read((tx) => byHash.first(tx, hash));
      return row && toToken(row);
    },
    ofUser: async (userId) => store.read((tx) => byUser.all(tx, userId)).map(toToken),
    list: async () => store.read((tx) => all.all(tx)).map(toToken),
    async create({ userId, email, hash, label, createdAt, expiresAt }) {
      await store.writeInTurn((tx) => {
        const [id] = nextId.first(tx, wholeSeconds(createdAt)) as [number];
        tx.run(
          'INSERT INTO access_token (id, user_id, email, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
          ...[id, userId, email, hash, label, createdAt, expiresAt],
        );
        writeMeta(tx, HIGHEST_TOKEN_ID, String(id));
      });
    },
    async noteUse(id, at) {
      await store.writeInTurn((tx) => tx.run(NOTE_USE, at, id, at));
    },
    async revoke(id) {
      const { changes } = await store.writeInTurn((tx) => tx.run('DELETE FROM access_token WHERE id = ?', id));
      return changes > 0;
    },
  };
}

/**
 * Ids are moments in milliseconds, or the next free number. The id of a deleted request is not given again: a page that
 * was opened before the deletion could otherwise delete another request.
 */
const KEEP = `
INSERT INTO access_request (id, ${NEW_REQUEST_COLUMNS})
SELECT max(?, coalesce(max(id), 0) + 1), ${NEW_REQUEST_COLUMNS.replace(/\w+/g, '?')} FROM access_request
`;
const OF_MAILBOX = `
SELECT ${OF_MAILBOX_COLUMNS} FROM access_request WHERE mailbox = ?
`;
const NEWEST = `
SELECT ${REQUEST_COLUMNS} FROM access_request ORDER BY id DESC LIMIT ?
`;
const STEPS_OF_NEWEST = `
SELECT ${STEP_COLUMNS} FROM access_request_step
JOIN (SELECT id AS newest FROM access_request ORDER BY id DESC LIMIT ?) ON newest = request_id ORDER BY id
`;
const ADD_STEP = `
INSERT INTO access_request_step (request_id, ${NEW_STEP_COLUMNS})
SELECT id, ${NEW_STEP_COLUMNS.replace(/\w+/g, '?')} FROM access_request
WHERE id = ? AND (SELECT count(*) FROM access_request_step WHERE request_id = access_request.id) BETWEEN ? AND ? - 1
ON CONFLICT DO NOTHING
`;
const ADD_TO_ONE = `
INSERT INTO access_request_step (request_id, ${NEW_STEP_COLUMNS})
SELECT id, ${NEW_STEP_COLUMNS.replace(/\w+/g, '?')} FROM access_request WHERE id = ?
`;
const FORWARDED = `
FROM access_request
WHERE received_at >= ? AND id IN (SELECT request_id FROM access_request_step WHERE state = 'queued')
`;
const FORWARDED_TO = `SELECT ${REQUEST_COLUMNS} ${FORWARDED} AND user_id = ? ORDER BY id LIMIT ?`;
const UNTOUCHED =
  'confirm_by IS NOT NULL AND confirmed_at IS NULL AND id NOT IN (SELECT request_id FROM access_request_step)';
const ENDED = `received_at < ? OR (confirm_by < ? AND ${UNTOUCHED})`;
const CONFIRM = `
UPDATE access_request SET confirmed_at = ?, message_due_at = ? WHERE id = ? AND confirmed_at IS NULL AND confirm_by > ?
`;
const IS_DUE =
  'SELECT 1 FROM access_request WHERE id = ? AND message_due_at IS NOT NULL AND (confirmed_at IS NULL) = ?';
const NOTE_SENT = 'UPDATE access_request SET message_due_at = NULL WHERE id = ? AND (confirmed_at IS NULL) = ?';
const DUE = `SELECT ${REQUEST_COLUMNS} FROM access_request WHERE message_due_at <= ? ORDER BY id LIMIT ?`;
/** Deletes the steps of requests that no longer exist. */
const DROP_STEPS = 'DELETE FROM access_request_step WHERE request_id NOT IN (SELECT id FROM access_request)';

function sqliteRequests(store: Store): RequestStore {
  const newest = store.query<RequestRow>(NEWEST);
  const stepsOfNewest = store.query<StepRow>(STEPS_OF_NEWEST);
  const count = store.query<[number]>('SELECT count(*) FROM access_request');
  const lastId = store.query<[number]>('SELECT max(id) FROM access_request');
  const ofMailbox = store.query<OfMailboxRow>(OF_MAILBOX);
  const equalTo = store.query<RequestRow>(`SELECT ${REQUEST_COLUMNS} FROM access_request WHERE ${IS_EQUAL}`);
  const byId = store.query<RequestRow>(`SELECT ${REQUEST_COLUMNS} FROM access_request WHERE id = ?`);
  const stepsOf = store.query<StepRow>(
    `SELECT ${STEP_COLUMNS} FROM access_request_step WHERE request_id = ? ORDER BY id`,
  );
  const ended = store.query<[number]>(`SELECT 1 FROM access_request WHERE ${ENDED} LIMIT 1`);
  const due = store.query<RequestRow>(DUE);
  const isDue = store.query<[number]>(IS_DUE);
  const forwardedTo = store.query<RequestRow>(FORWARDED_TO);
  const forwardedPeople = store.query<[number]>(`SELECT DISTINCT user_id ${FORWARDED}`);

  function storeNow(tx: WriteTransaction, request: NewRequest, bounds: RequestBounds): Stored {
    const [equal] = toRequests(equalTo.all(tx, bounds.equalSince, request.pageKey, bounds.otherPageKey), []);
    if (equal !== undefined) return equal;
    if ((count.first(tx)?.[0] ?? 0) >= bounds.most) return 'full';
    const { contact, receivedAt } = request;
    const counted = ofMailbox.first(tx, bounds.since, receivedAt, mailboxOf(contact)) ?? [0, 0];
    if (!hasRoomIn(counted, bounds)) return 'address-full';
    tx.run(KEEP, Date.parse(receivedAt), ...newRequestValues(request));
    return lastId.first(tx)?.[0] ?? 0;
  }

  async function remove(which: string, ...values: Value[]): Promise<boolean> {
    const { changes } = await store.writeInTurn((tx) => removeWhere(tx, which, ...values));
    if (changes > 0) store.dropDeleted();
    return changes > 0;
  }

  return {
    async keep(request, bounds) {
      const { receivedAt } = request;
      const { removed, stored } = await store.writeInTurn((tx) => ({
        removed: removeWhere(tx, ENDED, bounds.expiry, receivedAt),
        stored: storeNow(tx, request, bounds),
      }));
      if (removed.changes > 0) store.dropDeleted();
      return stored;
    },
    async dropEnded(...since) {
      // Usually nothing has ended, and then this does not block a writer.
      if (store.read((tx) => ended.first(tx, ...since)) !== undefined) await remove(ENDED, ...since);
    },
    find: async (id) =>
      store.read((tx) => {
        const row = byId.first(tx, id);
        return row && toRequests([row], stepsOf.all(tx, id))[0];
      }),
    async confirm(id, at, messageDueAt) {
      const { changes } = await store.writeInTurn((tx) => tx.run(CONFIRM, at, messageDueAt, id, at));
      return changes > 0;
    },
    discard: (id) => remove(`id = ? AND ${UNTOUCHED}`, id),
    isMessageDue: async (id, message) =>
      store.read((tx) => isDue.first(tx, id, Number(message === 'confirm'))) !== undefined,
    async noteSent(id, message) {
      await store.writeInTurn((tx) => tx.run(NOTE_SENT, id, Number(message === 'confirm')));
    },
    async claimDue(now, next, most) {
      if (store.read((tx) => due.all(tx, now, 1)).length === 0) return [];
      return store.writeInTurn((tx) => {
        const requests = toRequests(due.all(tx, now, most), []);
        for (const { id } of requests) tx.run('UPDATE access_request SET message_due_at = ? WHERE id = ?', next, id);
        return requests;
      });
    },
    list: async (most) =>
      store.read((tx) => ({
        requests: toRequests(newest.all(tx, most), stepsOfNewest.all(tx, most)),
        total: count.first(tx)?.[0] ?? 0,
      })),
    forwardedTo: async (userId, since, most) =>
      store.read((tx) => {
        const rows = forwardedTo.all(tx, since, userId, most);
        return toRequests(
          rows,
          rows.flatMap(([id]) => stepsOf.all(tx, id)),
        );
      }),
    forwardedPeople: async (since) => store.read((tx) => forwardedPeople.all(tx, since)).flat(),
    async addStep(id, step, most, least = 0) {
      const { changes } = await store.writeInTurn((tx) => tx.run(ADD_STEP, ...newStepValues(step), id, least, most));
      return changes > 0;
    },
    async addToAll(ids, step) {
      await store.writeInTurn((tx) => {
        for (const id of ids) tx.run(ADD_TO_ONE, ...newStepValues(step), id);
      });
    },
    remove: (id) => remove('id = ?', id),
  };
}

function removeWhere(tx: WriteTransaction, which: string, ...values: Value[]): { changes: number } {
  const removed = tx.run(`DELETE FROM access_request WHERE ${which}`, ...values);
  if (removed.changes > 0) tx.run(DROP_STEPS);
  return removed;
}

const DROP_PASSING = `
DELETE FROM standing_question WHERE question = (
  SELECT question FROM standing_question WHERE last_read_at - first_read_at < ?1 AND (?2 IS NULL OR network = ?2)
  ORDER BY last_read_at LIMIT 1
)`;
/** The content of the answer is written by the first `CHANGE`. */
const BEGIN = `
INSERT INTO standing_question (question, network, first_read_at, last_read_at, changed_at, content)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING`;
const CHANGE =
  'UPDATE standing_question SET last_read_at = ?, changed_at = ?, content = ?, coverage = ? WHERE question = ?';
const ASK_AGAIN = `
UPDATE standing_question SET kind = ?, search = ?, due_day = ?, second_of_day = ? WHERE question = ? AND due_day IS NULL`;
const FIRST_DUE = `
SELECT ${REPEATED_COLUMNS} FROM standing_question WHERE due_day <= ? AND second_of_day <= ? AND last_read_at > ?
ORDER BY due_day, second_of_day LIMIT 1`;
const NOT_DUE_BEFORE = 'UPDATE standing_question SET due_day = ? WHERE question = ? AND due_day < ?';
const ADD_PERSON = `
INSERT INTO standing_question_person (question, ${PERSON_COLUMNS}) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const DROP_PERSON = 'DELETE FROM standing_question_person WHERE question = ? AND person = ?';
/** Deletes the people of questions that no longer exist. */
const DROP_PEOPLE =
  'DELETE FROM standing_question_person WHERE question NOT IN (SELECT question FROM standing_question)';
const NO_CONTENT = new Uint8Array(16);

function sqliteStandingQuestions(store: Store): StandingQuestionStore {
  const byDigest = store.query<QuestionRow>(`SELECT ${QUESTION_COLUMNS} FROM standing_question WHERE question = ?`);
  const peopleOf = store.query<PersonRow>(`SELECT ${PERSON_COLUMNS} FROM standing_question_person WHERE question = ?`);
  const count = store.query<[all: number, ofNetwork: number]>(
    'SELECT count(*), coalesce(sum(network = ?), 0) FROM standing_question',
  );
  const firstDue = store.query<RepeatedRow>(FIRST_DUE);

  return {
    find: async (question) =>
      store.read((tx) => {
        const row = byDigest.first(tx, question);
        return row && toQuestion(row, peopleOf.all(tx, question));
      }),
    begin: ({ question, network }, at, { most, mostOfNetwork, readSince, passingSeconds }) =>
      store.writeInTurn((tx) => {
        const counted = () => count.first(tx, network) ?? [0, 0];
        tx.run('DELETE FROM standing_question WHERE last_read_at < ?', readSince);
        const [all, ofNetwork] = counted();
        if (ofNetwork >= mostOfNetwork) tx.run(DROP_PASSING, passingSeconds, network);
        else if (all >= most) tx.run(DROP_PASSING, passingSeconds, null);
        const [allNow, ofNetworkNow] = counted();
        if (allNow < most && ofNetworkNow < mostOfNetwork) tx.run(BEGIN, question, network, at, at, 0, NO_CONTENT);
        tx.run(DROP_PEOPLE);
        return byDigest.first(tx, question) !== undefined;
      }),
    async change(question, { lastReadAt, changedAt, content, coverage, came, gone }) {
      await store.writeInTurn((tx) => {
        tx.run(CHANGE, lastReadAt, changedAt, content, coverageText(coverage), question);
        for (const { person, origin, cameAt } of came) tx.run(ADD_PERSON, question, person, origin, cameAt);
        for (const person of gone) tx.run(DROP_PERSON, question, person);
      });
    },
    async askAgain(question, { kind, search }, { day, secondOfDay }) {
      await store.writeInTurn((tx) => tx.run(ASK_AGAIN, kind, search, day, secondOfDay, question));
    },
    async claim({ day, second }, readSince) {
      // Usually no question is due, and then this does not block a writer.
      if (store.read((tx) => firstDue.first(tx, day, second, readSince)) === undefined) return undefined;
      return store.writeInTurn((tx) => {
        const row = firstDue.first(tx, day, second, readSince);
        if (row === undefined) return 'taken';
        tx.run(NOT_DUE_BEFORE, day + 1, row[0], day + 1);
        return toRepeated(row);
      });
    },
    async notDueBefore(question, day) {
      await store.writeInTurn((tx) => tx.run(NOT_DUE_BEFORE, day, question, day));
    },
  };
}

/** The name of the setting with the key of anonymous ids. */
export const ANONYMOUS_ID_KEY = 'anonymous-id-key';
const KEY_BYTES = 32;

/** Reads the key, and creates it only if it is missing, so that a registry can start while an import writes. */
async function anonymousIdKey(store: Store): Promise<Uint8Array> {
  const byName = store.query<[string]>(`SELECT value FROM meta WHERE key = '${ANONYMOUS_ID_KEY}'`);
  const stored = (tx: ReadTransaction) => byName.first(tx)?.[0];
  const fresh = () =>
    store.writeInTurn((tx) => {
      const key = randomBytes(KEY_BYTES).toString('hex');
      tx.run(INSERT_SETTING, ANONYMOUS_ID_KEY, key);
      return stored(tx) ?? key;
    });
  return Buffer.from(store.read((tx) => stored(tx) ?? null) ?? (await fresh()), 'hex');
}
