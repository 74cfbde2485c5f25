/** One question to one partner: every HTTP call that its dialect needs, brought together into one list of records. */

import type { OriginState, ProxyError } from '../../domain/federation/origin.ts';
import type { Question } from '../../domain/federation/source.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { readReply } from '../dialect/read-reply.ts';
import type { Outcome } from '../dialect/reading.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import { planFor } from '../dialect/requests.ts';

/** Puts one request to the partner: path and query behind its address. */
export type Call = (path: string) => Promise<CallOutcome>;

/** Why a call brought no records. */
export type Failure = {
  /** `no-reply`: no whole reply came. */
  about: Outcome['about'] | 'no-reply';
  state: OriginState;
  title: string;
  detail: string;
  error: ProxyError | undefined;
  status: number | undefined;
  retryAfterSeconds: number | undefined;
};

export type Gathered = {
  /** As the partner sent them. Undefined when no call brought any answer. */
  records: readonly unknown[] | undefined;
  /** Of a listing: how many records it has in all. */
  total: number | undefined;
  /** What the records lack, each a phrase that follows the name of the partner. */
  limits: readonly string[];
  /** Of the calls that failed, the first. */
  failure: Failure | undefined;
};

type Read = { records: readonly unknown[]; total: number | undefined; isCut: boolean } | { failure: Failure };
type WithRecords = Exclude<Read, { failure: Failure }>;

export const CUT_BY_SIZE = 'gave more than is read of one answer, so its last records are missing';

/** Never rejects for what the partner does. */
export async function gather(dialect: Dialect, question: Question, call: Call): Promise<Gathered> {
  const { paths, combine } = planFor(dialect, question);
  if (paths.length === 0) return { records: [], total: undefined, limits: [], failure: undefined };
  const reads = await Promise.all(paths.map(async (path) => read(question, dialect, await call(path))));
  const failures = reads.flatMap((one) => ('failure' in one ? [one.failure] : []));
  const answers = reads.filter((one): one is WithRecords => !('failure' in one));
  const [failure] = failures;
  const isUseless = answers.length === 0 || (combine === 'intersection' && failure !== undefined);
  if (isUseless) return { records: undefined, total: undefined, limits: [], failure };
  const limits = answers.some(({ isCut }) => isCut) ? [CUT_BY_SIZE] : [];
  if (combine === 'intersection') return inAll(answers, limits);
  return {
    records: answers.length === 1 ? (answers[0]?.records ?? []) : answers.flatMap(({ records }) => records),
    total: answers[0]?.total,
    limits: failure === undefined ? limits : [...limits, `answered only in part: it ${failure.title}`],
    failure,
  };
}

function read(question: Question, dialect: Dialect, outcome: CallOutcome): Read {
  if ('failure' in outcome) {
    return { failure: { about: 'no-reply', ...outcome.failure, status: undefined, retryAfterSeconds: undefined } };
  }
  const { reply } = outcome;
  const reading = readReply(question, dialect, reply);
  if (reading.kind === 'records') return reading;
  return { failure: { ...reading.outcome, retryAfterSeconds: reply.retryAfterSeconds } };
}

/** The records that stand in every answer, by id: two answers cannot be paired by anything else (federation, 7). */
function inAll([first, ...others]: readonly WithRecords[], limits: readonly string[]): Gathered {
  const idsOfOthers = others.map(({ records }) => new Set(records.map(idOf)));
  const all = first?.records ?? [];
  const records = all.filter((record) => {
    const id = idOf(record);
    return id !== undefined && idsOfOthers.every((ids) => ids.has(id));
  });
  const withoutId = all.filter((record) => idOf(record) === undefined).length;
  const unpaired =
    withoutId > 0 ? [`gave ${withoutId} records without id, which cannot be told to meet both conditions`] : [];
  return { records, total: undefined, limits: [...limits, ...unpaired], failure: undefined };
}

// An anonymised record of 1.4 carries the id 0, which is nobody's.
function idOf(record: unknown): number | undefined {
  const id = (record as { id?: unknown } | null)?.id;
  return typeof id === 'number' && id > 0 ? id : undefined;
}
