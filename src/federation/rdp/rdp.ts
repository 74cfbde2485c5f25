/**
 * The registries of RDP from 1.3 on, and those with the same protocol (docs/rdp-protocol): one question is put by every
 * request that its dialect needs, and again under other names of a gene; the answers are joined into one list of records.
 */

import { reason } from '../../domain/federation/reasons.ts';
import type { Question } from '../../domain/federation/source.ts';
import { isAbout, type KnownGene, otherNames, type ResolveGene } from '../../domain/query/gene-names.ts';
import type { GeneQuery } from '../../domain/query/gene-query.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import { type Dialect, dialectFor, readVersion } from '../dialect/dialect.ts';
import { isSwitchedOff } from '../dialect/read-error.ts';
import { readReply } from '../dialect/read-reply.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import { planFor } from '../dialect/requests.ts';
import { failsAsRdpDoes, weightiest } from '../partner/failure-class.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import {
  type AskPartner,
  answerWith,
  answerWithout,
  type Failure,
  joined,
  type PartnerAnswer,
  type PartnerQuery,
} from '../partner/partner-query.ts';
import type { SourceFacts, SourceType } from '../partner/source-type.ts';
import { type SharedProbe, sharedProbe } from './shared-probe.ts';
import { splitListing } from './split-listing.ts';
import { splitSearch } from './split-query.ts';
import { withKnownTerms } from './unknown-terms.ts';
import { type PartnerPage, wholePage } from './whole-page.ts';

export const RDP: SourceType = {
  dialectFor,
  readVersion,
  askWith: (client, facts) => rdpProgram(askPartner(client), client, facts),
  settle: withKnownTerms,
};

/**
 * Puts a question as RDP needs it: what an answer says decides what is asked next. What it says of terms is looked at when
 * the records are checked ({@link withKnownTerms}), as a filter may have left none.
 *
 * @param put sends the requests of one question in its dialect
 */
export function rdpProgram(
  put: AskPartner<unknown>,
  client: Pick<PartnerClient, 'call'>,
  { resolveGene, taxa, isStats }: SourceFacts,
): AskPartner<unknown> {
  const isAllClosed = sharedProbe<Api | undefined>();
  const isNothingAnswered = sharedProbe<boolean>();

  async function askUnderOneName(query: PartnerQuery): Promise<PartnerAnswer<unknown>> {
    const { question } = query;
    const whole = await put(query);
    // It cannot write one of the records, or has one person twice (quirk 7): asks in pieces.
    if (failsAsRdpDoes(whole) && 'page' in question) return splitListing(put, query, question, whole);
    if (question.kind !== 'genes-search') return whole;
    const gene = question.query;
    const answer = failsAsRdpDoes(whole)
      ? await splitSearch({ put, client, query, gene, taxa, isStats }, isNothingAnswered, whole)
      : whole;
    // It does not know the organism, and searches all of them instead (quirk 12): that is no answer.
    return ofOrganism(gene, answer);
  }

  return async (query) => {
    let answer = await askUnderOneName(query);
    // It does not know the symbol: asks for the gene under its other names.
    if (answer.failure?.about === 'unknown-symbol') {
      answer = await underOtherNames(askUnderOneName, query, answer, resolveGene);
    }
    // It has switched off this kind of question, or everything: asks which.
    if (answer.failure?.about === 'closed') answer = await closedInWhole(client, isAllClosed, query, answer);
    return answer;
  };
}

/** Puts a question by the requests of its dialect; each waits in the queue of the client for its own slot. */
export function askPartner({ call }: Pick<PartnerClient, 'call'>): AskPartner<unknown> {
  return async (query) => {
    const { question, dialect } = query;
    if ('page' in question) {
      return wholePage(question.page, async (page) => {
        const ofPage = { ...question, page };
        const [path = ''] = planFor(dialect, ofPage).paths;
        return readPage(ofPage, dialect, await call(path, query));
      });
    }
    const { paths, combine } = planFor(dialect, question);
    const ask = async (path: string) => readPage(question, dialect, await call(path, query)).answer;
    const [only, ...more] = await Promise.all(paths.map(ask));
    if (only === undefined) return answerWith([]);
    if (more.length === 0) return only;
    return combine === 'intersection' ? inAll([only, ...more]) : together([only, ...more]);
  };
}

function readPage(question: Question, dialect: Dialect, outcome: CallOutcome): PartnerPage {
  if ('failure' in outcome) {
    return { answer: answerWithout({ about: 'no-reply', ...outcome.failure, ...NO_STATUS }) };
  }
  const { reply } = outcome;
  const reading = readReply(question, dialect, reply);
  if (reading.kind === 'outcome') {
    return { answer: answerWithout({ ...reading.outcome, retryAfterSeconds: reply.retryAfterSeconds }) };
  }
  const { records, unread, total, envelope, isCut } = reading;
  const answer = answerWith(records.length > MOST_RECORDS ? records.slice(0, MOST_RECORDS) : records, {
    unread: unread + Math.max(0, records.length - MOST_RECORDS),
    total,
    limits: isCut ? [reason('cut-by-size')] : [],
  });
  return { answer, envelope };
}

const NO_STATUS = { status: undefined, retryAfterSeconds: undefined };

/** Returns the records of all answers. A failure becomes a limit if other answers have records. */
function together(answers: readonly PartnerAnswer<unknown>[]): PartnerAnswer<unknown> {
  const useful = answers.filter(({ records }) => records !== undefined);
  const failure = weightiest(answers);
  if (useful.length === 0) return answerWith(undefined, { failure });
  const records = useful.flatMap((answer) => answer.records ?? []);
  const limits = failure === undefined ? [] : [reason('answered-in-part', { because: failure.reason })];
  return joined(useful, records, { total: useful[0]?.total, limits, failure });
}

/**
 * Returns the records that are in every answer, by id: nothing else pairs two answers (rdp-protocol 7.6). Records that
 * were not read of an answer may be in the other, so they are reported as a limit, however few records are in both.
 */
function inAll(answers: readonly PartnerAnswer<unknown>[]): PartnerAnswer<unknown> {
  const failure = weightiest(answers);
  if (failure !== undefined) return answerWithout(failure);
  const most = Math.max(...answers.map(({ records = [], unread }) => records.length + unread));
  const [all = [], ...others] = answers.map(({ records = [] }) => records);
  const idsOfOthers = others.map((records) => new Set(records.map(idOf)));
  const records = all.filter((record) => {
    const id = idOf(record);
    return id !== undefined && idsOfOthers.every((ids) => ids.has(id));
  });
  const withoutId = all.filter((record) => idOf(record) === undefined).length;
  return joined(answers, records, {
    unread: 0,
    limits: [
      ...(most > MOST_RECORDS ? [reason('compared-in-part', { records: most, compared: MOST_RECORDS })] : []),
      ...(withoutId > 0 ? [reason('unpaired-records', { records: withoutId })] : []),
    ],
  });
}

// The id of an anonymised record identifies nobody: in 1.4 each has the id 0.
function idOf(record: unknown): number | undefined {
  const { id, anonymousId } = (record ?? {}) as { id?: unknown; anonymousId?: unknown };
  return typeof id === 'number' && typeof anonymousId !== 'string' ? id : undefined;
}

/** What `/api` says of the whole partner; `unknown`: neither, such as an error of a server in front of it. */
type Api = 'open' | 'switched-off' | 'unknown';

/**
 * Finds out from `/api` whether the partner has switched off one kind of question or everything (rdp-protocol 2.2).
 * Only RDP's own words mean everything. Questions that arrived before such a request share its result.
 */
async function closedInWhole(
  client: Pick<PartnerClient, 'call'>,
  probe: SharedProbe<Api | undefined>,
  query: PartnerQuery,
  answer: PartnerAnswer<unknown>,
): Promise<PartnerAnswer<unknown>> {
  const { failure } = answer;
  if (failure === undefined) return answer;
  const other = probe.for(query.arrivedMs);
  if (other !== undefined) query.underWay?.slots.giveBack();
  const api = (other === undefined ? undefined : await other) ?? (await probe.begin(probeApi(client, query)));
  if (api === undefined) return { ...answer, failure: query.whyOpen?.() ?? failure };
  if (api === 'open') return { ...answer, failure: { ...failure, about: 'feature-closed', state: 'unsupported' } };
  if (api === 'unknown') return answer;
  const because = reason('switched-off', { status: failure.status ?? 503 });
  return { ...answer, failure: { ...failure, about: 'switched-off', reason: because } };
}

/** Undefined if the circuit breaker is open by now and no request is sent. */
async function probeApi({ call }: Pick<PartnerClient, 'call'>, query: PartnerQuery): Promise<Api | undefined> {
  // `/api` needs no token.
  const api = await call('/api', { ...query, credential: 'none' });
  if ('failure' in api) return api.failure.state === 'resting' ? undefined : 'unknown';
  if (api.reply.status === 200) return 'open';
  return isSwitchedOff(api.reply) ? 'switched-off' : 'unknown';
}

/**
 * Searches once more by the present symbol, and if that finds nobody, by every other name under which the partner may
 * know the gene; takes the first answer that is about this gene. An answer about another gene of that name does not
 * count, nor does an empty one if another gene here has that name, too: the partner may have searched for that gene.
 * After an error of the server no further name is tried.
 */
async function underOtherNames(
  ask: AskPartner<unknown>,
  query: PartnerQuery,
  unknown: PartnerAnswer<unknown>,
  resolveGene: ResolveGene,
): Promise<PartnerAnswer<unknown>> {
  const { question } = query;
  if (question.kind !== 'genes-search') return unknown;
  const { taxonId } = question.query;
  const [known, ...namesakes] = await resolveGene(question.query.symbol, taxonId);
  // The symbol may mean any of several genes.
  if (known === undefined || namesakes.length > 0) return unknown;
  const askAs = async (symbol: string): Promise<Named> => {
    const all = await ask({ ...query, question: { ...question, query: { ...question.query, symbol } } });
    const answer = { ...all, records: all.records?.filter((record) => isOf(record, known)), askedAs: [symbol] };
    return { answer, isCertainZero: all.records?.length === 0 && (await isNameOf(known, symbol)) };
  };
  const isNameOf = async ({ gene }: KnownGene, name: string) => {
    const named = await resolveGene(name, taxonId);
    return named.length === 1 && named[0]?.gene.geneId === gene.geneId;
  };
  const [present, ...others] = otherNames(known, question.query.symbol);
  if (present === undefined) return unknown;
  const first = await askAs(present);
  const isEnough = hasRecords(first) || first.answer.failure?.about === 'server-error';
  return bestOf([first, ...(isEnough ? [] : await Promise.all(others.map(askAs)))]) ?? unknown;
}

/** `isCertainZero`: the partner knows the name, nobody works on its gene, and no other gene here has the name. */
type Named = { answer: PartnerAnswer<unknown>; isCertainZero: boolean };

function bestOf(answers: readonly Named[]): PartnerAnswer<unknown> | undefined {
  const best = answers.find(hasRecords);
  if (best !== undefined) return best.answer;
  // The partner may know the gene by the name for which the search failed.
  const failed = answers.find(({ answer }) => answer.failure !== undefined && !isUnknown(answer.failure));
  if (failed !== undefined) return { ...failed.answer, askedAs: [] };
  return answers.find(({ isCertainZero }) => isCertainZero)?.answer;
}

function hasRecords({ answer }: Named): boolean {
  return answer.records !== undefined && answer.records.length > 0;
}

/** Whether the partner does not know the name; it may also reject a name as such. */
function isUnknown({ about }: Failure): boolean {
  return about === 'unknown-symbol' || about === 'rejected';
}

function isOf(record: unknown, known: KnownGene): boolean {
  const { geneId } = (record ?? {}) as { geneId?: unknown };
  return isAbout(known, typeof geneId === 'number' ? geneId : undefined);
}

/**
 * Replaces an answer without any record of `orthologTaxonId` by a failure: a partner that does not know that organism
 * searches all organisms (quirk 12).
 */
function ofOrganism({ orthologTaxonId }: GeneQuery, answer: PartnerAnswer<unknown>): PartnerAnswer<unknown> {
  if (orthologTaxonId === undefined || answer.records === undefined) return answer;
  const isKnown = answer.records.some((record) => taxonIdOf(record) === orthologTaxonId);
  if (isKnown || answer.records.length === 0) return answer;
  const because = reason('unknown-taxon', { taxonId: orthologTaxonId, searchedInstead: 'all' });
  const failure = { about: 'unknown-taxon', state: 'unknown-term', reason: because } as const;
  return {
    ...answer,
    records: undefined,
    failure: { ...failure, error: undefined, status: undefined, retryAfterSeconds: undefined },
  };
}

function taxonIdOf(record: unknown): unknown {
  return (record as { taxon?: { id?: unknown } | null } | null)?.taxon?.id;
}
