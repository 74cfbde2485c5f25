/** What of a partner's records is believed and shown: each is checked and made anew, and filters are checked again. */

import { sortForMerging } from '../../domain/federation/merging.ts';
import { type Reason, reason } from '../../domain/federation/reasons.ts';
import type { Question, RowPlaces } from '../../domain/federation/source.ts';
import type { ResolveGene } from '../../domain/query/gene-names.ts';
import { checkFilters, type FilterCheck } from '../../domain/sanitize/filter-check.ts';
import { allRight, checkGenes, checkNames, checkUserId } from '../../domain/sanitize/question-check.ts';
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
import { type Slices, sliced } from '../../lib/slices.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { AskPartner, PartnerAnswer } from '../partner/partner-query.ts';

type SanitizedOptions = Omit<SanitizeOptions, 'isPublicAnswer' | 'askedTaxonId' | 'form' | 'sameText'> & {
  resolveGene: ResolveGene;
  /** Given records that have no usable form, a few of an answer. */
  noteFault?: ((kind: PartnerRecordKind, record: unknown) => void) | undefined;
};

/** The one wrapper whose answers are of another kind than those of the inner source: records as they go out. */
export function sanitized(options: SanitizedOptions, inner: AskPartner<unknown>): AskPartner {
  return async (query) => {
    const { question, dialect, credential, form = 'record' } = query;
    const { records: came, unread, ...rest } = await inner(query);
    if (came === undefined) return { ...rest, unread, records: came };
    const slices = sliced();
    const isPaged = 'page' in question;
    const records = came.length > MOST_RECORDS ? came.slice(0, MOST_RECORDS) : came;
    const total = came.length + unread;
    const kind = recordKind(question);
    const isOfMany = question.kind === 'genes-search' || question.kind === 'genes-list';
    const ofOurTiers = isOfMany ? records.filter((record) => !isOfTier3(record)) : records;
    const ofTier3 = records.length - ofOurTiers.length;
    const sound = await eachInTurn(slices, ofOurTiers, (value) => checkedRecord(kind, value, options.checks));
    const checked = sound.filter((one) => one !== undefined);
    const places = isPaged ? placesOf(records, ofOurTiers, sound, rest.rows) : undefined;
    const dropped = ofOurTiers.length - checked.length;
    if (dropped > 0) noteFaults(kind, ofOurTiers, sound, options);
    const once = await eachOnce(slices, checked);
    const asked = await checkQuestion(question, once.each, options.resolveGene, slices);
    const { kept, filters, areAllKept } = await filtered(question, dialect, kind, asked.kept, slices);
    const unasked = asked.wrong + (question.kind === 'genes-search' ? ofTier3 : 0);
    // A page of a listing goes on behind its rows, whatever can be shown of them.
    if (!isPaged && asked.kept.length === 0 && dropped + unasked > 0) {
      return { ...rest, ...unusable({ dropped, unasked }), dropped: rest.dropped + dropped + unasked };
    }
    const unchecked = kept.filter((one) => asked.unchecked.has(one)).length;
    const askedTaxonId = question.kind === 'genes-search' ? question.query.taxonId : undefined;
    const sanitize = { ...options, isPublicAnswer: credential === 'none', askedTaxonId, form, sameText: sameTexts() };
    let shortened = 0;
    const found = await eachInTurn(slices, kept, (one) => {
      const whole = foundRecord(kind, one, sanitize);
      const shown = withFewMarks(whole);
      if (one.isShortened || shown !== whole) shortened++;
      return shown;
    });
    return {
      ...rest,
      unread: 0,
      records: isSearch(question) ? sortForMerging(found) : found,
      limits: [
        ...rest.limits,
        ...limitsOf({
          dropped,
          unasked,
          unchecked,
          differing: once.differing,
          total,
          shown: found.length,
          isFiltered: areAllKept,
        }),
        ...(question.kind === 'genes-search' && kept.some((one) => standsForSeveral(dialect, one))
          ? [reason('hidden-taken-for-one')]
          : []),
      ],
      filters,
      dropped: rest.dropped + dropped + ofTier3 + asked.wrong,
      rows: places && rowsOf(places, kept, records.length),
      shortened,
    };
  };
}

/** Of one answer: finding out what is wrong with a record costs as much as reading it. */
const MOST_NOTED = 20;

function noteFaults(
  kind: PartnerRecordKind,
  records: readonly unknown[],
  sound: readonly (Checked | undefined)[],
  { noteFault }: SanitizedOptions,
): void {
  if (noteFault === undefined) return;
  const unsound = records.filter((_, index) => sound[index] === undefined);
  for (const record of unsound.slice(0, MOST_NOTED)) noteFault(kind, record);
}

type Places = Pick<RowPlaces, 'missing' | 'end'> & { of: ReadonlyMap<Checked, number>; isWhole: boolean };

/** Where each sound record of a page stands among the rows of the partner, and where those stand that are left out. */
function placesOf(
  records: readonly unknown[],
  ofOurTiers: readonly unknown[],
  sound: readonly (Checked | undefined)[],
  before: RowPlaces | undefined,
): Places {
  const of = new Map<Checked, number>();
  const missing = [...(before?.missing ?? [])];
  let next = 0;
  for (const [index, record] of records.entries()) {
    const place = before?.shown[index] ?? index;
    const isOurs = next < ofOurTiers.length && record === ofOurTiers[next];
    const checked = isOurs ? sound[next] : undefined;
    if (isOurs) next++;
    if (checked === undefined) missing.push(place);
    else of.set(checked, place);
  }
  return { of, missing: missing.toSorted((a, b) => a - b), end: before?.end, isWhole: before === undefined };
}

/** Undefined where every row is among the records. */
function rowsOf({ of, missing, end, isWhole }: Places, kept: readonly Checked[], count: number): RowPlaces | undefined {
  if (isWhole && kept.length === count) return undefined;
  return { shown: kept.map((one) => of.get(one) ?? 0), missing, ...(end === undefined ? {} : { end }) };
}

/** Without a look at the clock, which costs as much as a tenth of a small record. */
const RECORDS_AT_ONCE = 4;

/** One after the other, with room for others in between. */
async function eachInTurn<Given, Made>(
  slices: Slices,
  all: readonly Given[],
  make: (one: Given) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of all) {
    made.push(make(one));
    const pause = made.length % RECORDS_AT_ONCE === 0 ? slices.next() : undefined;
    if (pause !== undefined) await pause;
  }
  return made;
}

type Counts = {
  dropped: number;
  unasked: number;
  unchecked: number;
  differing: number;
  total: number;
  shown: number;
  isFiltered: boolean;
};

function limitsOf({ dropped, unasked, unchecked, differing, total, shown, isFiltered }: Counts): Reason[] {
  const limits: Reason[] = [];
  if (dropped > 0) limits.push(reason('unreadable-records', { records: dropped }));
  if (unasked > 0) limits.push(reason('unasked-records', { records: unasked }));
  if (unchecked > 0) limits.push(reason('unchecked-records', { records: unchecked }));
  if (differing > 0) limits.push(reason('differing-records'));
  if (total > MOST_RECORDS) limits.push(reason('too-many-records', { records: total, shown }));
  if (!isFiltered) limits.push(reason('filters-not-checked'));
  return limits;
}

/** Nothing that came can be shown, which is no answer and says nothing of other questions. */
function unusable(
  counts: Pick<Counts, 'dropped' | 'unasked'>,
): Pick<PartnerAnswer<never>, 'records' | 'unread' | 'limits' | 'failure'> {
  const reasons = limitsOf({ ...counts, unchecked: 0, differing: 0, total: 0, shown: 0, isFiltered: true });
  const because = reason('nothing-usable', { reasons });
  const about = { about: 'this-question', state: 'failed', reason: because, error: 'http_protocol_error' } as const;
  const failure = { ...about, status: undefined, retryAfterSeconds: undefined };
  return { records: undefined, unread: 0, limits: [], failure };
}

function checkQuestion(question: Question, checked: Checked[], resolveGene: ResolveGene, { next }: Slices) {
  if (question.kind === 'genes-search') return checkGenes(checked, question.query, resolveGene, next);
  if (question.kind === 'users-search') return checkNames(checked, question.query, next);
  if (question.kind === 'user') return checkUserId(checked, question.userId);
  return allRight(checked);
}

/** 1.4 gives the owner of an anonymised record the id 0, so it is known by that before its version is. */
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
 * The very same record is one record: 1.3 repeats people it finds by their description. Records that differ stay, under
 * one id too, and are counted, as nobody here knows which of them is right. Of hidden people nothing is compared but
 * the anonymous id, which stands for one record alone.
 */
async function eachOnce(slices: Slices, checked: readonly Checked[]): Promise<{ each: Checked[]; differing: number }> {
  let differing = 0;
  const known = new Map<string, Checked['record']>();
  const isFirst = await eachInTurn(slices, checked, ({ record, isAnonymised }) => {
    const key = isAnonymised ? anonymousKey(record) : fullKey(record);
    if (key === undefined) return true;
    const before = known.get(key);
    known.set(key, record);
    if (before === undefined) return true;
    if (isAnonymised || isSame(before, record, MOST_DEPTH)) return false;
    // Genes without an id may be several of one person.
    if (record.geneId !== null) differing++;
    return true;
  });
  return { each: checked.filter((_, index) => isFirst[index]), differing };
}

/** Deeper than anything that is read of a record. */
const MOST_DEPTH = 8;

/** Whether two values of JSON are the same as far as anybody reads them; below that depth nothing is. */
function isSame(one: unknown, other: unknown, depth: number): boolean {
  if (one === other) return true;
  if (depth === 0 || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  const [members, others] = [Object.entries(one), other as Record<string, unknown>];
  if (Array.isArray(one) !== Array.isArray(other) || members.length !== Object.keys(others).length) return false;
  return members.every(([key, value]) => Object.hasOwn(others, key) && isSame(value, others[key], depth - 1));
}

function fullKey({ geneId, remoteUser, id }: Checked['record']): string | undefined {
  const ownerId = remoteUser === undefined ? id : (remoteUser as { id?: unknown }).id;
  return ownerId ? `${geneId} ${ownerId}` : undefined;
}

function anonymousKey({ anonymousId }: Checked['record']): string | undefined {
  return typeof anonymousId === 'string' ? anonymousId.toLowerCase() : undefined;
}

function filtered(
  question: Question,
  dialect: Dialect,
  kind: PartnerRecordKind,
  checked: Checked[],
  { next }: Slices,
): FilterCheck | Promise<FilterCheck> {
  if (!isSearch(question) || (kind !== 'gene' && kind !== 'user')) {
    return { kept: checked, filters: [], areAllKept: true };
  }
  return checkFilters(kind, checked, question.query.filters, dialect.applies, next);
}

function isSearch(question: Question): question is Extract<Question, { kind: 'genes-search' | 'users-search' }> {
  return question.kind === 'genes-search' || question.kind === 'users-search';
}

// Tier 3 is nobody's business but the registry's own; RDP lists it all the same (quirk 29).
function isOfTier3(record: unknown): boolean {
  return (record as { tier?: unknown } | null)?.tier === 'TIER3';
}
