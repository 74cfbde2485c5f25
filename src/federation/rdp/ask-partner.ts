/** Puts one question to one partner: sends every request that its dialect needs, and joins the answers into one list of records. */

import { reason } from '../../domain/federation/reasons.ts';
import type { Question } from '../../domain/federation/source.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { readReply } from '../dialect/read-reply.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import { planFor } from '../dialect/requests.ts';
import { weightiest } from '../partner/failure-class.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import { type AskPartner, answerWith, answerWithout, type PartnerAnswer } from '../partner/partner-query.ts';
import { joined } from './joined.ts';
import type { PartnerPage } from './page-ending.ts';
import { wholePage } from './whole-page.ts';

/** Returns the innermost source; each of its requests waits in the queue of the client for its own turn. */
export function askPartner({ call }: Pick<PartnerClient, 'call'>): AskPartner<unknown> {
  return (query) => {
    const { question, dialect } = query;
    if ('page' in question) {
      return wholePage(question.page, async (page) => {
        const ofPage = { ...question, page };
        const [path = ''] = planFor(dialect, ofPage).paths;
        return readPage(ofPage, dialect, await call(path, query));
      });
    }
    const { paths, combine } = planFor(dialect, question);
    const [only, ...more] = paths.map((path) =>
      call(path, query).then((outcome) => readPage(question, dialect, outcome).answer),
    );
    if (only === undefined) return Promise.resolve(answerWith([]));
    if (more.length === 0) return only;
    return Promise.all([only, ...more]).then(combine === 'intersection' ? inAll : together);
  };
}

function readPage(question: Question, dialect: Dialect, outcome: CallOutcome): PartnerPage {
  if ('failure' in outcome) {
    return { answer: answerWithout({ about: 'no-reply', ...outcome.failure, ...NO_STATUS }) };
  }
  const { reply } = outcome;
  const reading = readReply(question, dialect, reply);
  if (reading.kind === 'outcome') {
    return { answer: answerWithout({ ...reading.outcome, retryAfterSeconds: reply.retryAfterSeconds }) };
  }
  const { records, unread, total, envelope, isCut } = reading;
  const answer = answerWith(records.length > MOST_RECORDS ? records.slice(0, MOST_RECORDS) : records, {
    unread: unread + Math.max(0, records.length - MOST_RECORDS),
    total,
    limits: isCut ? [reason('cut-by-size')] : [],
  });
  return { answer, envelope };
}

const NO_STATUS = { status: undefined, retryAfterSeconds: undefined };

/** Returns the records of all answers. A failure becomes a limit if other answers have records. */
function together(answers: readonly PartnerAnswer<unknown>[]): PartnerAnswer<unknown> {
  const useful = answers.filter(({ records }) => records !== undefined);
  const failure = weightiest(answers);
  if (useful.length === 0) return answerWith(undefined, { failure });
  const records = useful.flatMap((answer) => answer.records ?? []);
  const limits = failure === undefined ? [] : [reason('answered-in-part', { because: failure.reason })];
  return joined(useful, records, { total: useful[0]?.total, limits, failure });
}

/**
 * Returns the records that are in every answer, by id: nothing else pairs two answers (rdp-protocol 7.6). Records that
 * were not read of an answer may be in the other, so they are reported as a limit, however few records are in both.
 */
function inAll(answers: readonly PartnerAnswer<unknown>[]): PartnerAnswer<unknown> {
  const failure = weightiest(answers);
  if (failure !== undefined) return answerWithout(failure);
  const most = Math.max(...answers.map(({ records = [], unread }) => records.length + unread));
  const [all = [], ...others] = answers.map(({ records = [] }) => records);
  const idsOfOthers = others.map((records) => new Set(records.map(idOf)));
  const records = all.filter((record) => {
    const id = idOf(record);
    return id !== undefined && idsOfOthers.every((ids) => ids.has(id));
  });
  const withoutId = all.filter((record) => idOf(record) === undefined).length;
  return joined(answers, records, {
    unread: 0,
    limits: [
      ...(most > MOST_RECORDS ? [reason('compared-in-part', { records: most, compared: MOST_RECORDS })] : []),
      ...(withoutId > 0 ? [reason('unpaired-records', { records: withoutId })] : []),
    ],
  });
}

// The id of an anonymised record identifies nobody: in 1.4 each has the id 0.
function idOf(record: unknown): number | undefined {
  const { id, anonymousId } = (record ?? {}) as { id?: unknown; anonymousId?: unknown };
  return typeof id === 'number' && typeof anonymousId !== 'string' ? id : undefined;
}
