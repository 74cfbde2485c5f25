/** Conversion between the state of a service and its rows, for all kinds of databases. */

import { ANSWER_LANGUAGES } from '../../domain/contact/access-form.ts';
import { mailboxOf } from '../../domain/mail-address.ts';
import type {
  NewRequest,
  NewStep,
  RepeatedQuestion,
  RequestBounds,
  StepState,
  StoredQuestion,
  StoredRequest,
  StoredStep,
  StoredToken,
} from './service-state.ts';

type Text = string | null;

/** The columns of {@link TOKEN_COLUMNS}. */
export type TokenRow = [
  ...[id: number, userId: number, email: Text, hash: Uint8Array, label: Text],
  ...[createdAt: string, expiresAt: string, lastUsedAt: Text],
];
export const TOKEN_COLUMNS = 'id, user_id, email, hash, label, created_at, expires_at, last_used_at';

/** The columns of {@link REQUEST_COLUMNS}. */
export type RequestRow = [
  ...[id: number, receivedAt: string, userId: number, geneId: number | null],
  ...[contact: string, reason: string, reference: Text, name: Text, organisation: Text, language: Text],
  ...[pageKey: Uint8Array | null, confirmBy: Text, confirmedAt: Text],
];
export const REQUEST_COLUMNS =
  'id, received_at, user_id, gene_id, contact, reason, reference, name, organisation, language, page_key, confirm_by, confirmed_at';

/** Finds an equal request. Values: the earliest id that counts, and the two page keys. */
export const IS_EQUAL = 'id >= ? AND page_key IN (?, ?)';

/** The columns of {@link OF_MAILBOX_COLUMNS}. */
export type OfMailboxRow = [recent: number, unconfirmed: number];
const WAITS = 'confirm_by > ? AND confirmed_at IS NULL';
/** Counts the requests of one mailbox. Values: since when a request is recent, and now. */
export const OF_MAILBOX_COLUMNS = `CAST(coalesce(sum(id >= ?), 0) AS SIGNED), CAST(coalesce(sum(${WAITS}), 0) AS SIGNED)`;

/** Whether one more request to a mailbox is within the bounds. */
export function hasRoomIn([recent, unconfirmed]: OfMailboxRow, bounds: RequestBounds): boolean {
  return recent < bounds.mostOfAddress && unconfirmed < bounds.mostUnconfirmed;
}

/** The columns of {@link STEP_COLUMNS}. */
export type StepRow = [requestId: number, at: string, state: string, byUserId: number, note: Text, answer: Text];
export const STEP_COLUMNS = 'request_id, at, state, by_user, note, answer';

/** The columns of a new request after its id, and their values. */
export const NEW_REQUEST_COLUMNS =
  'received_at, user_id, gene_id, contact, mailbox, reason, reference, name, organisation, language, page_key, confirm_by, message_due_at';
export function newRequestValues(request: NewRequest): (string | number | null | Uint8Array)[] {
  const { receivedAt, userId, geneId, contact, reason, reference, name, organisation, language } = request;
  const { pageKey, confirmBy, messageDueAt } = request;
  const asker = [contact, mailboxOf(contact), reason, reference, name, organisation, language];
  return [receivedAt, userId, geneId, ...asker, pageKey, confirmBy, messageDueAt];
}

/** The columns of {@link QUESTION_COLUMNS}. */
export type QuestionRow = [
  ...[
    firstReadAt: number,
    lastReadAt: number,
    changedAt: number,
    content: Uint8Array,
    coverage: Text,
    dueDay: number | null,
  ],
];
export const QUESTION_COLUMNS = 'first_read_at, last_read_at, changed_at, content, coverage, due_day';

/** The columns of {@link REPEATED_COLUMNS}. */
export type RepeatedRow = [question: Uint8Array, kind: RepeatedQuestion['kind'], search: string];
export const REPEATED_COLUMNS = 'question, kind, search';

/** The columns of {@link PERSON_COLUMNS}. */
export type PersonRow = [person: Uint8Array, origin: string, cameAt: number];
export const PERSON_COLUMNS = 'person, origin, came_at';

export function toQuestion(
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
export function coverageText(coverage: StoredQuestion['coverage']): string | null {
  return coverage === undefined ? null : JSON.stringify(coverage);
}

/** Returns the question of a row, without its digest. */
export function toRepeated([, kind, search]: RepeatedRow): RepeatedQuestion {
  return { kind, search };
}

/** Returns the seconds since 1970 of a moment as `Date.toISOString` writes it. */
export function wholeSeconds(moment: string): number {
  return Math.floor(Date.parse(moment) / 1000);
}

export function toToken([id, userId, email, hash, label, createdAt, expiresAt, lastUsedAt]: TokenRow): StoredToken {
  return { id, userId, email, hash, label, createdAt, expiresAt, lastUsedAt };
}

/** Returns the requests in the order of their rows, each with its steps in the order of their rows. */
export function toRequests(rows: readonly RequestRow[], stepRows: readonly StepRow[]): StoredRequest[] {
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

/** The value of `by_user` for what this service did by itself. */
const NOBODY = 0;

function toStep([, at, state, byUserId, note, answer]: StepRow): StoredStep {
  return {
    ...{ at, state: state as StepState, byUserId: byUserId === NOBODY ? null : byUserId, note },
    answer: answer === null ? null : JSON.parse(answer),
  };
}

/** The columns of a new step after the id of its request, and their values. */
export const NEW_STEP_COLUMNS = 'at, state, by_user, note, answer, once';
export function newStepValues({ at, state, byUserId, note, answer, once }: NewStep): (string | number | null)[] {
  return [at, state, byUserId ?? NOBODY, note, answer === null ? null : JSON.stringify(answer), once];
}
