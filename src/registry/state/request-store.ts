/** Requests for access with their steps, and when the requests about a person are looked at again, over any database. */

import { ANSWER_LANGUAGES } from '../../domain/contact/access-form.ts';
import type { DueMessage } from '../../domain/contact/request-events.ts';
import { mailboxOf } from '../../domain/mail-address.ts';
import type { Value } from '../store/store.ts';
import type {
  DuePeopleStore,
  NewRequest,
  NewStep,
  RequestStore,
  StepState,
  StoredRequest,
  StoredStep,
} from './service-state.ts';
import { countOf, placesOf, rows, run, type StateDatabase, type Work } from './sql-work.ts';

type Text = string | null;

/** The columns of {@link REQUEST_COLUMNS}. */
type RequestRow = [
  ...[id: number, receivedAt: string, userId: number, geneId: number | null],
  ...[contact: string, reason: string, reference: Text, name: Text, organisation: Text, language: Text],
  ...[pageKey: Uint8Array | null, confirmBy: Text, confirmedAt: Text],
];
const REQUEST_COLUMNS =
  'id, received_at, user_id, gene_id, contact, reason, reference, name, organisation, language, page_key, confirm_by, confirmed_at';

/** The columns of {@link STEP_COLUMNS}. */
type StepRow = [requestId: number, at: string, state: string, byUserId: number, note: Text, answer: Text];
const STEP_COLUMNS = 'request_id, at, state, by_user, note, answer';

/** The columns of a new request after its id, and their values. */
const NEW_REQUEST_COLUMNS =
  'received_at, user_id, gene_id, contact, mailbox, reason, reference, name, organisation, language, page_key, confirm_by, message_due_at';
function newRequestValues(request: NewRequest): Value[] {
  const { receivedAt, userId, geneId, contact, reason, reference, name, organisation, language } = request;
  const { pageKey, confirmBy, messageDueAt } = request;
  const asker = [contact, mailboxOf(contact), reason, reference, name, organisation, language];
  return [receivedAt, userId, geneId, ...asker, pageKey, confirmBy, messageDueAt];
}

/** Returns the requests in the order of their rows, each with its steps in the order of their rows. */
function toRequests(rows: readonly RequestRow[], stepRows: readonly StepRow[]): StoredRequest[] {
  const stepsById = Map.groupBy(stepRows, ([requestId]) => requestId);
  return rows.map((row) => {
    const [id, receivedAt, userId, geneId, contact, reason, reference, name, organisation, language, ...rest] = row;
    const [pageKey, confirmBy, confirmedAt] = rest;
    return {
      ...{ id, receivedAt, userId, geneId, contact, reason, reference, name, organisation },
      language: ANSWER_LANGUAGES.find((one) => one === language) ?? null,
      ...{ pageKey, confirmBy, confirmedAt },
      steps: (stepsById.get(id) ?? []).map(toStep),
    };
  });
}

type DueColumn = 'message_due_at' | 'answer_due_at';

function dueColumn(message: DueMessage): DueColumn {
  return message === 'accepted' ? 'answer_due_at' : 'message_due_at';
}

/** The value of `by_user` for what this service did by itself. */
const NOBODY = 0;

function toStep([, at, state, byUserId, note, answer]: StepRow): StoredStep {
  return {
    ...{ at, state: state as StepState, byUserId: byUserId === NOBODY ? null : byUserId, note },
    answer: answer === null ? null : JSON.parse(answer),
  };
}

/** The columns of a new step after the id of its request, and their values. */
const NEW_STEP_COLUMNS = 'at, state, by_user, note, answer, once';
function newStepValues({ at, state, byUserId, note, answer, once }: NewStep): Value[] {
  return [at, state, byUserId ?? NOBODY, note, answer === null ? null : JSON.stringify(answer), once];
}

export function requestStore(db: StateDatabase): RequestStore {
  const { prefix, insertIgnore, greatest } = db.dialect;
  const request = `${prefix}access_request`;
  const step = `${prefix}access_request_step`;
  const untouched = `confirm_by IS NOT NULL AND confirmed_at IS NULL AND id NOT IN (SELECT request_id FROM ${step})`;
  const ended = `received_at < ? OR (confirm_by < ? AND ${untouched})`;
  const forwarded = `received_at >= ? AND id IN (SELECT request_id FROM ${step} WHERE state = 'queued')`;
  const select = `SELECT ${REQUEST_COLUMNS} FROM ${request}`;
  /**
   * Ids are moments in milliseconds, or the next free number. The id of a deleted request is not given again: a page that
   * was opened before the deletion could otherwise delete another request.
   */
  const keep = `INSERT INTO ${request} (id, ${NEW_REQUEST_COLUMNS})
    SELECT ${greatest}(?, coalesce(max(id), 0) + 1), ${placesOf(NEW_REQUEST_COLUMNS)} FROM ${request}
    HAVING count(*) < ?`;
  const ofMailbox = `SELECT ${countOf('id >= ?')}, ${countOf('confirm_by > ? AND confirmed_at IS NULL')}
    FROM ${request} WHERE mailbox = ?`;
  const addStep = (verb: string, which: string) => `${verb} INTO ${step} (request_id, ${NEW_STEP_COLUMNS})
    SELECT id, ${placesOf(NEW_STEP_COLUMNS)} FROM ${request} WHERE ${which}`;

  /** Selects requests with their steps. */
  function* those(which: string, ...values: Value[]) {
    const found = yield* rows<RequestRow>(`${select} ${which}`, ...values);
    if (found.length === 0) return [];
    const ids = `SELECT id AS found FROM ${request} ${which}`;
    const ofThem = `SELECT ${STEP_COLUMNS} FROM ${step} JOIN (${ids}) AS those ON found = request_id ORDER BY id`;
    return toRequests(found, yield* rows<StepRow>(ofThem, ...values));
  }

  function* drop(which: string, values: readonly Value[]): Work<boolean> {
    const dropped = yield* run(`DELETE FROM ${request} WHERE ${which}`, ...values);
    if (dropped > 0) yield* run(`DELETE FROM ${step} WHERE request_id NOT IN (SELECT id FROM ${request})`);
    return dropped > 0;
  }

  async function remove(which: string, ...values: Value[]): Promise<boolean> {
    const removed = await db.write(() => drop(which, values));
    if (removed) db.dropDeleted();
    return removed;
  }

  /** Claims requests that are due by one of the two columns; the first instance that changes the row has the claim. */
  async function claimBy(column: DueColumn, now: string, next: string, most: number): Promise<StoredRequest[]> {
    const due = () => those(`WHERE ${column} <= ? ORDER BY id LIMIT ?`, now, most);
    if ((await db.read(due)).length === 0) return [];
    const claim = `UPDATE ${request} SET ${column} = ? WHERE id = ? AND ${column} <= ?`;
    return db.write(function* () {
      const claimed = [];
      for (const one of yield* due()) if ((yield* run(claim, next, one.id, now)) > 0) claimed.push(one);
      return claimed;
    });
  }

  return {
    async keep(given, { expiry, most, since, mostOfAddress, mostUnconfirmed, equalSince, otherPageKey }) {
      const { receivedAt, contact, pageKey } = given;
      let removed = false;
      const stored = await db.writeAlone('requests', function* () {
        removed = yield* drop(ended, [expiry, receivedAt]);
        const equal = `${select} WHERE id >= ? AND page_key IN (?, ?)`;
        const [before] = toRequests(yield* rows<RequestRow>(equal, equalSince, pageKey, otherPageKey), []);
        if (before !== undefined) return before;
        const counted = yield* rows<[number, number]>(ofMailbox, since, receivedAt, mailboxOf(contact));
        const [[recent, unconfirmed] = [0, 0]] = counted;
        if (recent >= mostOfAddress || unconfirmed >= mostUnconfirmed) return 'address-full';
        if ((yield* run(keep, Date.parse(receivedAt), ...newRequestValues(given), most)) === 0) return 'full';
        const [[id] = [0]] = yield* rows<[number]>(`SELECT max(id) FROM ${request}`);
        return id;
      });
      if (removed) db.dropDeleted();
      return stored;
    },
    async dropEnded(...since) {
      // Usually nothing has ended, and then this does not block a writer.
      const [one] = await db.read(() => rows(`SELECT 1 FROM ${request} WHERE ${ended} LIMIT 1`, ...since));
      if (one !== undefined) await remove(ended, ...since);
    },
    find: async (id) => (await db.read(() => those('WHERE id = ?', id)))[0],
    async confirm(id, at, messageDueAt) {
      const sql = `UPDATE ${request} SET confirmed_at = ?, message_due_at = ?
        WHERE id = ? AND confirmed_at IS NULL AND confirm_by > ?`;
      return (await db.write(() => run(sql, at, messageDueAt, id, at))) > 0;
    },
    discard: (id) => remove(`id = ? AND ${untouched}`, id),
    async isMessageDue(id, message) {
      const sql = `SELECT 1 FROM ${request} WHERE id = ? AND ${dueColumn(message)} IS NOT NULL AND (confirmed_at IS NULL) = ?`;
      return (await db.read(() => rows(sql, id, Number(message === 'confirm')))).length > 0;
    },
    async noteSent(id, message) {
      const sql = `UPDATE ${request} SET ${dueColumn(message)} = NULL WHERE id = ? AND (confirmed_at IS NULL) = ?`;
      await db.write(() => run(sql, id, Number(message === 'confirm')));
    },
    claimDue: (...when) => claimBy('message_due_at', ...when),
    claimAccepted: (...when) => claimBy('answer_due_at', ...when),
    list: (most) =>
      db.read(function* () {
        const requests = yield* those('ORDER BY id DESC LIMIT ?', most);
        const [[total] = [0]] = yield* rows<[number]>(`SELECT count(*) FROM ${request}`);
        return { requests, total };
      }),
    forwardedTo: (userId, since, most) =>
      db.read(() => those(`WHERE ${forwarded} AND user_id = ? ORDER BY id LIMIT ?`, since, userId, most)),
    forwardedPeople: async (since) =>
      (await db.read(() => rows<[number]>(`SELECT DISTINCT user_id FROM ${request} WHERE ${forwarded}`, since))).flat(),
    async addStep(id, added, most, least = 0) {
      const bounded = `id = ? AND (SELECT count(*) FROM ${step} WHERE request_id = ?) BETWEEN ? AND ? - 1`;
      const sql = addStep(insertIgnore, bounded);
      const answered = `UPDATE ${request} SET answer_due_at = ? WHERE id = ? AND confirmed_at IS NOT NULL`;
      const dueAt = added.state === 'accepted' ? added.at : null;
      return db.write(function* () {
        const isAdded = (yield* run(sql, ...newStepValues(added), id, id, least, most)) > 0;
        if (isAdded) yield* run(answered, dueAt, id);
        return isAdded;
      });
    },
    // One statement, so that either all requests get the step or none.
    async addToAll(ids, added) {
      if (ids.length === 0) return;
      const sql = addStep('INSERT', `id IN (${ids.map(() => '?').join()})`);
      await db.write(() => run(sql, ...newStepValues(added), ...ids));
    },
    remove: (id) => remove('id = ?', id),
  };
}

/** Other instances may claim some of these people at the same moment. */
const MOST_TRIED = 20;

export function duePeopleStore(db: StateDatabase): DuePeopleStore {
  const { prefix, orUpdate, least } = db.dialect;
  const person = `${prefix}asked_person`;
  const sooner = `look_at = ${least}(coalesce(look_at, ?), ?)`;
  const due = `SELECT user_id FROM ${person} WHERE look_at <= ? AND claimed_until <= ? ORDER BY look_at LIMIT ?`;
  /** The first instance that changes the row has the claim. A moment stored during the claim is earlier than its end. */
  const claim = `UPDATE ${person} SET look_at = ?, claimed_until = ?
    WHERE user_id = ? AND look_at <= ? AND claimed_until <= ?`;
  const settle = `UPDATE ${person} SET look_at = CASE WHEN look_at < ? THEN look_at ELSE ? END, claimed_until = ''
    WHERE user_id = ? AND claimed_until = ?`;
  return {
    async lookAt(userId, at) {
      const sql = `INSERT INTO ${person} (user_id, look_at) VALUES (?, ?) ${orUpdate} ${sooner}`;
      await db.write(() => run(sql, userId, at, at, at));
    },
    async lookSooner(userId, at) {
      await db.write(() => run(`UPDATE ${person} SET ${sooner} WHERE user_id = ?`, at, at, userId));
    },
    async claim(now, until) {
      const dueNow = () => rows<[number]>(due, now, now, MOST_TRIED);
      // Usually nobody is due, and then this does not block a writer.
      if ((await db.read(dueNow)).length === 0) return undefined;
      return db.write(function* () {
        for (const [userId] of yield* dueNow()) {
          if ((yield* run(claim, until, until, userId, now, now)) > 0) return { userId, until };
        }
        return undefined;
      });
    },
    async settle({ userId, until }, nextAt) {
      await db.write(function* () {
        yield* run(settle, until, nextAt, userId, until);
        yield* run(`DELETE FROM ${person} WHERE look_at IS NULL AND user_id = ?`, userId);
      });
    },
  };
}
