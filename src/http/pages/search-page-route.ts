/** `/` and `/search`: the form, and the answer either gathered here or left to the scripts of the page. */

import type { Request, RequestHandler, Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { pairedTerms } from '../../domain/query/filters.ts';
import { parseGeneQuery } from '../../domain/query/gene-query.ts';
import { parseInteger } from '../../domain/query/parameters.ts';
import { parseUserQuery } from '../../domain/query/user-query.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { Page, PageView, Site } from '../../web/pages/layout.ts';
import { type GatheredAnswer, type SearchPage, searchPage } from '../../web/pages/search-page.ts';
import type { Choices } from '../../web/parts/choices.ts';
import type { KnownGenes } from '../../web/parts/gene-line.ts';
import type { TermNames } from '../../web/parts/query-summary.ts';
import { type PageSearch, readSearch } from '../../web/parts/search-query.ts';
import { openTermsTold } from '../../web/parts/term-choices.ts';
import { linkTo } from '../../web/parts/view.ts';
import type { Words } from '../../web/words/words.ts';
import type { Origins } from '../federated/federated-origins.ts';
import { signalOf } from '../federated/federated-route.ts';
import type { ReportFault } from '../reply/error-reply.ts';
import { readAddress } from '../request/request-context.ts';
import type { Answers } from './page-answers.ts';
import { redirect, replyWithPage, viewOf } from './page-replies.ts';
import { termsLookups } from './terms-lookups.ts';
import { readTypedTerms } from './typed-terms.ts';

export type SearchPageNeeds = {
  answers: Answers;
  origins: Origins;
  originChoices: Choices['origins'];
  /** The searches that are open, in the order of their forms. */
  modes: Choices['modes'];
  site: Site;
  script: () => Page['script'];
  /** Of the longest address that is read. */
  mostUrlBytes: number;
  reportFault: ReportFault;
} & Pick<LocalRegistry, 'activeTaxa' | 'searchChoices' | 'resolveGene' | 'terms' | 'suggestTerms' | 'termsCalled'>;

type Gathered = Pick<SearchPage, 'answer' | 'termsLookups'>;
const NOTHING_GATHERED: Gathered = { answer: undefined, termsLookups: [] };
const PAGE_SIZE = '50';
/** Parameters beside those of the search itself. */
const BESIDE = ['lang', 'render', 'cursor'];

export function searchPageHandler(options: SearchPageNeeds): RequestHandler {
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const { params: withIds, open } = await readTypedTerms(params, options);
    const search = { ...readSearch(withIds, options.modes[0]), openTerms: open };
    const view = viewOf(req, params, options.site);
    const shared = open.length === 0 ? sharedAddress(view, search, params) : undefined;
    if (shared !== undefined) {
      const { length } = shared;
      if (length > options.mostUrlBytes) {
        throw new RegistryError('address-too-long', { found: length, allowed: options.mostUrlBytes });
      }
      return redirect(res, 302, shared);
    }
    const about = { ...(await aboutSearch(search, options)), search, script: options.script() };
    const refuse = (status: number, problem: SearchPage['problem']) =>
      replyWithPage(req, res, status, searchPage(view, { ...about, ...NOTHING_GATHERED, problem }));
    if (open.length > 0) return refuse(400, { text: openTermsTold(view.words, open) });
    try {
      refuseMistakes(search, options.origins);
      const isRendered = params.get('render') === 'server';
      const found = isRendered ? await gathered(search, params, req, res, options) : NOTHING_GATHERED;
      if (res.destroyed) return;
      await replyWithPage(req, res, 200, searchPage(view, { ...about, ...found, problem: undefined }));
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code === 'internal') throw error;
      await refuse(error.status, problemIn(view.words, error));
    }
  };
}

function problemIn(words: Words, { code, status, message }: RegistryError): { text: string; original?: string } {
  if (code === 'search-criterion-missing') return { text: words.nothingAsked };
  if (words.lang === 'en') return { text: message };
  const sentences: Readonly<Record<number, string>> = words.errors;
  return { text: sentences[status] ?? words.errors[500], original: message };
}

/** The one address of the search, where this is another: people share what stands there. */
function sharedAddress(view: PageView, { asked, params }: PageSearch, given: URLSearchParams): string | undefined {
  if (asked !== 'search') return undefined;
  const beside = BESIDE.flatMap((name) =>
    given
      .getAll(name)
      .slice(0, 1)
      .map((value): [string, string] => [name, value]),
  );
  const all = new URLSearchParams([...params, ...beside]);
  const own = new URLSearchParams([...given].filter(([name]) => !BESIDE.includes(name)));
  const isShared = own.toString() === params.toString() && view.path === 'search';
  return isShared ? undefined : linkTo(view, 'search', all);
}

/** @throws RegistryError for what the reader alone can mend, before any registry is asked */
function refuseMistakes({ kind, asked, params }: PageSearch, origins: Origins): void {
  if (asked === 'empty') throw new RegistryError('search-criterion-missing');
  if (asked === 'nothing') return;
  const { filters } = kind === 'genes' ? parseGeneQuery(params) : parseUserQuery(params);
  pairedTerms(filters);
  origins.named(params);
}

async function gathered(
  search: PageSearch,
  given: URLSearchParams,
  req: Request,
  res: Response,
  options: SearchPageNeeds,
): Promise<Gathered> {
  if (search.asked !== 'search') return NOTHING_GATHERED;
  const cursor = given.get('cursor');
  const page: [string, string] = cursor ? ['cursor', cursor] : ['size', PAGE_SIZE];
  const params = new URLSearchParams([...search.params, page]);
  const signal = signalOf(res);
  const [answer, lookups] = await Promise.all([
    options.answers(`/${search.kind}/search`, params, req, signal) as Promise<GatheredAnswer>,
    termsLookups(search.params, signal, options),
  ]);
  return { answer, termsLookups: lookups };
}

type About = { choices: Choices; termNames: TermNames; genes: KnownGenes | undefined };

async function aboutSearch(search: PageSearch, options: SearchPageNeeds): Promise<About> {
  const [taxa, { organs, ontologies }, genes, termNames] = await Promise.all([
    options.activeTaxa(),
    options.searchChoices(),
    knownGenes(search, options),
    namesOfTerms(search, options),
  ]);
  const { modes, originChoices } = options;
  return { choices: { taxa, organs, ontologies, modes, origins: originChoices }, genes, termNames };
}

async function knownGenes({ kind, asked, params }: PageSearch, { resolveGene }: SearchPageNeeds) {
  const taxonId = parseInteger(params.get('taxonId') ?? '');
  if (kind !== 'genes' || asked !== 'search' || taxonId === undefined) return undefined;
  const symbol = params.get('symbol') ?? '';
  const orthologTaxonId = params.get('orthologTaxonId') ?? '';
  return { asked: { symbol, taxonId: String(taxonId) }, orthologTaxonId, genes: await resolveGene(symbol, taxonId) };
}

/** Names of the terms asked for, as far as this registry knows them. */
async function namesOfTerms({ params }: PageSearch, { terms }: SearchPageNeeds): Promise<TermNames> {
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
    // Only a partner may know this ontology.
    if (error instanceof RegistryError) return [];
    throw error;
  }
}
