/** Routes that show no rows: what each tells of withheld people that their rows do not. */

import { type AnyRecord, type Asker, type Row, rowOf } from './asking.ts';
import { ofGene } from './harvest.ts';
import type { InventedNetwork } from './invented-network.ts';
import { classKey, type Sight } from './sight.ts';
import type { Place } from './start-network.ts';

type Gene = InventedNetwork['genes'][number];

export type Told = {
  route: string;
  questions: number;
  /** How often it told more of withheld people than their rows do. */
  more: number;
  /** Whom it names, `registry name`. */
  names: ReadonlySet<string>;
};

export type Feeds = ReadonlyMap<number, readonly FeedItem[]>;
type FeedItem = { id: string; title: string; content_text: string };

const GENES = 30;
const IDS = 30;
const NAMES = 30;
const NOBODY: ReadonlySet<string> = new Set();
const WITHHELD = 'Name withheld by ';
const REGISTRY = /Record of Net(\d+)/;

/** Genes of which most withheld rows are shown. */
export function genesAskedFor(genes: readonly Gene[], rows: readonly Row[]): readonly Gene[] {
  const counts = new Map<number, number>();
  for (const { gene } of rows.filter(isWithheld)) {
    if (gene !== undefined) counts.set(gene.geneId, (counts.get(gene.geneId) ?? 0) + 1);
  }
  return genes.toSorted((a, b) => (counts.get(b.geneId) ?? 0) - (counts.get(a.geneId) ?? 0)).slice(0, GENES);
}

export async function readFeeds(asker: Asker, union: Place, genes: readonly Gene[]): Promise<Feeds> {
  const feeds = genes.map(async (gene) => {
    const { items } = await asker.ask(union.url, `/feeds/genes?${ofGene(gene)}&format=json`);
    return [gene.geneId, items as FeedItem[]] as const;
  });
  return new Map(await Promise.all(feeds));
}

/** @param feedsBefore those of the day before */
export async function askOthers(
  asker: Asker,
  places: readonly Place[],
  { rows }: Pick<Sight, 'rows'>,
  { genes, feedsBefore, before }: { genes: readonly Gene[]; feedsBefore: Feeds; before: Sight },
): Promise<Told[]> {
  const [union] = places;
  if (union === undefined) throw new Error('A network has a registry.');
  const ofGenes = (rows.get('/api/genes') ?? []).filter(isWithheld);
  const seen = countedRows(ofGenes);
  const feeds = await readFeeds(asker, union, genes);
  const everybody = rows.get('/api/genes') ?? [];
  return [
    await countsAndFacets(asker, union, genes, everybody),
    await totals(asker, places, rows),
    await coverage(asker, union, genes, seen),
    await lists(asker, union, genes, seen),
    await openedIds(asker, places, ofGenes),
    await resolved(asker, union, rows.get('/api/users') ?? []),
    await statistics(asker, places, rows.get('/api/users') ?? []),
    idsOnTwoDays(before.rows, rows),
    feedIds(feeds),
    {
      route: '/feeds/genes, on two days',
      questions: 2 * genes.length,
      more: 0,
      names: namedByFeeds(feedsBefore, feeds),
    },
  ];
}

function isWithheld({ anonymousId }: Row): boolean {
  return anonymousId !== undefined;
}

/** Withheld rows that a search shows, by gene and registry. */
function countedRows(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { registry, gene } of rows) {
    if (gene === undefined || gene.tier === 'TIER3') continue;
    const key = `${gene.geneId} ${keyOfOrigin(registry)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function keyOfOrigin(registry: number): string {
  return registry === 0 ? 'local' : `r${registry}`;
}

type Counted = { totalElements: number; facets: Record<string, { value: string; count: number }[] | undefined> };

/** Whether counts and facets count more than the rows show: rows, withheld people, and investigators among the named. */
async function countsAndFacets(
  asker: Asker,
  { url }: Place,
  genes: readonly Gene[],
  rows: readonly Row[],
): Promise<Told> {
  const all = genes.map(async (gene) => {
    const query = `${ofGene(gene)}&granularity=count&facets=organism,registry,tier,name,position,category,organ,gene`;
    const { totalElements, facets }: Counted = await asker.ask(url, `/api/federated/genes/search?${query}`);
    const shown = rows.filter((row) => row.gene?.geneId === gene.geneId && row.gene.tier !== 'TIER3');
    const investigators = shown.filter(({ person }) => person?.isInvestigator).length;
    const count = (facet: string, wanted: (value: string) => boolean) =>
      (facets[facet] ?? []).reduce((sum, one) => sum + (wanted(one.value) ? one.count : 0), 0);
    const isMore = [
      totalElements > shown.length,
      count('registry', () => true) > shown.length,
      count('position', (value) => value === 'PRINCIPAL_INVESTIGATOR') > investigators,
    ];
    return isMore.filter(Boolean).length;
  });
  const more = (await Promise.all(all)).reduce((sum, one) => sum + one, 0);
  return { route: 'counts and facets', questions: genes.length, more, names: NOBODY };
}

/** Whether a total is more than the rows of all pages. */
async function totals(asker: Asker, places: readonly Place[], rows: Sight['rows']): Promise<Told> {
  const routes = ['/api/users', '/api/genes'] as const;
  const all = places.flatMap(({ url }, registry) =>
    routes.map(async (route) => {
      const { totalElements } = await asker.ask(url, `${route}?size=1`);
      return Math.max(0, totalElements - (rows.get(route) ?? []).filter((row) => row.registry === registry).length);
    }),
  );
  const more = (await Promise.all(all)).reduce((sum, one) => sum + one, 0);
  return { route: 'totals of lists', questions: all.length, more, names: NOBODY };
}

type Cells = readonly { key?: string; origin?: string; gene?: number; anonymized: number }[];

async function coverage(
  asker: Asker,
  { url }: Place,
  genes: readonly Gene[],
  seen: Map<string, number>,
): Promise<Told> {
  let more = 0;
  for (const { symbol, taxonId, geneId } of genes) {
    const { rows } = await asker.ask(url, `/api/federated/genes/coverage?symbol=${symbol}&taxonId=${taxonId}`);
    const row = (rows as { geneId: number; cells: Cells }[]).find((one) => one.geneId === geneId);
    more += (row?.cells ?? []).filter((cell) => cell.anonymized !== (seen.get(`${geneId} ${cell.key}`) ?? 0)).length;
  }
  return { route: '/api/federated/genes/coverage', questions: genes.length, more, names: NOBODY };
}

async function lists(asker: Asker, { url }: Place, genes: readonly Gene[], seen: Map<string, number>): Promise<Told> {
  const asked = genes.map(({ symbol, taxonId }) => ({ symbol, taxonId }));
  const { cells } = await asker.post(url, '/api/federated/genes/search-batch', { genes: asked });
  const more = (cells as Cells).filter(({ gene = 0, origin, anonymized }) => {
    return anonymized !== (seen.get(`${genes[gene]?.geneId} ${origin}`) ?? 0);
  });
  return { route: '/api/federated/genes/search-batch', questions: 1, more: more.length, names: NOBODY };
}

/** Whether the record of an id shows something else than the row that it came with. */
async function openedIds(asker: Asker, places: readonly Place[], rows: readonly Row[]): Promise<Told> {
  const some = rows.slice(0, IDS);
  const opened = some.map(async (row) => {
    const path = `/api/users/by-anonymous-id/${row.anonymousId}`;
    const record: AnyRecord = await asker.ask(places[row.registry]?.url ?? '', path);
    const again = rowOf(record, row.registry);
    return classKey(again) !== classKey(row) || again.person !== undefined || Object.keys(again.more).length > 0;
  });
  const more = (await Promise.all(opened)).filter(Boolean).length;
  return { route: '/api/users/by-anonymous-id', questions: some.length, more, names: NOBODY };
}

/** Whether a name that is known elsewhere means something. */
async function resolved(asker: Asker, { url }: Place, people: readonly Row[]): Promise<Told> {
  const names = people.flatMap(({ person }) => person ?? []).slice(0, NAMES);
  const found = names.map(async ({ name, lastName }) => {
    const text = encodeURIComponent(`${name} ${lastName}`);
    return JSON.stringify((await asker.ask(url, `/api/federated/resolve?text=${text}`)).entries).includes(
      'anonymousId',
    );
  });
  const more = (await Promise.all(found)).filter(Boolean).length;
  return { route: '/api/federated/resolve', questions: names.length, more, names: NOBODY };
}

/** How many people are counted who are in no list. */
async function statistics(asker: Asker, places: readonly Place[], people: readonly Row[]): Promise<Told> {
  const counts = places.map(async ({ url }, registry) => {
    const { users } = await asker.ask(url, '/api/stats');
    return Math.max(0, users - people.filter((row) => row.registry === registry).length);
  });
  const more = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  return { route: '/api/stats', questions: places.length, more, names: NOBODY };
}

/** Anonymous ids of one day that come again on the other one. */
function idsOnTwoDays(before: Sight['rows'], after: Sight['rows']): Told {
  const idsOf = (rows: Sight['rows']) => [...rows.values()].flat().flatMap(({ anonymousId }) => anonymousId ?? []);
  const known = new Set(idsOf(before));
  const more = idsOf(after).filter((id) => known.has(id)).length;
  return { route: 'anonymous ids, on two days', questions: 0, more, names: NOBODY };
}

/** Ids of withheld entries that come again in the feed of another question. */
function feedIds(feeds: Feeds): Told {
  const ids = [...feeds.values()].flatMap((items) => items.filter(isWithheldItem).map(({ id }) => id));
  const more = ids.length - new Set(ids).size;
  return { route: '/feeds/genes, ids', questions: feeds.size, more, names: NOBODY };
}

function isWithheldItem({ title }: FeedItem): boolean {
  return title.startsWith(WITHHELD);
}

/** Whoever left a feed on the day on which one entry without a name came, from the same registry. */
function namedByFeeds(before: Feeds, after: Feeds): Set<string> {
  const names = new Set<string>();
  for (const [gene, items] of after) {
    const old = before.get(gene) ?? [];
    const ids = new Set(items.map(({ id }) => id));
    const gone = old.filter((item) => !isWithheldItem(item) && !ids.has(item.id));
    for (const { title, content_text: text } of gone) {
      const registry = REGISTRY.exec(text)?.[1];
      const count = (some: readonly FeedItem[]) =>
        some.filter((item) => isWithheldItem(item) && REGISTRY.exec(item.content_text)?.[1] === registry).length;
      if (count(items) > count(old)) names.add(`${registry} ${title}`);
    }
  }
  return names;
}
