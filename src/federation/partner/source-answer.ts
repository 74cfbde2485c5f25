/** Turns a partner's answer into the form of every source. */

import type { OriginState } from '../../domain/federation/origin.ts';
import { allReasons, hasReason } from '../../domain/federation/reasons.ts';
import type { SourceAnswer } from '../../domain/federation/source.ts';
import { type RecordForm, rowOf } from '../../domain/record/row.ts';
import { MOST_ROW_BYTES, textBytes } from './answer-cache.ts';
import type { PartnerAnswer } from './partner-query.ts';

type Given = Pick<SourceAnswer, 'version' | 'elapsedMs'> &
  Pick<PartnerAnswer, 'cacheStatus' | 'cachedAtMs'> & {
    nowMs: number;
    form?: RecordForm;
    /** Whether a request was sent for this answer. */
    wasQueried?: boolean;
  };

/** Returns the answer as a caller gets it now. */
export function toSourceAnswer(
  answer: PartnerAnswer,
  { version, elapsedMs, cacheStatus, cachedAtMs, nowMs, form = 'record', wasQueried = true }: Given,
): SourceAnswer {
  const { records, total, filters, askedAs, dropped, rows, isLast, shortened } = answer;
  const state = cacheStatus === 'stale' ? 'stale' : stateOf(answer);
  // That a record does not exist is an answer of the partner, too.
  const hasSpoken = records !== undefined || state === 'empty' || state === 'limited';
  return {
    state,
    records: form === 'row' ? rowsOf(records ?? NO_RECORDS) : (records ?? NO_RECORDS),
    total,
    isExact: records !== undefined && (state === 'answered' || state === 'empty'),
    version,
    elapsedMs,
    retrievedAt: hasSpoken ? answer.retrievedAt : undefined,
    cache:
      cacheStatus === 'miss' && !wasQueried
        ? null
        : { status: cacheStatus, ageSeconds: cachedAtMs === undefined ? 0 : Math.floor((nowMs - cachedAtMs) / 1000) },
    filters,
    askedAs,
    dropped,
    rows,
    isLast,
    shortened,
    problem: problemOf(answer),
  };
}

/** One array for all, so that a cached answer has the same records every time. */
const NO_RECORDS: SourceAnswer['records'] = [];

/** The rows of cached records, if they are small, so that a cached answer has the same rows every time. */
const knownRows = new WeakMap<SourceAnswer['records'], SourceAnswer['records']>();

function rowsOf(records: SourceAnswer['records']): SourceAnswer['records'] {
  const known = knownRows.get(records);
  if (known !== undefined) return known;
  const rows = records.map(toRow);
  const bytes = rows.reduce((sum, { json }) => sum + textBytes(json), 0);
  if (bytes <= rows.length * MOST_ROW_BYTES) knownRows.set(records, rows);
  return rows;
}

/** Returns a row. It is made from the text of the record if the first caller of the answer wanted whole records. */
function toRow({ row, ...record }: SourceAnswer['records'][number]): SourceAnswer['records'][number] {
  const isMerged = record.order !== undefined;
  return { ...record, json: row ?? (isMerged ? JSON.stringify(rowOf(JSON.parse(record.json))) : record.json) };
}

/** Returns the state of an answer that is not stale. */
export function stateOf({ records, limits, failure }: PartnerAnswer): OriginState {
  if (records === undefined) return failure?.state ?? 'failed';
  if (limits.length > 0) return 'limited';
  return records.length === 0 ? 'empty' : 'answered';
}

/** Returns why the answer is not full, and what else went wrong; undefined if nothing did. */
export function problemOf(answer: PartnerAnswer): SourceAnswer['problem'] {
  const { limits, failure, nextTryAt } = answer;
  const status = failure?.status ?? answer.tokenRefusedWith;
  if (limits.length === 0 || answer.records === undefined) {
    return failure && { reason: failure.reason, error: failure.error, status, nextTryAt };
  }
  const isCut = failure === undefined && hasReason(limits, 'cut-by-size');
  return {
    reason: allReasons(limits, failure?.reason),
    error: isCut ? 'http_response_body_size' : failure?.error,
    status,
    nextTryAt,
  };
}
