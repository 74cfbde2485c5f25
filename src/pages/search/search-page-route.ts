/** `/` and `/search`: the form, and the answer, which is collected here or by the scripts of the page. */

import type { Request, Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import {
  ASKED,
  parseOrigins,
  parseSearchQuestion,
  type WholeSearchQuery,
} from '../../domain/federation/federated-query.ts';
import { namedSources } from '../../domain/federation/queried-sources.ts';
import type { SourceAddress } from '../../domain/federation/source.ts';
import { parseInteger, refuseMisread, refuseOverlong } from '../../domain/query/parameters.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { readRecord } from '../../domain/record/records.ts';
import type { GeneName } from '../../domain/resolve/candidate.ts';
import type { Collected as CollectedParts } from '../../federation/federated-plan.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { inSlices, slicedInTurn } from '../../lib/slices.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { ReportFault } from '../../server/reply/error-reply.ts';
import { readerSignal } from '../../server/reply/reader.ts';
import { checkSearchMode, type FeatureFlags } from '../../server/request/features.ts';
import { pathOf, readAddress } from '../../server/request/request-context.ts';
import { familiesOf, geneMeant, type KnownGenes } from '../gene/known-genes.ts';
import { type Choices, ownNamesOf, type TaxonChoice } from '../parts/choices.ts';
import { withOwnNames } from '../parts/labels.ts';
import type { Page, PageView, Site } from '../parts/layout.ts';
import { geneParams, isOfListView, type ListView, listViewParams, readListView } from '../parts/list-view.ts';
import { linkTo } from '../parts/view.ts';
import type { AnsweredRecord } from '../people/found-record.ts';
import { rowsOf } from '../people/order.ts';
import { type CellsOfGenes, countKey } from '../people/people-counted.ts';
import { listedPeople } from '../people/people-region.ts';
import { allowReferrer } from '../server/came-from.ts';
import { redirect, replyWithPage, viewOf } from '../server/page-replies.ts';
import { problemIn } from '../words/problem-words.ts';
import { type GenesOfDisease, offeredGenes } from './nobody.ts';
import type { TermNames } from './query-summary.ts';
import { openTermsText } from './search-form.ts';
import { type CollectedAnswer, type SearchPage, searchPage } from './search-page.ts';
import { type PageSearch, readSearch } from './search-query.ts';
import { sheetPage, sheetView } from './sheet-page.ts';
import { readTypedTerms, termsLookups } from './typed-terms.ts';
import { understoodAs } from './understood-text.ts';

export type SearchPageOptions = {
  /** Returns all origins in their order, now. */
  sources: () => readonly SourceAddress[];
  /** The searches that are switched on, in the order of their forms. */
  modes: Choices['modes'];
  offersOrgans: Choices['offersOrgans'];
  site: Site;
  features: FeatureFlags;
  /** @param hasAnswer whether the page has an answer to show */
  script: (hasAnswer: boolean) => Promise<Page['script']>;
  /** The public address of this registry. */
  host: string;
  /** The longest address that this server reads. */
  mostUrlBytes: number;
  reportFault: ReportFault;
} & Pick<UseCases, 'wholeSearch' | 'federatedTerms' | 'federatedBatch'> &
  Pick<LocalRegistry, 'activeTaxa' | 'searchChoices' | 'resolveGene' | 'resolveText' | 'describeGenes' | 'genesOf'> &
  Pick<LocalRegistry, 'terms' | 'suggestTerms' | 'termsCalled'>;

/** An answer whose people are not listed yet. */
type Unlisted = Omit<CollectedAnswer, 'listed'>;
type Collected = { answer: Unlisted | undefined } & Pick<SearchPage, 'termsLookups'>;
const NOTHING_COLLECTED: Collected = { answer: undefined, termsLookups: [] };
/** How long to wait for cached answers, which need almost no time. */
const LIMIT_MS = 1000;
/** Parameters besides those of the search and of the view of its answer. */
const BESIDE = ['lang', 'render', 'page', 'as', 'called', 'left-out'];

/** A text that was sent in a body and led to a search, whose address holds none of the words that are not searched for. */
type PostedText = { text: string; address: string; leftOut: readonly string[]; isScripted: boolean };
export type ShowSearch = (req: Request, res: Response, posted?: PostedText) => Promise<void>;

/**
 * Makes the handler of `/` and `/search`, which redirects to the one address for sharing a search. The answer to a posted text
 * is the page itself, as a redirection would lose the words that stand in no address.
 */
export function searchPageHandler(options: SearchPageOptions): ShowSearch {
  return async (req, res, posted) => {
    const params = posted === undefined ? readAddress(req.originalUrl).params : paramsOf(posted);
    refuseOverlong(params);
    refuseMisread(params, [...ASKED.genes, ...ASKED.users]);
    const { params: withIds, open } = await readTypedTerms(params, options);
    const search = { ...readSearch(withIds, options.modes[0]), openTerms: open };
    const view = viewOf(req, params, options.site);
    allowReferrer(res);
    const isShareable = open.length === 0 && posted === undefined;
    const shared = isShareable ? sharedAddress(view, search, params) : undefined;
    if (shared !== undefined) {
      const { length } = shared;
      if (length > options.mostUrlBytes) {
        throw new RegistryError('address-too-long', { found: length, allowed: options.mostUrlBytes });
      }
      return redirect(res, 302, shared);
    }
    const chosenGenes = readListView(params).choice.gene ?? [];
    const isSheet = params.get('view') === 'sheet';
    // Comes before the rest of the page is made, so that a refusal for lack of room costs almost nothing.
    const outcome = await outcomeOf(view, open, () =>
      collectHere({ search, isSheet, isRendered: params.get('render') === 'server' }, req, res, options),
    );
    if (outcome === undefined) return;
    const typed = { params, chosen: chosenGenes, posted };
    const [known, understood] = await Promise.all([
      aboutSearch(search, chosenGenes, options),
      params.has('as') ? understoodAs(search, typed, readerSignal(res), options) : undefined,
    ]);
    const named = { ...view, words: withOwnNames(view.words, ownNamesOf(known.choices)) };
    const script = await options.script(search.submitted === 'search');
    const { status, problem, collected } = outcome;
    const { termsLookups } = collected;
    const about = {
      ...known,
      cells: undefined,
      termsLookups,
      understood,
      posted,
      search,
      page: pageIn(params),
      script,
      problem,
    };
    if (collected.answer === undefined) {
      return await replyWithPage(req, res, status, searchPage(named, { ...about, answer: undefined }));
    }
    const listView = isSheet ? sheetView(params) : readListView(params);
    const reading = readerSignal(res);
    const answer = await listedAnswer(collected.answer, { listView, view: named, genes: known.genes }, reading);
    if (answer === undefined) return;
    const isNobody = answer.rows.length === 0;
    const cells =
      isNobody && !isSheet
        ? await cachedOf(offeredGenes({ ...known, params: search.params }), reading, options)
        : undefined;
    const page = isSheet
      ? sheetPage(named, { ...about, answer, at: new Date(), host: options.host })
      : searchPage(named, { ...about, answer, cells });
    await replyWithPage(req, res, status, page);
  };
}

/** Returns the parameters of the search that a text led to; without scripts, the answer is in the page. */
function paramsOf({ address, isScripted }: PostedText): URLSearchParams {
  const params = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  if (!isScripted) params.set('render', 'server');
  return params;
}

type Listing = { listView: ListView; view: PageView; genes: KnownGenes | undefined };

/** Lists the people of an answer; undefined if the reader has disconnected. */
async function listedAnswer(
  answer: Unlisted,
  { listView, view, genes }: Listing,
  reading: AbortSignal,
): Promise<CollectedAnswer | undefined> {
  const families = genes === undefined ? new Map() : familiesOf(genes);
  const steps = listedPeople({ ...answer, listView, words: view.words, families });
  const listed = await inSlices(steps, reading);
  // Making the page begins in a slice of its own.
  await slicedInTurn();
  return listed === undefined || reading.aborted ? undefined : { ...answer, listed };
}

type Outcome = { status: number; problem: SearchPage['problem']; collected: Collected };

/**
 * Returns what was collected, or a problem that the reader can correct; undefined if the reader has disconnected.
 *
 * @throws RegistryError if nothing is wrong with the question: its address can be requested again in a moment
 */
async function outcomeOf(
  { words }: PageView,
  open: Parameters<typeof openTermsText>[1],
  collect: () => Promise<Collected | undefined>,
): Promise<Outcome | undefined> {
  const refused = (status: number, text: string): Outcome => {
    return { status, problem: { text }, collected: NOTHING_COLLECTED };
  };
  if (open.length > 0) return refused(400, openTermsText(words, open));
  try {
    const collected = await collect();
    return collected && { status: 200, problem: undefined, collected };
  } catch (error) {
    const isForReader = error instanceof RegistryError && error.code !== 'internal';
    if (!isForReader || error.retryAfterSeconds !== undefined) throw error;
    return refused(error.status, problemIn(words, error));
  }
}

/** Returns the one address for sharing this search; undefined if the request already has it. */
function sharedAddress(view: PageView, { submitted, params }: PageSearch, given: URLSearchParams): string | undefined {
  if (submitted !== 'search') return undefined;
  const beside = BESIDE.flatMap((name) =>
    given
      .getAll(name)
      .slice(0, 1)
      .map((value): [string, string] => [name, value]),
  );
  const listView = readListView(given);
  const isSheet = given.get('view') === 'sheet';
  const viewed = isSheet ? [...geneParams(listView), ['view', 'sheet']] : listViewParams(listView);
  const all = new URLSearchParams([...params, ...beside, ...viewed]);
  const own = new URLSearchParams([...given].filter(([name]) => !BESIDE.includes(name) && !isOfListView(name)));
  const isShared = own.toString() === params.toString() && view.path === 'search';
  return isShared ? undefined : linkTo(view, 'search', all);
}

/**
 * Returns the question; undefined if there is none.
 *
 * @throws RegistryError for errors of the reader, before any registry is asked
 */
function queryOf(
  { kind, submitted, params }: PageSearch,
  sources: readonly SourceAddress[],
): WholeSearchQuery | undefined {
  if (submitted === 'empty') throw new RegistryError('search-criterion-missing');
  if (submitted === 'nothing') return undefined;
  const query = { question: parseSearchQuestion(kind, params), origins: parseOrigins(params) };
  namedSources(sources, query.origins);
  return query;
}

/**
 * Collects the answer, and what registries know about its terms, if the page shows them; undefined if the reader has
 * disconnected.
 *
 * @throws RegistryError for errors of the reader, and if there is no room for the answer
 */
async function collectHere(
  { search, isSheet, isRendered }: { search: PageSearch; isSheet: boolean; isRendered: boolean },
  req: Request,
  res: Response,
  { features, sources, wholeSearch, federatedTerms, activeTaxa, reportFault }: SearchPageOptions,
): Promise<Collected | undefined> {
  const query = queryOf(search, sources());
  if (query === undefined || !(isSheet || isRendered)) return NOTHING_COLLECTED;
  const { kind, params } = search;
  checkSearchMode(kind, features);
  const signal = readerSignal(res);
  const about = { method: req.method, path: pathOf(req) };
  // A list shows the fields of rows; a sheet also shows e-mail addresses.
  const form = isSheet ? 'record' : 'row';
  const [collected, lookups] = await Promise.all([
    wholeSearch({ ...query, form }, PUBLIC_VIEWER, signal).collect(),
    termsLookups(params, signal, { federatedTerms, reportFault: (error) => reportFault(error, about) }),
  ]);
  if (collected === undefined) return undefined;
  const answer = await shownAnswer(collected, params, { taxa: await activeTaxa(), reading: signal });
  return answer && { answer, termsLookups: lookups };
}

/** Returns the page number, which begins at 1. */
function pageIn(params: URLSearchParams): number {
  return Math.max(1, parseInteger(params.get('page') ?? '') ?? 1);
}

/** Reads the rows of an answer; undefined if the reader has disconnected. */
async function shownAnswer(
  { parts, answer }: CollectedParts<Omit<Unlisted, 'rows'>>,
  params: URLSearchParams,
  { taxa, reading }: { taxa: readonly TaxonChoice[]; reading: AbortSignal },
): Promise<Unlisted | undefined> {
  const queryTaxonId = parseInteger(params.get('taxonId') ?? '');
  const placeOfTaxon = (taxonId: number) => taxa.find(({ id }) => id === taxonId)?.ordering ?? null;
  const rows: CollectedAnswer['rows'][number][] = [];
  const slices = await slicedInTurn();
  for (const { origin, records } of parts) {
    const found: AnsweredRecord[] = [];
    for (const record of records) {
      await slices.next();
      if (reading.aborted) return undefined;
      found.push(readRecord<AnsweredRecord>(record));
    }
    const placed = rowsOf(found, { batch: origin.key, originKey: origin.key, placeOfTaxon, queryTaxonId });
    for (const row of placed) rows.push(row);
  }
  return { ...answer, rows };
}

type About = Pick<SearchPage, 'choices' | 'termNames' | 'genes' | 'alike' | 'ofDiseases'>;

async function aboutSearch(search: PageSearch, chosen: readonly string[], options: SearchPageOptions): Promise<About> {
  const taxa = await options.activeTaxa();
  const [{ organs, ontologies }, genes, termNames] = await Promise.all([
    options.searchChoices(),
    knownGenes(search, options, { chosen, taxa }),
    namesOfTerms(search, options),
  ]);
  const { modes, offersOrgans, sources } = options;
  const origins = sources().map(({ key, name, url, contactEmail }) => ({
    key,
    name,
    url,
    contactEmail: contactEmail?.(),
  }));
  const alike = genes?.genes.length === 0 ? await namedAlike(search.params.get('symbol') ?? '', options) : [];
  return {
    choices: { taxa, organs, offersOrgans, ontologies, modes, origins },
    genes,
    termNames,
    alike,
    ofDiseases: await otherGenesOf(genes, options),
  };
}

const MOST_DISEASES = 3;
/** How many genes of a disease are read, including the one that was searched for. */
const MOST_OF_DISEASE = 6;

/** Returns further genes of the gene's diseases, each gene only with the first disease that has it. */
async function otherGenesOf(
  known: KnownGenes | undefined,
  { genesOf }: SearchPageOptions,
): Promise<SearchPage['ofDiseases']> {
  const gene = known && geneMeant(known);
  if (gene === undefined) return [];
  const listed = new Set([gene.geneId]);
  const all: GenesOfDisease[] = [];
  for (const { diseaseId, name } of (gene.diseases?.diseases ?? []).slice(0, MOST_DISEASES)) {
    const genes = await genesOf({ kind: 'disease', id: diseaseId }, MOST_OF_DISEASE);
    const others = genes.filter(({ geneId }) => !listed.has(geneId));
    for (const { geneId } of others) listed.add(geneId);
    if (others.length > 0) all.push({ diseaseId, name, genes: others });
  }
  return all;
}

/** Returns the cached answers for the genes that the page offers when nobody is found. */
async function cachedOf(
  offered: readonly GeneName[],
  signal: AbortSignal,
  { federatedBatch }: SearchPageOptions,
): Promise<CellsOfGenes> {
  if (offered.length === 0) return new Map();
  const genes = offered.map(({ symbol, taxonId }) => ({ symbol, taxonId }));
  const plan = await federatedBatch({ genes, origins: undefined }, PUBLIC_VIEWER, signal, LIMIT_MS);
  const cells = await plan.cached();
  return new Map(genes.map((gene, place) => [countKey(gene), cells.filter((cell) => cell.gene === place)]));
}

async function knownGenes(
  { kind, submitted, params }: PageSearch,
  { resolveGene, describeGenes }: SearchPageOptions,
  { chosen, taxa }: { chosen: readonly string[]; taxa: readonly { id: number }[] },
): Promise<KnownGenes | undefined> {
  const taxonId = parseInteger(params.get('taxonId') ?? '');
  if (kind !== 'genes' || submitted !== 'search' || taxonId === undefined) return undefined;
  const symbol = params.get('symbol') ?? '';
  const known = await resolveGene(symbol, taxonId);
  const found = new Set([taxonId, ...known.flatMap(({ orthologs }) => orthologs.map(({ taxon }) => taxon.id))]);
  const wanted = params.getAll('orthologTaxonId').map(Number);
  const ordered = [taxonId, ...taxa.map(({ id }) => id).filter((id) => id !== taxonId && found.has(id))];
  return {
    searched: { symbol, taxonId: String(taxonId) },
    genes: await describeGenes(known.map(({ gene }) => gene.geneId)),
    chosen,
    searchedTaxonIds: wanted.length === 0 ? ordered : wanted,
  };
}

const MOST_ALIKE = 5;

/** Returns what a symbol that no gene has may mean: a name from another organism, or a similar one. */
async function namedAlike(symbol: string, { resolveText }: SearchPageOptions): Promise<SearchPage['alike']> {
  const { entries } = await resolveText(symbol, MOST_ALIKE);
  return entries.flatMap(({ candidates, didYouMean }) => [...candidates, ...didYouMean]);
}

/** Returns the names of the requested terms, as far as this registry knows them. */
async function namesOfTerms({ params }: PageSearch, { terms }: SearchPageOptions): Promise<TermNames> {
  const termIds = params.getAll('ontologyTermIds');
  const ontologies = params.getAll('ontologyNames');
  const names = new Map<string, string>();
  for (const ontology of new Set(ontologies)) {
    const own = termIds.filter((_, index) => ontologies[index] === ontology);
    for (const { termId, name } of await named(terms, ontology, own)) {
      names.set(own.find((id) => id.toLowerCase() === termId.toLowerCase()) ?? termId, name);
    }
  }
  return names;
}

async function named(terms: LocalRegistry['terms'], ontologyName: string, termIds: readonly string[]) {
  try {
    return await terms.named(ontologyName, termIds);
  } catch (error) {
    // The ontology may be known only to a partner.
    if (error instanceof RegistryError) return [];
    throw error;
  }
}
