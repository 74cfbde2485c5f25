/** This registry as a source of federated answers, with the same questions and answers as a partner (docs/architecture.md#a-request). */

import { RegistryError } from '../domain/errors.ts';
import { isFull } from '../domain/federation/completeness.ts';
import { requestedFilters, tiersAsked } from '../domain/federation/federated-query.ts';
import { sortForMerging } from '../domain/federation/merging.ts';
import { type AskedFilter, LOCAL_ORIGIN, type OriginProblem, type OriginState } from '../domain/federation/origin.ts';
import { firstNames, type Reason, reason } from '../domain/federation/reasons.ts';
import { recordStamps, type ShownIds } from '../domain/federation/record-links.ts';
import {
  type FoundRecord,
  isOfTier3,
  noAnswer,
  type Question,
  type Source,
  type SourceAnswer,
} from '../domain/federation/source.ts';
import {
  organsAsked,
  stateWithout,
  type TermsQuestion,
  termsQuestions,
  type Unknown,
  unknownAmong,
  unknownTermsReason,
  unusedReason,
} from '../domain/federation/unknown-terms.ts';
import type { GeneQuery } from '../domain/query/gene-query.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { RecordForm } from '../domain/record/row.ts';
import type { LocalRegistry } from './local-registry.ts';
import { type Reading, readAll, recordSizes } from './read-all.ts';
import type { RecordBytes } from './record/record-bytes.ts';
import { type RecordList, textOf } from './record/record-list.ts';

type LocalSourceOptions = Pick<Reading, 'reserve'> & {
  registry: LocalRegistry;
  name: string;
  url: string;
  version: string;
  now: () => Date;
};

type From = { registry: LocalRegistry; reading: Reading };
type Found = {
  records: readonly FoundRecord[];
  edition?: string | undefined;
  total?: number;
  isTotalExact?: boolean;
  askedAs?: readonly string[];
  /** The genes that the name asked for may mean; nothing was searched for. */
  several?: readonly string[];
};

const MOST_TRIES = 3;

/** Queries this registry's own data with the viewer's own rights. */
export function localSource({ registry, name, url, version, now, reserve }: LocalSourceOptions): Source {
  const recordBytes = recordSizes();
  const stampOf = recordStamps({ key: LOCAL_ORIGIN, url }, url);
  return {
    key: LOCAL_ORIGIN,
    name,
    url,
    version: () => version,
    getCached: () => undefined,
    async ask(question, viewer, signal, { form = 'record', onRoom } = {}) {
      if (isOfTier3(question)) return noAnswer('unsupported', reason('tier-3-not-searched'), { version });
      const began = performance.now();
      const reading: Reading = { reserve, recordBytes, stampOf, signal, onRoom };
      const found = await outcomeOf({ registry, reading }, question, viewer, form);
      const known = isFull(found.state) ? await withoutUnknownTerms(registry, question, found) : found;
      const placed = isFull(known.state) ? await withoutUnknownOrgans(registry, question, known) : known;
      const used = isFull(placed.state) ? await withoutUnusedOntologies(registry, question, placed) : placed;
      const whole = isFull(used.state) ? await withoutUnknownTaxa(registry, question, used) : used;
      const { edition, ...outcome } = registry.isBehindDatabase() ? limitedByAge(whole) : whole;
      return {
        total: undefined,
        askedAs: [],
        ...outcome,
        edition: edition && `${edition} ${registry.settingsTag} ${viewer.kind} ${viewer.userId ?? ''}`,
        isExact: outcome.state === 'answered' || outcome.state === 'empty',
        version,
        elapsedMs: performance.now() - began,
        retrievedAt: now(),
        cache: { status: 'miss', ageSeconds: 0 },
        filters: filtersOf(question),
        dropped: 0,
        shortened: 0,
      };
    },
  };
}

type Outcome = Pick<SourceAnswer, 'state' | 'problem'> & Omit<Found, 'several'>;

async function outcomeOf(from: From, question: Question, viewer: Viewer, form: RecordForm): Promise<Outcome> {
  let asker = viewer;
  for (let tries = 1; ; tries++) {
    try {
      const { several, ...found } = await find(from, question, asker, form);
      if (several !== undefined) return severalGenes(question, several);
      return { ...found, state: found.records.length === 0 ? 'empty' : 'answered', problem: undefined };
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      if (error.code !== 'data-replaced' || tries === MOST_TRIES) return outcomeOfError(error, question);
    }
    // The question is asked again of the present data; the account may have other rights now, or the token another account.
    asker = await from.registry.accounts.viewerNow(asker);
  }
}

/** Returns the outcome of a search by a name that several genes of the organism have had. */
function severalGenes(question: Question, symbols: readonly string[]): Outcome {
  const symbol = question.kind === 'genes-search' ? question.query.symbol : '';
  const problem = problemOf(reason('several-genes', { symbol, ...firstNames(symbols) }));
  return { state: 'unknown-term', records: [], problem };
}

const STATES: Partial<Record<RegistryError['code'], OriginState>> = {
  'unknown-symbol': 'unknown-term',
  'unknown-taxon-searched': 'unknown-term',
  'unknown-taxon': 'unknown-term',
  'unknown-ontologies': 'unknown-term',
  'unknown-ontology': 'unknown-term',
  'no-orthologs': 'empty',
  'unknown-user': 'empty',
  'unknown-anonymous-user': 'empty',
  'unknown-anonymous-gene': 'empty',
  'access-denied': 'refused',
};

/** Returns the outcome of an error. @throws RegistryError for a mistake of the asker */
function outcomeOfError(error: RegistryError, question: Question): Outcome {
  const state = STATES[error.code];
  if (state === undefined) throw error;
  if (error.code === 'no-orthologs') return { state, records: [], problem: undefined };
  const because = { ...problemOf(reasonOf(error, question)), refusal: error.message, status: error.status };
  return { state, records: [], problem: because };
}

function reasonOf({ code, details }: RegistryError, question: Question): Reason {
  switch (code) {
    case 'unknown-symbol':
      return reason('unknown-symbol', {
        symbol: question.kind === 'genes-search' ? question.query.symbol : String(details.symbol),
      });
    case 'unknown-taxon-searched':
    case 'unknown-taxon':
      return reason('unknown-taxon', { taxonId: Number(details.taxonId) });
    case 'unknown-ontologies':
    case 'unknown-ontology':
      return reason('unknown-ontology', { name: question.kind === 'terms' ? question.ontologyName : null });
    case 'access-denied':
      return reason('record-not-shown');
    default:
      return reason('no-such-record');
  }
}

function problemOf(because: Reason): OriginProblem {
  return { reason: because, error: undefined, status: undefined, nextTryAt: undefined };
}

/** Marks an answer as limited: withdrawals in the followed database are in effect, but records or newer texts may be missing. */
function limitedByAge(outcome: Outcome): Outcome {
  if (!isFull(outcome.state)) return outcome;
  return { ...outcome, state: 'limited', problem: problemOf(reason('behind-database')) };
}

/** Changes the state if the question has terms that this registry does not know, because the answer is then not certain. */
async function withoutUnknownTerms(registry: LocalRegistry, question: Question, outcome: Outcome): Promise<Outcome> {
  const { records } = outcome;
  const isOfNoTerm = question.kind === 'terms' && records.length === 0 && question.termIds.length > 0;
  const questions = isOfNoTerm ? [question] : termsQuestions(question);
  const unknown = await Promise.all(questions.map((one) => unknownHere(registry, one)));
  const state = stateWithout(questions, unknown, records.length);
  if (state === undefined) return outcome;
  return { ...outcome, state, problem: problemOf(unknownTermsReason(unknown, false)) };
}

/** Changes the state likewise if the search has organs that this registry does not have. */
async function withoutUnknownOrgans(registry: LocalRegistry, question: Question, outcome: Outcome): Promise<Outcome> {
  const asked = organsAsked(question);
  if (asked.length === 0) return outcome;
  const unknown = await registry.unknownOrgans(asked);
  if (unknown.length === 0) return outcome;
  const state = unknown.length === asked.length ? 'unknown-term' : 'limited';
  return { ...outcome, state, problem: problemOf(unknownTermsReason([{ termIds: unknown }], false)) };
}

async function unknownHere({ terms }: LocalRegistry, question: TermsQuestion): Promise<Unknown> {
  const { ontologyName, termIds } = question;
  try {
    return { termIds: unknownAmong(question, (await terms.named(ontologyName, termIds)).map(unordered)) };
  } catch (error) {
    // An inactive ontology has no terms to search by.
    if (error instanceof RegistryError && error.code === 'unknown-ontology')
      return { termIds, unusedOntology: ontologyName };
    throw error;
  }
}

/**
 * Changes the state if a search names an ontology without terms that this registry does not use. The registry API
 * ignores such an ontology (rdp-protocol 2.8).
 */
async function withoutUnusedOntologies(
  registry: LocalRegistry,
  question: Question,
  outcome: Outcome,
): Promise<Outcome> {
  const named = ontologiesAlone(question).filter((name) => name.trim() !== '');
  const unknown = await Promise.all(
    named.map((ontologyName) => unknownHere(registry, { kind: 'terms', ontologyName, termIds: [] })),
  );
  const unused = [...new Set(unknown.flatMap(({ unusedOntology }) => unusedOntology ?? []))];
  if (unused.length === 0) return outcome;
  return { ...outcome, state: 'unknown-term', records: [], problem: problemOf(unusedReason(unused, false)) };
}

function ontologiesAlone(question: Question): readonly string[] {
  const isSearch = question.kind === 'genes-search' || question.kind === 'users-search';
  return (isSearch ? question.query.filters.ontologiesAlone : undefined) ?? [];
}

/** Changes the state if some organisms of the search are unknown; the others have been searched. */
async function withoutUnknownTaxa(registry: LocalRegistry, question: Question, outcome: Outcome): Promise<Outcome> {
  const [taxonId] = await unknownTaxa(registry, question);
  if (taxonId === undefined) return outcome;
  const because = reason('unknown-taxon', { taxonId, searchedInstead: 'others' });
  return { ...outcome, state: 'limited', problem: problemOf(because) };
}

async function unknownTaxa(registry: LocalRegistry, question: Question): Promise<readonly number[]> {
  const taxonIds = narrowedTo(question);
  const known = await Promise.all(taxonIds.map((taxonId) => isTaxonKnown(registry, taxonId)));
  return taxonIds.filter((_, index) => known[index] === false);
}

async function isTaxonKnown({ taxon }: LocalRegistry, taxonId: number): Promise<boolean> {
  try {
    await taxon(taxonId);
    return true;
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'unknown-taxon') return false;
    throw error;
  }
}

/** Returns the organisms to which a search is limited; empty for all. */
function narrowedTo(question: Question): readonly number[] {
  if (question.kind !== 'genes-search') return [];
  const { orthologTaxonId } = question.query;
  return question.taxonIds ?? (orthologTaxonId === undefined ? [] : [orthologTaxonId]);
}

function filtersOf(question: Question): AskedFilter[] {
  if (question.kind !== 'genes-search' && question.kind !== 'users-search') return [];
  const others = requestedFilters(question.query.filters);
  return [...tiersAsked(question), ...others.map((filter): AskedFilter => ({ filter, applied: 'applied-there' }))];
}

async function find(from: From, question: Question, viewer: Viewer, form: RecordForm): Promise<Found> {
  const { registry, reading } = from;
  switch (question.kind) {
    case 'genes-search':
      await refuseUnknownTaxa(registry, question);
      return findGenes(from, question.query, viewer, form);
    case 'users-search':
      return readMerged(await registry.searchUsers(viewer, question.query, true), form, reading);
    case 'genes-list':
    case 'users-list': {
      const list = question.kind === 'genes-list' ? registry.listGenes : registry.listUsers;
      const { records, totalElements } = await list(viewer, question.page, []);
      return { ...(await readAll(records, 'record', reading)), total: totalElements, isTotalExact: true };
    }
    case 'user':
      return single(await registry.lookups.userById(viewer, question.userId, 'identified'), reading);
    case 'anonymous-user':
      return single(await registry.lookups.userByAnonymousId(viewer, question.anonymousId, 'identified'), reading);
    case 'anonymous-gene':
      return single(await registry.lookups.geneByAnonymousId(viewer, question.anonymousId, 'identified'), reading);
    case 'stats':
      return { records: [unordered(await registry.stats())] };
    case 'terms':
      return { records: (await registry.terms.named(question.ontologyName, question.termIds)).map(unordered) };
  }
}

/**
 * Refuses a search if all its organisms are unknown, as partners do. The registry API searches all organisms instead
 * (quirk 12).
 *
 * @throws RegistryError `unknown-taxon`
 */
async function refuseUnknownTaxa(registry: LocalRegistry, question: Question): Promise<void> {
  const unknown = await unknownTaxa(registry, question);
  const [taxonId] = unknown;
  const isNoneKnown = unknown.length === narrowedTo(question).length;
  if (taxonId !== undefined && isNoneKnown) throw new RegistryError('unknown-taxon', { taxonId });
}

/** Searches genes; a gene given by an alias or a former symbol is searched by the symbol that it has here. */
async function findGenes(
  { registry, reading }: From,
  query: GeneQuery,
  viewer: Viewer,
  form: RecordForm,
): Promise<Found> {
  try {
    return await readMerged(await registry.searchGenes(viewer, query), form, reading);
  } catch (error) {
    const isUnknown = error instanceof RegistryError && error.code === 'unknown-symbol';
    const [known, ...others] = isUnknown ? await registry.resolveGene(query.symbol, query.taxonId) : [];
    if (known === undefined) throw error;
    if (others.length > 0) return { records: [], several: [known, ...others].map(({ gene }) => gene.symbol) };
    const { symbol } = known.gene;
    const list = await registry.searchGenes(viewer, { ...query, symbol });
    return { ...(await readMerged(list, form, reading)), askedAs: [symbol] };
  }
}

/** Reads a list in the order in which records of all registries are merged. */
async function readMerged(list: RecordList, form: RecordForm, reading: Reading): Promise<Found> {
  const found = await readAll(list, form, reading);
  return { ...found, records: sortForMerging(found.records) };
}

function single(bytes: RecordBytes, { stampOf }: Reading): Found {
  const record = JSON.parse(textOf(bytes)) as ShownIds & { remoteUser?: ShownIds };
  const { anonymousId = record.remoteUser?.anonymousId, id = record.remoteUser?.id } = record;
  return { records: [unordered({ ...stampOf({ id, anonymousId }), ...record })] };
}

function unordered(record: unknown): FoundRecord {
  return { json: JSON.stringify(record), order: undefined, isAnonymised: false, geneId: undefined };
}
