/** Sanitize: checks a partner's records, copies them, and applies the filters again. */

import { tiersAsked } from '../../domain/federation/federated-query.ts';
import { sortForMerging } from '../../domain/federation/merging.ts';
import { type Reason, reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord, Question, RowPlaces } from '../../domain/federation/source.ts';
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

/** What becomes of a record: it is shown where it is right, or where nobody here can tell. */
type Verdict = 'right' | 'unchecked' | 'wrong' | 'filtered' | 'repeated' | 'tier-3' | 'unreadable';
type Tally = Record<Exclude<Verdict, 'right' | 'repeated'>, number>;

/** Checks, judges, copies and writes each record before the next one; other work may run between two of them. */
export function sanitize(options: SanitizedOptions): Sanitize {
  return async (query, answer) => {
    const { records: received, unread, ...rest } = answer;
    if (received === undefined) return { ...answer, records: undefined };
    const { question, dialect, credential, form = 'record' } = query;
    const slices = sliced();
    const kind = recordKind(question);
    const geneQuery = question.kind === 'genes-search' ? question.query : undefined;
    const isOfMany = geneQuery !== undefined || question.kind === 'genes-list';
    const written = {
      ...options,
      isPublicAnswer: credential === 'none',
      queryTaxonId: geneQuery?.taxonId,
      form,
      sameText: sameTexts(),
    };
    const judge = judgeOf(question, options.resolveGene);
    const filter = isSearch(question) ? filterCheck(kind, question.query.filters, dialect.applies) : undefined;
    const once = eachOnce(kind);
    const records = received.length > MOST_RECORDS ? received.slice(0, MOST_RECORDS) : received;
    const found: FoundRecord[] = [];
    const verdicts: Verdict[] = [];
    let shortened = 0;
    let several = 0;
    for (const value of records) {
      const pause = slices.next();
      if (pause !== undefined) await pause;
      const isHidden = isOfMany && isOfTier3(value);
      const checked = isHidden ? undefined : checkedRecord(kind, value, options.checks);
      if (checked === undefined) {
        const whyNot = geneQuery === undefined ? 'tier-3' : 'wrong';
        verdicts.push(isHidden ? whyNot : 'unreadable');
        continue;
      }
      const judged = once.isFirst(checked) ? judge(checked) : 'repeated';
      let verdict: Verdict = typeof judged === 'string' ? judged : await judged;
      if (isShown(verdict) && filter?.passes(checked) === false) verdict = 'filtered';
      verdicts.push(verdict);
      if (!isShown(verdict)) continue;
      const whole = foundRecord(kind, checked, written);
      const safe = withFewMarks(whole);
      if (checked.isShortened || safe !== whole) shortened++;
      if (geneQuery !== undefined && standsForSeveral(dialect, checked)) several++;
      found.push(safe);
    }
    const tally = tallyOf(verdicts);
    const unreadable = tally.unreadable === 0 ? [] : records.filter((_, index) => verdicts[index] === 'unreadable');
    for (const record of unreadable.slice(0, MOST_NOTED)) {
      await slices.next();
      options.noteFault?.(kind, record);
    }
    const dropped = rest.dropped + tally.wrong + tally['tier-3'] + tally.unreadable;
    const isPaged = 'page' in question;
    // A page of a listing continues behind its rows, even if none of them can be shown.
    if (!isPaged && found.length + tally.filtered === 0 && tally.wrong + tally.unreadable > 0) {
      return { ...rest, ...unusable(tally), dropped };
    }
    const filters = [...tiersAsked(question), ...(filter?.filters() ?? [])];
    const isCut = unread > 0 || received.length > MOST_RECORDS;
    const isAllShown = rest.rows === undefined && found.length === records.length;
    return {
      ...rest,
      unread: 0,
      records: isSearch(question) ? sortForMerging(found) : found,
      limits: [
        ...rest.limits,
        ...droppedLimits(tally),
        ...(tally.unchecked > 0 ? [reason('unchecked-records', { records: tally.unchecked })] : []),
        ...(once.differing() > 0 ? [reason('differing-records')] : []),
        ...(isCut ? [reason('too-many-records', { records: received.length + unread, shown: found.length })] : []),
        ...(filters.some(({ applied }) => applied === 'not-checkable') ? [reason('filters-not-checked')] : []),
        ...(several > 0 ? [reason('hidden-taken-for-one')] : []),
      ],
      filters,
      dropped,
      rows: isPaged && !isAllShown ? placesBy(verdicts, rest.rows) : undefined,
      shortened,
    };
  };
}

function isShown(verdict: Verdict): boolean {
  return verdict === 'right' || verdict === 'unchecked';
}

function tallyOf(verdicts: readonly Verdict[]): Tally {
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  return {
    ...{ unchecked: count('unchecked'), wrong: count('wrong'), filtered: count('filtered') },
    ...{ 'tier-3': count('tier-3'), unreadable: count('unreadable') },
  };
}

/** How many faults of one answer are noted: finding what is wrong with a record costs as much as reading it. */
const MOST_NOTED = 20;

/** Returns where the rows of a page stand: those of `rows`, where the source has named them, less those that are not shown. */
function placesBy(verdicts: readonly Verdict[], rows: RowPlaces | undefined): RowPlaces {
  const placesOf = (...wanted: Verdict[]) =>
    verdicts.flatMap((verdict, index) => (wanted.includes(verdict) ? [rows?.shown[index] ?? index] : []));
  const missing = [...(rows?.missing ?? []), ...placesOf('tier-3', 'unreadable')];
  return {
    ...rows,
    shown: placesOf('right', 'unchecked'),
    missing: missing.toSorted((a, b) => a - b),
    unreadable: placesOf('unreadable'),
  };
}

/** Returns why records are left out that fail no filter and stand there once; others are no part of the answer. */
function droppedLimits({ unreadable, wrong }: Tally): Reason[] {
  return [
    ...(unreadable > 0 ? [reason('unreadable-records', { records: unreadable })] : []),
    ...(wrong > 0 ? [reason('unasked-records', { records: wrong })] : []),
  ];
}

/** Returns a failure for an answer of which no record can be shown; it says nothing about other questions. */
function unusable(tally: Tally): Pick<PartnerAnswer<never>, 'records' | 'unread' | 'limits' | 'failure'> {
  const because = reason('nothing-usable', { reasons: droppedLimits(tally) });
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
