/** What a partner answered in the form in which every source answers. */

import type { OriginState } from '../../domain/federation/origin.ts';
import { allReasons, hasReason } from '../../domain/federation/reasons.ts';
import type { SourceAnswer } from '../../domain/federation/source.ts';
import { type RecordForm, rowOf } from '../../domain/record/row.ts';
import { MOST_ROW_BYTES, textBytes } from './answer-size.ts';
import type { PartnerAnswer } from './partner-query.ts';

type Given = Pick<SourceAnswer, 'version' | 'elapsedMs'> &
  Pick<PartnerAnswer, 'cacheStatus' | 'cachedAtMs'> & {
    nowMs: number;
    form?: RecordForm;
    /** Whether a request was sent for it. */
    wasQueried?: boolean;
  };

/** The answer as a reader gets it now. */
export function toSourceAnswer(
  answer: PartnerAnswer,
  { version, elapsedMs, cacheStatus, cachedAtMs, nowMs, form = 'record', wasQueried = true }: Given,
): SourceAnswer {
  const { records, total, filters, askedAs, dropped, rows, shortened } = answer;
  const state = cacheStatus === 'stale' ? 'stale' : stateOf(answer);
  // That there is no such record is a word of the partner, too.
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
    shortened,
    problem: problemOf(answer),
  };
}

/** One value, so that an answer from the cache has the same records every time. */
const NO_RECORDS: SourceAnswer['records'] = [];

/** Of cached records, so that an answer from the cache has the same rows every time, as long as they are small. */
const knownRows = new WeakMap<SourceAnswer['records'], SourceAnswer['records']>();

function rowsOf(records: SourceAnswer['records']): SourceAnswer['records'] {
  const known = knownRows.get(records);
  if (known !== undefined) return known;
  const rows = records.map(toRow);
  const bytes = rows.reduce((sum, { json }) => sum + textBytes(json), 0);
  if (bytes <= rows.length * MOST_ROW_BYTES) knownRows.set(records, rows);
  return rows;
}

/** Made of the record's own text where the answer was first asked for by somebody who wanted records. */
function toRow({ row, ...record }: SourceAnswer['records'][number]): SourceAnswer['records'][number] {
  const isMerged = record.order !== undefined;
  return { ...record, json: row ?? (isMerged ? JSON.stringify(rowOf(JSON.parse(record.json))) : record.json) };
}

export function stateOf({ records, limits, failure }: PartnerAnswer): OriginState {
  if (records === undefined) return failure?.state ?? 'failed';
  if (limits.length > 0) return 'limited';
  return records.length === 0 ? 'empty' : 'answered';
}

/** What is to be said of the answer; undefined when it is whole. */
export function problemOf(answer: PartnerAnswer): SourceAnswer['problem'] {
  const { limits, failure, nextTryAt } = answer;
  const status = failure?.status ?? (answer.isWithoutToken ? 401 : undefined);
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
