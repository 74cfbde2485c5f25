/** What of a partner's records is believed and shown: each is checked and made anew, and filters are checked again. */

import { sortForMerging } from '../../domain/federation/merging.ts';
import type { Question } from '../../domain/federation/source.ts';
import { checkFilters } from '../../domain/sanitize/filter-check.ts';
import {
  type Checked,
  foundRecord,
  MOST_RECORDS,
  type PartnerRecordKind,
  type SanitizeOptions,
  validateRecords,
} from '../../domain/sanitize/records.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { AskPartner } from '../partner/partner-query.ts';

/** The one wrapper whose answers are of another kind than those of the inner source: records as they go out. */
export function sanitized(options: Omit<SanitizeOptions, 'isPublicAnswer'>, inner: AskPartner<unknown>): AskPartner {
  return async (query) => {
    const { question, dialect, credential } = query;
    const { records, ...rest } = await inner(query);
    if (records === undefined) return { ...rest, records };
    const kind = recordKind(question);
    const ofOurTiers = question.kind === 'genes-list' ? records.filter((record) => !isOfTier3(record)) : records;
    const { checked, dropped } = validateRecords(kind, ofOurTiers, options.checks);
    const { kept, filters, areAllKept } = filtered(question, dialect, kind, eachOnce(checked));
    const sanitize = { ...options, isPublicAnswer: credential === 'none' };
    const found = kept.slice(0, MOST_RECORDS).map((one) => foundRecord(kind, one, sanitize));
    return {
      ...rest,
      records: isSearch(question) ? sortForMerging(found) : found,
      limits: [...rest.limits, ...limitsOf(dropped, kept.length, areAllKept)],
      filters,
      dropped: rest.dropped + dropped + records.length - ofOurTiers.length,
    };
  };
}

function limitsOf(dropped: number, kept: number, isFiltered: boolean): string[] {
  const limits: string[] = [];
  if (dropped > 0) limits.push(`gave ${dropped === 1 ? 'a record' : `${dropped} records`} that cannot be read`);
  if (kept > MOST_RECORDS) limits.push(`gave ${kept} records, of which ${MOST_RECORDS} are shown`);
  if (!isFiltered) limits.push('could not be checked for every filter');
  return limits;
}

function recordKind({ kind }: Question): PartnerRecordKind {
  if (kind === 'stats') return 'stats';
  if (kind === 'terms') return 'term';
  return kind === 'genes-search' || kind === 'genes-list' || kind === 'anonymous-gene' ? 'gene' : 'user';
}

/**
 * The very same record is one record: 1.3 repeats people it finds by their description. Records that differ stay, under
 * one id too, as nobody here can tell which of them is right; anonymised ones are never compared.
 */
function eachOnce(checked: readonly Checked[]): Checked[] {
  const known = new Map<string, Checked['record']>();
  return checked.filter(({ record, isAnonymised }) => {
    const { id } = (record.remoteUser ?? record) as { id?: unknown };
    if (isAnonymised || !id) return true;
    const key = `${record.geneId} ${id}`;
    const before = known.get(key);
    known.set(key, record);
    return before === undefined || JSON.stringify(before) !== JSON.stringify(record);
  });
}

function filtered(question: Question, dialect: Dialect, kind: PartnerRecordKind, checked: Checked[]) {
  if (!isSearch(question) || (kind !== 'gene' && kind !== 'user')) {
    return { kept: checked, filters: [], areAllKept: true };
  }
  return checkFilters(kind, checked, question.query.filters, dialect.applies);
}

function isSearch(question: Question): question is Extract<Question, { kind: 'genes-search' | 'users-search' }> {
  return question.kind === 'genes-search' || question.kind === 'users-search';
}

// Tier 3 is nobody's business but the registry's own; RDP lists it all the same (quirk 29).
function isOfTier3(record: unknown): boolean {
  return (record as { tier?: unknown } | null)?.tier === 'TIER3';
}
