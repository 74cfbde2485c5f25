/** The page of a disease or a phenotype by its id. It has an address, for Back, reload and sharing. */

import { type Request, type RequestHandler, type Response, Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { type OriginKeys, parseOrigins } from '../../domain/federation/federated-query.ts';
import { foldForEquality } from '../../domain/folding.ts';
import { type ListCell, mostPeopleFirst } from '../../domain/gene-list/list-cell.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { Candidate, Resolution } from '../../domain/resolve/candidate.ts';
import type { BatchPlan, FederatedBatch } from '../../federation/federated-batch.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { ListSlots } from '../../server/limits/work-in-flight.ts';
import { refuseOtherMethods } from '../../server/reply/methods.ts';
import { isOver, readerSignal } from '../../server/reply/reader.ts';
import { checkSearchMode, type FeatureFlags } from '../../server/request/features.ts';
import { readAddress } from '../../server/request/request-context.ts';
import { cachedPeople, collectPeople } from '../gene/gene-list-route.ts';
import type { ShownList } from '../gene/heat-table.ts';
import { ownNamesOf } from '../parts/choices.ts';
import type { Page } from '../parts/layout.ts';
import { foundBy } from '../search/understood-text.ts';
import { type RecordViewOptions, recordViewOf, redirect, replyWithPage } from '../server/page-replies.ts';
import { type Described, diseasePage, pageOf } from './disease-page.ts';
import { diseasePeoplePage } from './disease-people-page.ts';

type DiseaseRoutesOptions = RecordViewOptions & {
  script: () => Promise<Page['script']>;
  /** The script of the list of people. */
  peopleScript: () => Promise<Page['script']>;
  federatedBatch: FederatedBatch;
  lists: ListSlots;
  features: FeatureFlags;
} & Pick<UseCases, 'wholeSearch'> &
  Pick<
    LocalRegistry,
    'resolveText' | 'activeTaxa' | 'otherDiseaseNames' | 'associationsOf' | 'genesOf' | 'termsOfDisease'
  >;

/** How many genes of a disease are searched for. */
const MOST_GENES = 50;
/** How many diseases and terms may share a name. */
const MOST_CALLED_SO = 20;
const LONGEST_ID = 255;

export function diseaseRoutes(options: DiseaseRoutesOptions): Router {
  const routes = Router();
  routes.get('/diseases/:id', byId('disease', options));
  routes.get('/phenotypes/:id', byId('term', options));
  routes.get('/diseases/:id/people', peopleOf('disease', options));
  routes.get('/phenotypes/:id/people', peopleOf('term', options));
  const paths = ['/diseases/:id', '/phenotypes/:id'];
  routes.all([...paths, ...paths.map((path) => `${path}/people`)], refuseOtherMethods());
  return routes;
}

/** Looks up the id in the path. @throws RegistryError `no-page` */
async function describedBy(
  kind: Described['kind'],
  req: Request,
  { resolveText }: Pick<LocalRegistry, 'resolveText'>,
): Promise<{ id: string; described: Described }> {
  const id = String(req.params.id).slice(0, LONGEST_ID);
  const described = exactly(await resolveText(id, MOST_CALLED_SO)).find((one) => one.kind === kind);
  if (described === undefined) throw new RegistryError('no-page');
  return { id, described };
}

function byId(kind: Described['kind'], options: DiseaseRoutesOptions): RequestHandler {
  const { script, resolveText, activeTaxa, searchChoices, otherDiseaseNames, associationsOf, termsOfDisease } = options;
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const { id, described } = await describedBy(kind, req, options);
    const view = await recordViewOf(req, params, options);
    // A former id, or one in different letter case, redirects to the current id; the page mentions a former one.
    if (idOf(described) !== id) {
      const isFormer = idOf(described).toLowerCase() !== id.toLowerCase();
      return redirect(res, 302, pageOf(view, described, isFormer ? id : undefined));
    }
    const called = await nameOf(described, params.get('called'), resolveText);
    const signal = readerSignal(res);
    const people = called && (await foundBy({ kind: 'people', text: called }, { signal, isFromCache: true }, options));
    const name = (described.kind === 'disease' ? described.disease.name : described.term.name) ?? id;
    const others = exactly(await resolveText(name, MOST_CALLED_SO)).filter((one) => idOf(one) !== id);
    const plan = await planOf({ described, origins: undefined }, res, options);
    const found = plan && (await cachedPeople(plan, options, res));
    if (isOver(res)) return;
    const [taxa, { organs }] = await Promise.all([activeTaxa(), searchChoices()]);
    const names = ownNamesOf({ taxa, organs });
    const list = plan && found && { ...cachedList(plan, found.cells), people: found.people, taxa, names };
    const otherNames = await otherDiseaseNames(id);
    const terms = described.kind === 'disease' ? await termsOfDisease(id) : [];
    const associations = described.kind === 'disease' ? await associationsOf(id) : [];
    const calledSo = people ? people.calledSo : 0;
    const page = { described, associations, called, calledSo, otherNames, others, terms, list, script: await script() };
    await replyWithPage(req, res, 200, diseasePage(view, page));
  };
}

/** Plans the search for the genes of a disease or term; undefined if it has none. */
async function planOf(
  { described, origins }: { described: Described; origins: OriginKeys },
  res: Response,
  { federatedBatch, genesOf }: Pick<DiseaseRoutesOptions, 'federatedBatch' | 'genesOf'>,
): Promise<BatchPlan | undefined> {
  const genes = await genesOf({ kind: described.kind, id: idOf(described) }, MOST_GENES);
  if (genes.length === 0) return undefined;
  const searched = genes.map(({ symbol, taxonId }) => ({ symbol, taxonId }));
  return federatedBatch({ genes: searched, origins, form: 'row' }, PUBLIC_VIEWER, readerSignal(res));
}

/** Returns the genes with their cached numbers, those with most people first. */
function cachedList({ genes, queried }: BatchPlan, cells: readonly ListCell[]): ShownList {
  const order = mostPeopleFirst(cells, genes.length);
  return {
    genes: order.flatMap((place) => genes[place] ?? []),
    notUnderstood: [],
    cells: cells.map((cell) => ({ ...cell, gene: order.indexOf(cell.gene) })),
    origins: queried.map(({ key, name }) => ({ key, origin: name })),
  };
}

/** Sends the people of a disease or term. Scripts collect the answer, and the server does for readers without them. */
function peopleOf(kind: Described['kind'], options: DiseaseRoutesOptions): RequestHandler {
  const { peopleScript, features, lists, activeTaxa, searchChoices } = options;
  return async (req, res) => {
    checkSearchMode('genes', features);
    const { params } = readAddress(req.originalUrl);
    const view = await recordViewOf(req, params, options);
    const { described } = await describedBy(kind, req, options);
    const origins = parseOrigins(params);
    const plan = await planOf({ described, origins }, res, options);
    if (plan === undefined) return redirect(res, 302, pageOf(view, described));
    const asked = { registries: plan.queried, namesRegistries: origins !== undefined };
    const [taxa, { organs }] = await Promise.all([activeTaxa(), searchChoices()]);
    const about = { described, genes: plan.genes, taxa, names: ownNamesOf({ taxa, organs }), ...asked };
    const reply = async (answer: Parameters<typeof diseasePeoplePage>[1]['answer']) =>
      replyWithPage(req, res, 200, diseasePeoplePage(view, { ...about, answer, script: await peopleScript() }));
    if (params.get('render') !== 'server') return reply(undefined);
    using _ = await lists.enter(req.ip ?? '');
    const answer = await collectPeople(plan, options, res);
    if (answer !== undefined) await reply(answer);
  };
}

/** Returns the name that the reader used, if it is one of its names or former ids. */
async function nameOf(
  described: Described,
  called: string | null,
  resolveText: LocalRegistry['resolveText'],
): Promise<string | undefined> {
  if (called === null || called.length > LONGEST_ID) return undefined;
  const meant = exactly(await resolveText(called, MOST_CALLED_SO));
  return meant.some((one) => idOf(one) === idOf(described)) ? called : undefined;
}

/** Returns what a text means if it is the name or id of diseases and terms only: of several, the one with most genes. */
export function diseaseMeant(resolution: Resolution): { described: Described; called: string | undefined } | undefined {
  const [first] = resolution.entries[0]?.candidates ?? [];
  if (resolution.isList || first === undefined || !isDescribed(first)) return undefined;
  const [best] = exactly(resolution).toSorted((a, b) => genesIn(b) - genesIn(a));
  if (best === undefined) return undefined;
  const { kind, matched } = best.reason;
  const quoted = quotedName(matched, resolution.text);
  return { described: best, called: quoted ?? (kind === 'name' ? resolution.text : undefined) };
}

/** Returns the name that was found if it was typed; a text in another spelling is not quoted as that name. */
export function quotedName(matched: string, typed: string): string | undefined {
  return foldForEquality(typed).includes(foldForEquality(matched)) ? matched : undefined;
}

function exactly({ entries }: Resolution): Described[] {
  return (entries[0]?.candidates ?? []).filter((one): one is Described => one.kind !== 'gene' && isDescribed(one));
}

/** Whether a candidate was found by its id or its whole name. */
function isDescribed(one: Candidate): boolean {
  return (
    one.kind !== 'gene' &&
    (one.reason.kind === 'identifier' || one.reason.kind === 'name' || one.reason.kind === 'symbol')
  );
}

function idOf(one: Described): string {
  return one.kind === 'disease' ? one.disease.diseaseId : one.term.termId;
}

function genesIn(one: Described): number {
  return one.kind === 'disease' ? one.disease.geneCount : one.term.geneCount;
}
