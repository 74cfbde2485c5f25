/** Reads the text of the search box: what is certain leads to its search, all else to a page of what the text may mean. */

import type { IRouter, Request, RequestHandler, Response } from 'express';
import { readTypedList } from '../domain/gene-list/typed-entries.ts';
import { mayBePerson } from '../domain/query/person-text.ts';
import type { Candidate, OfferedSearch, Resolution } from '../domain/resolve/candidate.ts';
import type { UseCases } from '../federation/use-cases.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import { readerSignal } from '../server/reply/reader.ts';
import { fieldsOf, formFields, fromOwnPage } from '../server/request/request-body.ts';
import { readAddress } from '../server/request/request-context.ts';
import { pageOf } from './disease/disease-page.ts';
import { diseaseMeant, quotedName } from './disease/disease-routes.ts';
import type { ShowGeneList } from './gene/gene-list-route.ts';
import { searchOfGene, searchOfText } from './parts/box-links.ts';
import { ROW_END } from './parts/box-rows.ts';
import type { Choices } from './parts/choices.ts';
import type { Page, Site } from './parts/layout.ts';
import { candidatesPage } from './search/candidates-page.ts';
import type { ShowSearch } from './search/search-page-route.ts';
import { foundBy } from './search/understood-text.ts';
import { redirect, replyWithPage, viewOf } from './server/page-replies.ts';

type TextRoutesOptions = {
  site: Site;
  /** The public address of this registry. */
  host: string;
  script: () => Promise<Page['script']>;
  /** Sends the page of a list of genes, which never appears in an address. */
  showGeneList: ShowGeneList;
  /** Sends the page of a search, for a text that has words beside its gene. */
  showSearch: ShowSearch;
  /** The searches that are switched on. */
  modes: Choices['modes'];
} & Pick<LocalRegistry, 'resolveText' | 'resolveGene'> &
  Pick<UseCases, 'wholeSearch'>;

/** The longest text that is read. */
const MOST_CHARACTERS = 4000;
/** How long registries are waited for that may know somebody of that name, in milliseconds. */
const LONGEST_WAIT_MS = 1000;
/** A word that is only another name of a gene means people, if at least so many have it as a name. */
const FEWEST_CALLED_SO = 3;
/** A letter or a number, without which a text names nothing. */
const HAS_SIGN_OF_WORD = /[\p{L}\p{N}]/u;
/** How many candidates are shown, of each of the two kinds. */
const MOST_SHOWN = 20;

/** Mounts the routes. `POST /search` reads the field `text`; `GET /search?text=` does the same for a single entry, for hand-written links. */
export function mountTextRoutes(routes: IRouter, options: TextRoutesOptions): void {
  routes.post('/search', fromOwnPage(options.host), formFields(), async (req, res) => {
    const { text } = fieldsOf(req.body);
    const given = typeof text === 'string' ? text : '';
    await answerText(req, res, { given, isFromAddress: false }, options);
  });
  routes.get('/search', fromAddress(options));
}

function fromAddress(options: TextRoutesOptions): RequestHandler {
  return async (req, res, next) => {
    const given = readAddress(req.originalUrl).params.get('text');
    if (given === null) return next();
    await answerText(req, res, { given, isFromAddress: true }, options);
  };
}

type Given = { given: string; isFromAddress: boolean };

async function answerText(req: Request, res: Response, { given, isFromAddress }: Given, options: TextRoutesOptions) {
  const view = viewOf(req, readAddress(req.originalUrl).params, options.site);
  const { typedText } = view.words;
  const text = given.trim();
  const show = async (status: number, resolution: Resolution | undefined, problem?: string) => {
    const script = await options.script();
    await replyWithPage(
      req,
      res,
      status,
      candidatesPage(view, { text, isPosted: !isFromAddress, resolution, problem, script }),
    );
  };
  if (!HAS_SIGN_OF_WORD.test(text)) return show(400, undefined, typedText.nothingTyped);
  if (text.length > MOST_CHARACTERS) return show(400, undefined, typedText.tooLong(text.length, MOST_CHARACTERS));
  const lines = given.replaceAll(ROW_END, '\n');
  const resolution = await options.resolveText(lines, MOST_SHOWN);
  const called = await searchOfPeople(resolution, res, options);
  if (called !== undefined) return redirect(res, 303, searchOfText(view, called, { offersOther: true }));
  if (resolution.isList) {
    if (isFromAddress) return show(400, undefined, typedText.listInAddress);
    const { entries, entriesLeftOut, leftOut, variants, toConfirm } = resolution;
    const count = entries.length + entriesLeftOut;
    // The list is refused, so the reader gets the text back with all its genes.
    if (entriesLeftOut > 0) return options.showGeneList(req, res, lines, { count, toConfirm: [], leftOut: [] });
    const others = [...variants, ...leftOut].filter((piece) => !toConfirm.includes(piece));
    return options.showGeneList(req, res, listOf(resolution, lines), { count: 0, toConfirm, leftOut: others });
  }
  const disease = diseaseMeant(resolution);
  if (disease !== undefined) return redirect(res, 303, pageOf(view, disease.described, disease.called));
  const certain = certainGene(resolution);
  if (certain === undefined) {
    const search = resolution.searches.find(({ kind }) => kind === resolution.searchAtOnce);
    return search === undefined
      ? show(200, resolution)
      : redirect(res, 303, searchOfText(view, search, { offersOther: true }));
  }
  const { gene, reason } = certain;
  const { orthologTaxonId } = resolution;
  const leftOut = [...resolution.variants, ...resolution.leftOut];
  // An identifier may belong to one of several genes with the same symbol.
  const ofSymbol = await options.resolveGene(gene.symbol, gene.taxonId);
  const beside = ofSymbol.map((one) => ({ ...one.gene, taxonId: gene.taxonId }));
  const about = {
    as: reason.kind,
    called: quotedName(reason.matched, resolution.text),
    isShortened: leftOut.length > 0,
    beside,
    orthologTaxonId,
  };
  const address = searchOfGene(view, gene, about);
  if (isFromAddress || leftOut.length === 0) return redirect(res, 303, address);
  await options.showSearch(req, res, { text, address, leftOut, isScripted: req.body?.scripted === 'yes' });
}

/**
 * Returns the search by which somebody of the network is found, where the text may be a name: a text that is certainly a gene
 * or a disease stays that, unless it has other words and somebody is called by all of them, or is only another name of a gene
 * and that of several people. Where nothing else is called so,
 * an interest that finds somebody is returned in the place of a name that finds nobody.
 */
async function searchOfPeople(
  resolution: Resolution,
  res: Response,
  options: TextRoutesOptions,
): Promise<OfferedSearch | undefined> {
  const { searches, searchAtOnce, text, isList } = resolution;
  if (!options.modes.includes('users') || searches.length === 0 || diseaseMeant(resolution) !== undefined)
    return undefined;
  const gene = certainGene(resolution);
  const isCertain = gene !== undefined;
  const isOneWord = !text.includes(' ');
  if (isCertain && isOneWord && gene.reason.kind !== 'alias') return undefined;
  const signal = readerSignal(res);
  const hasCandidates = resolution.entries.some(({ candidates }) => candidates.length > 0);
  // Partners are not sent a gene as a name, nor words that name something; a list in capitals is hardly a name.
  const isKnown = isCertain || (hasCandidates && text.includes(' ') && !isList);
  const isFromCache = isKnown || (isList && text === text.toUpperCase());
  const hasOther = isCertain || isList || hasCandidates;
  const enough = hasOther ? 'calledSo' : 'count';
  const least = isCertain && isOneWord ? FEWEST_CALLED_SO : 1;
  const found = (search: OfferedSearch) =>
    foundBy(search, { signal, isFromCache, mostMs: LONGEST_WAIT_MS, enough, least }, options);
  const person = searches.find(({ kind }) => kind === 'people' && mayBePerson(text));
  const interest = searches.find(({ kind }) => kind === 'interests' && searchAtOnce !== null);
  const ofInterest = interest === undefined ? undefined : settled(found(interest));
  const people = person && (await found(person));
  if (people !== undefined && people[enough] >= least) return person;
  const interests = await ofInterest?.();
  return interests !== undefined && interests.count > 0 ? interest : undefined;
}

/** Returns a function that awaits work which is under way already; a failure is thrown only there. */
function settled<Value>(work: Promise<Value>): () => Promise<Value> {
  work.catch(() => undefined);
  return () => work;
}

/** Returns the list as it was typed; from a table or a sentence only the genes, one per line, as the rest is not sent to any registry. */
function listOf({ entries, leftOut }: Resolution, typed: string): string {
  const given = new Set(readTypedList(typed).entries);
  const isAsTyped = leftOut.length === 0 && entries.every(({ text }) => given.has(text));
  return isAsTyped ? typed : entries.map(({ text }) => text).join('\n');
}

function certainGene({ entries }: Resolution): Extract<Candidate, { kind: 'gene' }> | undefined {
  const first = entries[0]?.candidates[0];
  return first?.kind === 'gene' && first.isCertain ? first : undefined;
}
