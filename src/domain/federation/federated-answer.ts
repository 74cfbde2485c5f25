/**
 * The parts of a federated answer as they are sent: streamed line by line, or collected in one object (docs/api.md);
 * with their ages as a caller without an account may know them (docs/privacy.md).
 */

import { isComplete } from './completeness.ts';
import { completenessSentence } from './completeness-sentence.ts';
import type { ExplainedOrigin } from './explained.ts';
import type { CacheFact, Origin, OriginProblem, RenderedProblem } from './origin.ts';
import { type PageRemark, remarkInEnglish } from './page-remarks.ts';
import type { Reason } from './reasons.ts';
import { detailOf, titleOf } from './reasons-in-english.ts';
import type { CoverageCell, FoundRecord, RowPlaces, SourceAddress, SourceAnswer } from './source.ts';

/** What one origin answered, or why it did not. */
export type Part = {
  origin: Origin;
  records: readonly FoundRecord[];
  /** The cells of a coverage, instead of records. */
  cells?: readonly CoverageCell[] | undefined;
  total: number | undefined;
  isTotalExact?: boolean | undefined;
  /** Answers of the same edition hold the same records in the same places, anonymised ones included. */
  edition: string | undefined;
  /** Only for a page of a listing; undefined where its records are all of its rows. */
  rows?: RowPlaces | undefined;
  isLast?: boolean | undefined;
};

/** Returns the part of one origin as it is sent, from the answer of its source. */
export function partOf({ key, name, url, notice }: SourceAddress, answer: SourceAnswer): Part {
  const { records, problem, retrievedAt } = answer;
  const origin: Origin = {
    key,
    origin: name,
    originUrl: url,
    ...notice,
    version: answer.version ?? null,
    state: answer.state,
    count: answer.counted?.count ?? records.length,
    anonymized: answer.counted?.anonymized ?? records.filter(({ isAnonymised }) => isAnonymised).length,
    exact: answer.isExact,
    elapsedMs: Math.round(answer.elapsedMs),
    retrievedAt: retrievedAt?.toISOString() ?? null,
    cache: answer.cache,
    filters: answer.filters,
    askedAs: answer.askedAs,
    dropped: answer.dropped,
    shortened: answer.shortened,
    problem: problem === undefined ? null : renderProblem(problem),
  };
  const edition = answer.edition ?? origin.retrievedAt ?? undefined;
  const { total, isTotalExact, rows, isLast } = answer;
  return { origin, records, cells: answer.counted?.cells, total, isTotalExact, edition, rows, isLast };
}

/** Returns a reason with its words in English. @param refusal replaces the detail */
export function renderReason(reason: Reason, refusal?: string): Reason & Pick<RenderedProblem, 'title' | 'detail'> {
  return { title: titleOf(reason), detail: refusal ?? detailOf(reason), ...reason };
}

function renderProblem({ reason, refusal, error, status, nextTryAt }: OriginProblem): RenderedProblem {
  return {
    ...renderReason(reason, refusal),
    error: error ?? null,
    status: status ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
}

/** How complete an answer is, for the last line of a stream or the end of an object. */
export type Completeness = {
  complete: boolean;
  summary: string;
  /** The further clauses of the summary, behind those of the origins, as data. */
  remarks: readonly PageRemark[];
};

export function completenessOf(origins: readonly Origin[], remarks: readonly PageRemark[] = []): Completeness {
  return {
    complete: isComplete(origins),
    summary: completenessSentence(origins, remarks.map(remarkInEnglish)),
    remarks,
  };
}

/** How many records are joined into one piece of a stream: some hundred kilobytes. */
const RECORDS_AT_ONCE = 64;

/** Returns records as a JSON array. */
export function jsonList(records: readonly FoundRecord[]): string {
  return `[${records.map(({ json }) => json).join()}]`;
}

/** Returns the first line of a stream: the question as this registry understood it, and the sources that are queried. */
export function planLine(query: Readonly<Record<string, unknown>>, queried: readonly SourceAddress[]): string {
  const origins = queried.map(({ key, name, url }) => ({ key, origin: name, originUrl: url }));
  return `${JSON.stringify({ type: 'plan', query, origins })}\n`;
}

/** Returns a line of a stream, in pieces: the state of one origin, with its records or its cells of a coverage. */
export function* partLine({ origin, records, cells }: Part): Generator<string> {
  yield `{"type":"part","origin":${JSON.stringify(origin)},"content":${cells === undefined ? '[' : JSON.stringify(cells)}`;
  if (cells === undefined) {
    yield* recordPieces(records);
    yield ']';
  }
  yield '}\n';
}

/** Returns the JSON of records with commas between them, in pieces. */
export function* recordPieces(records: readonly FoundRecord[]): Generator<string> {
  for (let from = 0; from < records.length; from += RECORDS_AT_ONCE) {
    const piece = records.slice(from, from + RECORDS_AT_ONCE).map(({ json }) => json);
    yield `${from === 0 ? '' : ','}${piece.join()}`;
  }
}

/** Returns the last line of a stream; a stream without it was cut off. */
export function endLine({ cursor = null, retryCursor = null, ...end }: End): string {
  const { complete, summary, remarks, origins, explained } = end;
  return `${JSON.stringify({ type: 'end', complete, summary, remarks, origins, explained, cursor, retryCursor })}\n`;
}

type End = Completeness & {
  origins: readonly Origin[];
  explained?: readonly ExplainedOrigin[] | undefined;
  cursor?: string | null | undefined;
  retryCursor?: string | null | undefined;
};

const MINUTE_SECONDS = 60;
const STEP_SECONDS = 5 * MINUTE_SECONDS;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const MS = 1000;

/** Returns the part with coarse times and ages. @param nowMs milliseconds since 1970 */
export function withCoarseTimes(part: Part, nowMs: number): Part {
  const { origin, cells } = part;
  const retrievedAt = coarseTime(origin.retrievedAt, nowMs);
  return {
    ...part,
    origin: { ...origin, retrievedAt, cache: coarseCache(origin.cache, nowMs) },
    cells: cells?.map((cell) => ({ ...cell, retrievedAt: coarseTime(cell.retrievedAt, nowMs) })),
  };
}

function coarseTime(time: string | null, nowMs: number): string | null {
  if (time === null) return null;
  const seconds = Math.floor(Date.parse(time) / MS);
  return new Date(begun(seconds, stepOf(seconds, nowMs)) * MS).toISOString();
}

/** A fresh answer counts as asked now, whoever asked; an old one that is shown after a failure stays `stale`. */
function coarseCache(cache: CacheFact | null, nowMs: number): CacheFact | null {
  if (cache === null) return null;
  const nowSeconds = Math.floor(nowMs / MS);
  const seconds = nowSeconds - cache.ageSeconds;
  const step = stepOf(seconds, nowMs);
  const ageSeconds = Math.max(0, begun(nowSeconds, step) - begun(seconds, step));
  if (cache.status === 'stale') return { status: 'stale', ageSeconds };
  return ageSeconds <= STEP_SECONDS ? { status: 'miss', ageSeconds: 0 } : { status: 'hit', ageSeconds };
}

/** Returns the step of a shown time: an hour if it is an hour ago. Both are in seconds. */
function stepOf(seconds: number, nowMs: number): number {
  const age = begun(nowMs / MS, STEP_SECONDS) - begun(seconds, STEP_SECONDS);
  return age < HOUR_SECONDS ? STEP_SECONDS : HOUR_SECONDS;
}

function begun(seconds: number, step: number): number {
  return Math.floor(seconds / step) * step;
}
