/**
 * One question put to one partner, with everything that belongs to it: asked again in pieces, under other names or
 * without a refused token where that helps, its records checked, its filters checked, its limits told.
 */

import { sortForMerging } from '../../domain/federation/merging.ts';
import type { Question, SourceAnswer } from '../../domain/federation/source.ts';
import type { Filters } from '../../domain/query/filters.ts';
import { isAbout, type KnownGene, otherNames, type ResolveGene } from '../../domain/query/gene-names.ts';
import type { GeneQuery } from '../../domain/query/gene-query.ts';
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
import { type Call, CUT_BY_SIZE, type Failure, type Gathered, gather } from './gather.ts';
import { ofOrganism, ofTiers } from './post-filter.ts';
import { splitListing } from './split-listing.ts';
import { type NamedTaxon, splitQuery } from './split-query.ts';

/** What the question brought, before it is known how long it took and whether it is kept. */
export type PartnerResult = Pick<
  SourceAnswer,
  'state' | 'records' | 'total' | 'isExact' | 'filters' | 'askedAs' | 'dropped'
> & {
  /** What is to be told of the answer, or why there is none. */
  problem: Pick<Failure, 'title' | 'detail' | 'error' | 'status'> | undefined;
  /** Why a call failed, even where others brought records. */
  failure: Failure | undefined;
  wasTokenRefused: boolean;
};

export type PartnerQuery = {
  dialect: Dialect;
  question: Question;
  /** Puts a request to the partner, with the search token or without. */
  call: (path: string, withToken: boolean) => ReturnType<Call>;
  /** Whether the search token goes with the question. */
  withToken: boolean;
  sanitize: Omit<SanitizeOptions, 'isPublicAnswer'>;
  resolveGene: ResolveGene;
  taxa: () => Promise<readonly NamedTaxon[]>;
};

type GatheredUnderNames = Gathered & { askedAs: readonly string[] };

/** Never rejects for what the partner does. */
export async function queryPartner(partnerQuery: PartnerQuery): Promise<PartnerResult> {
  const { withToken, call } = partnerQuery;
  const heard = await resolveClosedFeature(partnerQuery, await ask(partnerQuery, (path) => call(path, withToken)));
  if (!withToken || heard.failure?.about !== 'token-refused') {
    return toResult(partnerQuery, withToken ? heard : withoutToken(heard), !withToken, []);
  }
  // Better what the public may see than nothing (quirk 48).
  const asPublic = await ask(partnerQuery, (path) => call(path, false));
  const told = ['refused our token, so only what the public may see is shown'];
  const result = toResult(partnerQuery, asPublic, true, told);
  return {
    ...result,
    problem: result.problem && { ...result.problem, status: result.problem.status ?? 401 },
    wasTokenRefused: true,
  };
}

/** A partner may speak of a token even where none was sent. */
function withoutToken(heard: GatheredUnderNames): GatheredUnderNames {
  const { failure } = heard;
  if (failure?.about !== 'token-refused') return heard;
  return { ...heard, failure: { ...failure, title: `refused access (${failure.status})` } };
}

/** One kind of question may be switched off, or everything (contract 2.2): the document of `/api`, which needs no token, tells. */
async function resolveClosedFeature({ call }: PartnerQuery, heard: GatheredUnderNames): Promise<GatheredUnderNames> {
  const { failure } = heard;
  if (failure?.about !== 'gate') return heard;
  const api = await call('/api', false);
  const isOpen = 'reply' in api && api.reply.status === 200;
  if (isOpen) return { ...heard, failure: { ...failure, about: 'gate-closed', state: 'unsupported' } };
  const detail = `Its operator has switched off what was asked for (${failure.status}).`;
  return { ...heard, failure: { ...failure, about: 'switched-off', title: 'is switched off', detail } };
}

async function ask(partnerQuery: PartnerQuery, call: Call): Promise<GatheredUnderNames> {
  const { question, dialect } = partnerQuery;
  if (question.kind !== 'genes-search') {
    const gathered = await gather(dialect, question, call);
    const isWorthRescuing = question.kind === 'genes-list' && failsAsRdpDoes(gathered);
    const rescued = isWorthRescuing ? await splitListing(dialect, question.page, call, gathered) : gathered;
    return { ...rescued, askedAs: [] };
  }
  const gathered = await askForGene(partnerQuery, question.query, call);
  const heard = { ...gathered, askedAs: [] };
  return gathered.failure?.about === 'unknown-symbol'
    ? underOtherNames(partnerQuery, question.query, call, heard)
    : heard;
}

/** With 500, unlike a gateway before a registry that is down. */
function failsAsRdpDoes({ failure }: Gathered): boolean {
  return failure?.about === 'server-error' && failure.status === 500;
}

async function askForGene({ dialect, taxa }: PartnerQuery, query: GeneQuery, call: Call): Promise<Gathered> {
  const gathered = await gather(dialect, { kind: 'genes-search', query }, call);
  const isWorthRescuing = failsAsRdpDoes(gathered);
  const answered = isWorthRescuing ? await splitQuery(dialect, query, call, gathered, await taxa()) : gathered;
  return ofTiers(query, ofOrganism(query, answered));
}

/**
 * Asks once more under every name the partner may know the gene by, and takes the first answer that is about it. Where
 * a name stands for another gene there, its answer counts for nothing.
 */
async function underOtherNames(
  partnerQuery: PartnerQuery,
  query: GeneQuery,
  call: Call,
  heard: GatheredUnderNames,
): Promise<GatheredUnderNames> {
  const [known, ...others] = await partnerQuery.resolveGene(query.symbol, query.taxonId);
  // Nobody can tell which of several genes is meant.
  if (known === undefined || others.length > 0) return heard;
  const answers = await Promise.all(
    otherNames(known, query.symbol).map(async (name) => {
      const gathered = await askForGene(partnerQuery, { ...query, symbol: name }, call);
      return {
        ...gathered,
        records: gathered.records?.filter((record) => isOf(record, known)),
        all: gathered.records,
        name,
      };
    }),
  );
  const isOfOtherGene = ({ records, all }: (typeof answers)[number]) => records?.length === 0 && all?.length !== 0;
  const useful = answers.filter((answer) => answer.records !== undefined && !isOfOtherGene(answer));
  const best = useful.find(({ records }) => records?.length !== 0);
  if (best !== undefined) return { ...best, askedAs: [best.name] };
  // It may know the gene by the very name that it could not be asked for.
  const failed = answers.find(({ failure }) => failure !== undefined && !SAYS_THAT_IT_IS_UNKNOWN.has(failure.about));
  if (failed !== undefined) return { ...failed, askedAs: [] };
  const [empty] = useful;
  return empty === undefined ? heard : { ...empty, askedAs: [empty.name] };
}

/** A name may also be one that the partner does not accept at all. */
const SAYS_THAT_IT_IS_UNKNOWN: ReadonlySet<Failure['about']> = new Set(['unknown-symbol', 'rejected']);

function isOf(record: unknown, known: KnownGene): boolean {
  const { geneId } = (record ?? {}) as { geneId?: unknown };
  return isAbout(known, typeof geneId === 'number' ? geneId : undefined);
}

function toResult(
  { question, dialect, sanitize }: PartnerQuery,
  heard: GatheredUnderNames,
  isPublicAnswer: boolean,
  told: string[],
): PartnerResult {
  const { records, failure, askedAs } = heard;
  if (records === undefined) return resultWithoutRecords(failure, askedAs);
  const kind = recordKind(question);
  const ofOurTiers = question.kind === 'genes-list' ? records.filter((record) => !isOfTier3(record)) : records;
  const { checked, dropped } = validateRecords(kind, ofOurTiers, sanitize.checks);
  const { kept, filters, areAllKept } = narrowed(question, dialect, kind, eachOnce(checked));
  const shown = kept.slice(0, MOST_RECORDS);
  const limits = [...told, ...heard.limits];
  if (dropped > 0) limits.push(`gave ${dropped === 1 ? 'a record' : `${dropped} records`} that cannot be read`);
  if (shown.length < kept.length) limits.push(`gave ${kept.length} records, of which ${MOST_RECORDS} are shown`);
  if (!areAllKept) limits.push('could not be checked for every filter');
  const distrusted = { ...sanitize, isPublicAnswer };
  const found = shown.map((one) => foundRecord(kind, one, distrusted));
  const whole = found.length === 0 ? 'empty' : 'answered';
  return {
    state: limits.length > 0 ? 'limited' : whole,
    records: isSearch(question) ? sortForMerging(found) : found,
    total: heard.total,
    isExact: limits.length === 0,
    filters,
    askedAs,
    dropped: dropped + records.length - ofOurTiers.length,
    problem: limits.length === 0 ? undefined : problemOfLimits(limits, failure),
    failure,
    wasTokenRefused: false,
  };
}

function resultWithoutRecords(failure: Failure | undefined, askedAs: readonly string[]): PartnerResult {
  return {
    state: failure?.state ?? 'failed',
    records: [],
    total: undefined,
    isExact: false,
    filters: [],
    askedAs,
    dropped: 0,
    problem: failure,
    failure,
    wasTokenRefused: false,
  };
}

function problemOfLimits(
  limits: readonly string[],
  failure: Failure | undefined,
): NonNullable<PartnerResult['problem']> {
  const title = limits.join(', ');
  const detail = failure === undefined ? `It ${title}.` : `It ${title}. ${failure.detail}`;
  const isTooLong = failure === undefined && limits.includes(CUT_BY_SIZE);
  return { title, detail, error: isTooLong ? 'http_response_body_size' : failure?.error, status: failure?.status };
}

function recordKind({ kind }: Question): PartnerRecordKind {
  if (kind === 'stats') return 'stats';
  if (kind === 'terms') return 'term';
  return kind === 'genes-search' || kind === 'genes-list' || kind === 'anonymous-gene' ? 'gene' : 'user';
}

/**
 * The very same record is one record: 1.3 repeats people it finds by their description. Records that differ stay, under
 * one id too, as nobody here can tell which of them is right; anonymised ones are never compared (design 6).
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

function isSearch({ kind }: Question): boolean {
  return kind === 'genes-search' || kind === 'users-search';
}

function narrowed(question: Question, dialect: Dialect, kind: PartnerRecordKind, checked: Checked[]) {
  const narrowing = narrowingOf(question);
  if (narrowing === undefined || (kind !== 'gene' && kind !== 'user')) {
    return { kept: checked, filters: [], areAllKept: true };
  }
  return checkFilters(kind, checked, narrowing, dialect.narrowsBy);
}

function narrowingOf(question: Question): Filters | undefined {
  return question.kind === 'genes-search' || question.kind === 'users-search' ? question.query.filters : undefined;
}

// Tier 3 is nobody's business but the registry's own (design 6); RDP lists it all the same (quirk 29).
function isOfTier3(record: unknown): boolean {
  return (record as { tier?: unknown } | null)?.tier === 'TIER3';
}
