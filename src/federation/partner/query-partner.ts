/**
 * One question put to one partner, with everything that belongs to it: asked again in pieces, under other names or
 * without a refused token where that helps, its records checked, its filters checked, its limits told.
 */

import { sortForMerging } from '../../domain/federation/merging.ts';
import type { Question, SourceAnswer } from '../../domain/federation/source.ts';
import type { Narrowing } from '../../domain/query/filters.ts';
import { isAbout, type KnownGene, otherNames, type ResolveGene } from '../../domain/query/gene-names.ts';
import type { GeneQuery } from '../../domain/query/gene-query.ts';
import { checkFilters } from '../../domain/sanitize/filter-check.ts';
import {
  type Checked,
  checkRecords,
  type Distrust,
  foundRecord,
  MOST_RECORDS,
  type PartnerRecordKind,
} from '../../domain/sanitize/records.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { type Call, CUT_BY_SIZE, type Gathered, gather, type Trouble } from './gather.ts';
import { ofOrganism, ofTiers } from './post-filter.ts';
import { rescueListing } from './split-listing.ts';
import { type NamedTaxon, rescue } from './split-query.ts';

/** What the question brought, before it is known how long it took and whether it is kept. */
export type Said = Pick<SourceAnswer, 'state' | 'records' | 'total' | 'isExact' | 'filters' | 'askedAs' | 'dropped'> & {
  /** What is to be told of the answer, or why there is none. */
  problem: Pick<Trouble, 'title' | 'detail' | 'error' | 'status'> | undefined;
  /** Why a call failed, even where others brought records. */
  trouble: Trouble | undefined;
  wasTokenRefused: boolean;
};

export type Conversation = {
  dialect: Dialect;
  question: Question;
  /** Puts a request to the partner, with the search token or without. */
  call: (path: string, withToken: boolean) => ReturnType<Call>;
  /** Whether the search token goes with the question. */
  withToken: boolean;
  distrust: Omit<Distrust, 'isPublicAnswer'>;
  resolveGene: ResolveGene;
  taxa: () => Promise<readonly NamedTaxon[]>;
};

type Heard = Gathered & { askedAs: readonly string[] };

/** Never rejects for what the partner does. */
export async function converse(conversation: Conversation): Promise<Said> {
  const { withToken, call } = conversation;
  const heard = await atGate(conversation, await ask(conversation, (path) => call(path, withToken)));
  if (!withToken || heard.trouble?.about !== 'token-refused') {
    return say(conversation, withToken ? heard : withoutToken(heard), !withToken, []);
  }
  // Better what the public may see than nothing (quirk 48).
  const asPublic = await ask(conversation, (path) => call(path, false));
  const told = ['refused our token, so only what the public may see is shown'];
  const said = say(conversation, asPublic, true, told);
  return {
    ...said,
    problem: said.problem && { ...said.problem, status: said.problem.status ?? 401 },
    wasTokenRefused: true,
  };
}

/** A partner may speak of a token even where none was sent. */
function withoutToken(heard: Heard): Heard {
  const { trouble } = heard;
  if (trouble?.about !== 'token-refused') return heard;
  return { ...heard, trouble: { ...trouble, title: `refused access (${trouble.status})` } };
}

/** One kind of question may be switched off, or everything (contract 2.2): the document of `/api`, which needs no token, tells. */
async function atGate({ call }: Conversation, heard: Heard): Promise<Heard> {
  const { trouble } = heard;
  if (trouble?.about !== 'gate') return heard;
  const api = await call('/api', false);
  const isOpen = 'reply' in api && api.reply.status === 200;
  if (isOpen) return { ...heard, trouble: { ...trouble, about: 'gate-closed', state: 'unsupported' } };
  const detail = `Its operator has switched off what was asked for (${trouble.status}).`;
  return { ...heard, trouble: { ...trouble, about: 'switched-off', title: 'is switched off', detail } };
}

async function ask(conversation: Conversation, call: Call): Promise<Heard> {
  const { question, dialect } = conversation;
  if (question.kind !== 'genes-search') {
    const gathered = await gather(dialect, question, call);
    const isWorthRescuing = question.kind === 'genes-list' && failsAsRdpDoes(gathered);
    const rescued = isWorthRescuing ? await rescueListing(dialect, question.page, call, gathered) : gathered;
    return { ...rescued, askedAs: [] };
  }
  const gathered = await askForGene(conversation, question.query, call);
  const heard = { ...gathered, askedAs: [] };
  return gathered.trouble?.about === 'unknown-symbol'
    ? underOtherNames(conversation, question.query, call, heard)
    : heard;
}

/** With 500, unlike a gateway before a registry that is down. */
function failsAsRdpDoes({ trouble }: Gathered): boolean {
  return trouble?.about === 'server-error' && trouble.status === 500;
}

async function askForGene({ dialect, taxa }: Conversation, query: GeneQuery, call: Call): Promise<Gathered> {
  const gathered = await gather(dialect, { kind: 'genes-search', query }, call);
  const isWorthRescuing = failsAsRdpDoes(gathered);
  const answered = isWorthRescuing ? await rescue(dialect, query, call, gathered, await taxa()) : gathered;
  return ofTiers(query, ofOrganism(query, answered));
}

/**
 * Asks once more under every name the partner may know the gene by, and takes the first answer that is about it. Where
 * a name stands for another gene there, its answer counts for nothing.
 */
async function underOtherNames(conversation: Conversation, query: GeneQuery, call: Call, heard: Heard): Promise<Heard> {
  const [known, ...others] = await conversation.resolveGene(query.symbol, query.taxonId);
  // Nobody can tell which of several genes is meant.
  if (known === undefined || others.length > 0) return heard;
  const answers = await Promise.all(
    otherNames(known, query.symbol).map(async (name) => {
      const gathered = await askForGene(conversation, { ...query, symbol: name }, call);
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
  const failed = answers.find(({ trouble }) => trouble !== undefined && !SAYS_THAT_IT_IS_UNKNOWN.has(trouble.about));
  if (failed !== undefined) return { ...failed, askedAs: [] };
  const [empty] = useful;
  return empty === undefined ? heard : { ...empty, askedAs: [empty.name] };
}

/** A name may also be one that the partner does not accept at all. */
const SAYS_THAT_IT_IS_UNKNOWN: ReadonlySet<Trouble['about']> = new Set(['unknown-symbol', 'rejected']);

function isOf(record: unknown, known: KnownGene): boolean {
  const { geneId } = (record ?? {}) as { geneId?: unknown };
  return isAbout(known, typeof geneId === 'number' ? geneId : undefined);
}

function say(
  { question, dialect, distrust }: Conversation,
  heard: Heard,
  isPublicAnswer: boolean,
  told: string[],
): Said {
  const { records, trouble, askedAs } = heard;
  if (records === undefined) return withoutRecords(trouble, askedAs);
  const kind = recordKind(question);
  const ofOurTiers = question.kind === 'genes-list' ? records.filter((record) => !isOfTier3(record)) : records;
  const { checked, dropped } = checkRecords(kind, ofOurTiers, distrust.checks);
  const { kept, filters, areAllKept } = narrowed(question, dialect, kind, eachOnce(checked));
  const shown = kept.slice(0, MOST_RECORDS);
  const limits = [...told, ...heard.limits];
  if (dropped > 0) limits.push(`gave ${dropped === 1 ? 'a record' : `${dropped} records`} that cannot be read`);
  if (shown.length < kept.length) limits.push(`gave ${kept.length} records, of which ${MOST_RECORDS} are shown`);
  if (!areAllKept) limits.push('could not be checked for every filter');
  const distrusted = { ...distrust, isPublicAnswer };
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
    problem: limits.length === 0 ? undefined : limitsTold(limits, trouble),
    trouble,
    wasTokenRefused: false,
  };
}

function withoutRecords(trouble: Trouble | undefined, askedAs: readonly string[]): Said {
  return {
    state: trouble?.state ?? 'failed',
    records: [],
    total: undefined,
    isExact: false,
    filters: [],
    askedAs,
    dropped: 0,
    problem: trouble,
    trouble,
    wasTokenRefused: false,
  };
}

function limitsTold(limits: readonly string[], trouble: Trouble | undefined): NonNullable<Said['problem']> {
  const title = limits.join(', ');
  const detail = trouble === undefined ? `It ${title}.` : `It ${title}. ${trouble.detail}`;
  const isTooLong = trouble === undefined && limits.includes(CUT_BY_SIZE);
  return { title, detail, error: isTooLong ? 'http_response_body_size' : trouble?.error, status: trouble?.status };
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

function narrowingOf(question: Question): Narrowing | undefined {
  return question.kind === 'genes-search' || question.kind === 'users-search' ? question.query.narrowing : undefined;
}

// Tier 3 is nobody's business but the registry's own (design 6); RDP lists it all the same (quirk 29).
function isOfTier3(record: unknown): boolean {
  return (record as { tier?: unknown } | null)?.tier === 'TIER3';
}
