/** Sanitize: checks a partner's records, copies them, and applies the filters again. */

import { tiersAsked } from '../../domain/federation/federated-query.ts';
import { sortForMerging } from '../../domain/federation/merging.ts';
import { type Reason, reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord, Question } from '../../domain/federation/source.ts';
import { ownMember } from '../../domain/own-member.ts';
import type { ResolveGene } from '../../domain/query/gene-names.ts';
import {
  filterCheck,
  geneJudge,
  type JudgeRecord,
  nameJudge,
  userIdJudge,
} from '../../domain/sanitize/question-check.ts';
import {
  type Checked,
  checkedRecord,
  foundRecord,
  MOST_RECORDS,
  type PartnerRecordKind,
  type SanitizeOptions,
  sameTexts,
  withFewMarks,
} from '../../domain/sanitize/records.ts';
import { sliced } from '../../lib/slices.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { PartnerAnswer, PartnerQuery } from '../partner/partner-query.ts';

type SanitizedOptions = Omit<SanitizeOptions, 'isPublicAnswer' | 'queryTaxonId' | 'form' | 'sameText'> & {
  resolveGene: ResolveGene;
  /** Called with records that have no usable form, at most a few per answer. */
  noteFault?: ((kind: PartnerRecordKind, record: unknown) => void) | undefined;
};

/** Returns an answer with its records in their final form; those of the source may be anything. */
export type Sanitize = (query: PartnerQuery, answer: PartnerAnswer<unknown>) => Promise<PartnerAnswer>;

/** Checks, copies and writes each record before the next one; other work may run between two of them. */
export function sanitize(options: SanitizedOptions): Sanitize {
  return async (query, answer) => {
    if (answer.records === undefined) return { ...answer, records: undefined };
    const { question, dialect, credential, form = 'record' } = query;
    const { records: received, unread, ...rest } = answer;
    const slices = sliced();
    const kind = recordKind(question);
    const isPaged = 'page' in question;
    const geneQuery = question.kind === 'genes-search' ? question.query : undefined;
    const isOfMany = geneQuery !== undefined || question.kind === 'genes-list';
    const queryTaxonId = geneQuery?.taxonId;
    const sanitizeOptions = {
      ...options,
      isPublicAnswer: credential === 'none',
      queryTaxonId,
      form,
      sameText: sameTexts(),
    };
    const judge = judgeOf(question, options.resolveGene);
    const filter = isSearch(question) ? filterCheck(kind, question.query.filters, dialect.applies) : undefined;
    const once = eachOnce(kind);
    const records = received.length > MOST_RECORDS ? received.slice(0, MOST_RECORDS) : received;
    const found: FoundRecord[] = [];
    const shown: number[] = [];
    const missing = [...(rest.rows?.missing ?? [])];
    const unreadable: number[] = [];
    const counts = { ofTier3: 0, dropped: 0, wrong: 0, requested: 0, unchecked: 0, shortened: 0, several: 0 };
    // What fails a filter or stands twice is no part of the answer, so it is not counted.
    for (const [index, value] of records.entries()) {
      const pause = slices.next();
      if (pause !== undefined) await pause;
      const place = rest.rows?.shown[index] ?? index;
      const isHidden = isOfMany && isOfTier3(value);
      const checked = isHidden ? undefined : checkedRecord(kind, value, options.checks);
      if (checked === undefined) {
        missing.push(place);
        if (isHidden) counts.ofTier3++;
        else {
          unreadable.push(place);
          if (++counts.dropped <= MOST_NOTED) options.noteFault?.(kind, value);
        }
        continue;
      }
      if (!once.isFirst(checked)) continue;
      const judged = judge(checked);
      const verdict = typeof judged === 'string' ? judged : await judged;
      if (verdict === 'wrong') {
        counts.wrong++;
        continue;
      }
      counts.requested++;
      if (filter?.passes(checked) === false) continue;
      if (verdict === 'unchecked') counts.unchecked++;
      if (geneQuery !== undefined && standsForSeveral(dialect, checked)) counts.several++;
      const whole = foundRecord(kind, checked, sanitizeOptions);
      const safe = withFewMarks(whole);
      if (checked.isShortened || safe !== whole) counts.shortened++;
      found.push(safe);
      shown.push(place);
    }
    const { ofTier3, dropped, wrong, unchecked, shortened } = counts;
    const unrequested = wrong + (geneQuery === undefined ? 0 : ofTier3);
    // A page of a listing continues behind its rows, even if none of them can be shown.
    if (!isPaged && counts.requested === 0 && dropped + unrequested > 0) {
      return { ...rest, ...unusable({ dropped, unrequested }), dropped: rest.dropped + dropped + unrequested };
    }
    const filters = [...tiersAsked(question), ...(filter?.filters() ?? [])];
    const total = received.length + unread;
    const isFiltered = filters.every(({ applied }) => applied !== 'not-checkable');
    const differing = once.differing();
    const isCut = unread > 0 || received.length > MOST_RECORDS;
    const of = { dropped, unrequested, unchecked, differing, isCut, total, shown: found.length, isFiltered };
    const isAllShown = rest.rows === undefined && found.length === records.length;
    const rows = { ...rest.rows, shown, missing: missing.toSorted((a, b) => a - b), unreadable };
    return {
      ...rest,
      unread: 0,
      records: isSearch(question) ? sortForMerging(found) : found,
      limits: [...rest.limits, ...limitsOf(of), ...(counts.several > 0 ? [reason('hidden-taken-for-one')] : [])],
      filters,
      dropped: rest.dropped + dropped + ofTier3 + wrong,
      rows: isPaged && !isAllShown ? rows : undefined,
      shortened,
    };
  };
}

/** How many faults of one answer are noted: finding what is wrong with a record costs as much as reading it. */
const MOST_NOTED = 20;

type Counts = {
  dropped: number;
  unrequested: number;
  unchecked: number;
  differing: number;
  /** Whether more records arrived than are read. */
  isCut: boolean;
  total: number;
  shown: number;
  isFiltered: boolean;
};

function limitsOf({ dropped, unrequested, unchecked, differing, isCut, total, shown, isFiltered }: Counts): Reason[] {
  const limits: Reason[] = [];
  if (dropped > 0) limits.push(reason('unreadable-records', { records: dropped }));
  if (unrequested > 0) limits.push(reason('unasked-records', { records: unrequested }));
  if (unchecked > 0) limits.push(reason('unchecked-records', { records: unchecked }));
  if (differing > 0) limits.push(reason('differing-records'));
  if (isCut) limits.push(reason('too-many-records', { records: total, shown }));
  if (!isFiltered) limits.push(reason('filters-not-checked'));
  return limits;
}

/** Returns a failure for an answer of which no record can be shown; it says nothing about other questions. */
function unusable(
  counts: Pick<Counts, 'dropped' | 'unrequested'>,
): Pick<PartnerAnswer<never>, 'records' | 'unread' | 'limits' | 'failure'> {
  const reasons = limitsOf({
    ...counts,
    unchecked: 0,
    differing: 0,
    isCut: false,
    total: 0,
    shown: 0,
    isFiltered: true,
  });
  const because = reason('nothing-usable', { reasons });
  const about = { about: 'this-question', state: 'failed', reason: because, error: 'http_protocol_error' } as const;
  const failure = { ...about, status: undefined, retryAfterSeconds: undefined };
  return { records: undefined, unread: 0, limits: [], failure };
}

function judgeOf(question: Question, resolveGene: ResolveGene): JudgeRecord {
  if (question.kind === 'genes-search') return geneJudge(question.query, resolveGene);
  if (question.kind === 'users-search') return nameJudge(question.query);
  if (question.kind === 'user') return userIdJudge(question.userId);
  return () => 'right';
}

/**
 * Whether a record stands for several people. Version 1.4 gives the owner of an anonymised record the id 0, which shows
 * before the version is known.
 */
function standsForSeveral({ takesHiddenForOne }: Dialect, { record, isAnonymised }: Checked): boolean {
  const owner = record.remoteUser as { id?: unknown } | undefined;
  return isAnonymised && (takesHiddenForOne || owner?.id === 0);
}

function recordKind({ kind }: Question): PartnerRecordKind {
  if (kind === 'stats') return 'stats';
  if (kind === 'terms') return 'term';
  return kind === 'genes-search' || kind === 'genes-list' || kind === 'anonymous-gene' ? 'gene' : 'user';
}

/**
 * Finds records that stand twice: 1.3 repeats people whom it finds by their description. Records of one id that differ
 * all stay, and are counted, because nothing here tells which of them is right. Anonymised records are compared by
 * their anonymous id only, which stands for one record.
 */
function eachOnce(kind: PartnerRecordKind) {
  let differing = 0;
  const known = new Map<string, Checked['record']>();
  function isFirst({ record, isAnonymised }: Checked): boolean {
    const key = isAnonymised ? anonymousKey(record) : fullKey(kind, record);
    if (key === undefined) return true;
    const before = known.get(key);
    known.set(key, record);
    if (before === undefined) return true;
    if (isAnonymised || isSame(before, record, MOST_DEPTH)) return false;
    // Several genes without an id may belong to one person.
    if (kind !== 'gene' || typeof record.geneId === 'number') differing++;
    return true;
  }
  return { isFirst, differing: () => differing };
}

/** Deeper than any member of a record that is read. */
const MOST_DEPTH = 8;

/** Whether two values of JSON are equal; values below the given depth count as different. */
function isSame(one: unknown, other: unknown, depth: number): boolean {
  if (one === other) return true;
  if (depth === 0 || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  const [members, others] = [Object.entries(one), other as Record<string, unknown>];
  if (Array.isArray(one) !== Array.isArray(other) || members.length !== Object.keys(others).length) return false;
  return members.every(
    ([key, value]) => Object.hasOwn(others, key) && isSame(value, ownMember(others, key), depth - 1),
  );
}

/** Returns the key of a named record; other kinds have none, because the members could hold anything there. */
function fullKey(kind: PartnerRecordKind, record: Checked['record']): string | undefined {
  if (kind !== 'gene' && kind !== 'user') return undefined;
  const { id } = (kind === 'gene' ? record.remoteUser : record) as { id?: unknown };
  if (typeof id !== 'number') return undefined;
  return kind === 'gene' ? `${record.geneId} ${id}` : String(id);
}

function anonymousKey({ anonymousId }: Checked['record']): string | undefined {
  return typeof anonymousId === 'string' ? anonymousId.toLowerCase() : undefined;
}

function isSearch(question: Question): question is Extract<Question, { kind: 'genes-search' | 'users-search' }> {
  return question.kind === 'genes-search' || question.kind === 'users-search';
}

// Tier 3 is visible to the registry itself only; RDP lists it all the same (quirk 29).
function isOfTier3(record: unknown): boolean {
  return (record as { tier?: unknown } | null)?.tier === 'TIER3';
}
