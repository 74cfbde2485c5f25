/** What a stranger asks, and what is kept of the answers. */

import { ORGANS } from '../bench/invented/invented-reference.ts';
import { type AnyRecord, type Asker, type Row, rowOf } from './asking.ts';
import { type InventedNetwork, TERMS } from './invented-network.ts';
import { cellKey, type Narrowed, type Route, type Sight, withheldCells } from './sight.ts';
import type { Place } from './start-network.ts';

export type Viewer = {
  /** By registry: the token that is sent there. */
  token?(registry: number): string | undefined;
};
export type Rows = Map<Route, Row[]>;
type Gene = InventedNetwork['genes'][number];

const PAGE = 2000;
const LISTS = [
  ['/api/users', '/api/users'],
  ['/api/genes', '/api/genes'],
] as const;

/** Reads both lists of every registry, page by page. */
export async function readLists(asker: Asker, places: readonly Place[], { token }: Viewer = {}): Promise<Rows> {
  const rows: Rows = new Map();
  for (const [route, path] of LISTS) {
    const read = async ({ url }: Place, registry: number) => {
      const found: Row[] = [];
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const answer = await asker.ask(url, `${path}?size=${PAGE}&page=${page}`, token?.(registry));
        pages = answer.totalPages;
        for (const record of answer.content as AnyRecord[]) found.push(rowOf(record, registry));
      }
      return found;
    };
    rows.set(route, (await Promise.all(places.map(read))).flat());
  }
  return rows;
}

/** The same by every other route that shows rows: searches by gene and by organ, the lists of all registries, files. */
export async function readSearches(asker: Asker, places: readonly Place[], genes: readonly Gene[]): Promise<Rows> {
  const [union] = places;
  if (union === undefined) throw new Error('A network has a registry.');
  const all = async (route: Route, asked: readonly (readonly [url: string, path: string, registry: number])[]) => {
    const answers = asked.map(async ([url, path, registry]) => {
      const answer = await asker.ask(url, path);
      const records: AnyRecord[] = Array.isArray(answer) ? answer : answer.content;
      return records.map((record) => rowOf(record, registry));
    });
    return [route, (await Promise.all(answers)).flat()] as const;
  };
  const everywhere = (paths: readonly string[]) =>
    places.flatMap(({ url }, registry) => paths.map((path) => [url, path, registry] as const));
  const here = (paths: readonly string[]) => paths.map((path) => [union.url, path, 0] as const);
  return new Map([
    ['/api/users/search', await readOrgans(asker, places)],
    await all('/api/genes/search', everywhere(genes.map((gene) => `/api/genes/search?${ofGene(gene)}`))),
    await all(
      '/api/federated/genes/search',
      here(genes.map((gene) => `/api/federated/genes/search?size=2000&${ofGene(gene)}`)),
    ),
    await all('/export', here(genes.map((gene) => `/export?format=json&${ofGene(gene)}`))),
    ['/api/federated/users', await readCursors(asker, union, '/api/federated/users')],
    ['/api/federated/genes', await readCursors(asker, union, '/api/federated/genes')],
  ]);
}

/** Searches for people by the name of each organ: whoever has several is found several times, and counts once. */
async function readOrgans(asker: Asker, places: readonly Place[]): Promise<Row[]> {
  const answers = places.flatMap(({ url }, registry) =>
    ORGANS.map(async ({ name, uberonId }) => {
      const found: AnyRecord[] = await asker.ask(url, `/api/users/search?descriptionLike=${name}`);
      return found.map((record) => rowOf(record, registry)).filter(({ organs }) => organs.startsWith(uberonId));
    }),
  );
  return (await Promise.all(answers)).flat();
}

async function readCursors(asker: Asker, { url }: Place, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let query: string | undefined = `size=${PAGE}`; query !== undefined; ) {
    const { content, cursor } = await asker.ask(url, `${path}?${query}`);
    for (const record of content as AnyRecord[]) rows.push(rowOf(record, 0));
    query = cursor === null ? undefined : `cursor=${cursor}`;
  }
  return rows;
}

/** This gene, and none of its orthologs. */
export function ofGene({ symbol, taxonId }: Gene): string {
  return `symbol=${symbol}&taxonId=${taxonId}&orthologTaxonId=${taxonId}`;
}

/**
 * Puts gene searches once more, narrowed by position and by each term: of one row of whoever is alone in what she shows, and of
 * all rows of the others.
 *
 * @param most how many questions may be put to one registry
 */
export async function narrow(
  asker: Asker,
  places: readonly Place[],
  sight: Pick<Sight, 'rows'>,
  { genes, most }: { genes: readonly Gene[]; most: number },
): Promise<Map<string, Narrowed>> {
  const byId = new Map(genes.map((gene) => [gene.geneId, gene]));
  const narrowed = new Map<string, Narrowed>();
  const wanted = wantedGenes(sight);
  const filters = TERMS.map(({ ontology, termId }) => ({
    term: termId,
    query: `ontologyNames=${ontology}&ontologyTermIds=${termId}`,
  }));
  await Promise.all(
    places.map(async ({ url }, registry) => {
      const some = [...(wanted.get(registry) ?? [])].slice(0, Math.floor(most / (filters.length + 2)));
      for (const geneId of some) {
        const gene = byId.get(geneId);
        if (gene === undefined) continue;
        const count = async (query: string) => {
          const found: AnyRecord[] = await asker.ask(url, `/api/genes/search?${ofGene(gene)}${query}`);
          return countCells(found, registry);
        };
        const [all, investigators, ...byTerm] = await Promise.all([
          count(''),
          count('&researcherPositions=PRINCIPAL_INVESTIGATOR'),
          ...filters.map(({ query }) => count(`&${query}`)),
        ]);
        for (const [cell, number] of all) {
          const some = investigators?.get(cell) ?? 0;
          const told: Narrowed = { terms: new Map() };
          if (some === 0 || some === number) told.isInvestigator = some > 0;
          for (const [index, { term }] of filters.entries()) {
            const having = byTerm[index]?.get(cell) ?? 0;
            if (having === 0 || having === number) told.terms.set(term, having > 0);
          }
          // What is true of some of several rows tells of none of them.
          if (told.isInvestigator !== undefined && told.terms.size === filters.length) narrowed.set(cell, told);
        }
      }
    }),
  );
  return narrowed;
}

function wantedGenes(sight: Pick<Sight, 'rows'>): Map<number, Set<number>> {
  const cells = [...withheldCells({ ...sight } as Sight, ['/api/users', '/api/genes']).values()];
  const classes = Map.groupBy(cells, ({ registry, organs, categories }) => `${registry}|${organs}|${categories}`);
  const wanted = new Map<number, Set<number>>();
  for (const some of classes.values()) {
    const people = some.filter(({ gene }) => gene === undefined).reduce((sum, { count }) => sum + count, 0);
    const found = some.flatMap(({ gene, registry }) =>
      gene === undefined || gene.tier === 'TIER3' ? [] : [{ registry, geneId: gene.geneId }],
    );
    const asked = people > 1 ? found : found.slice(0, 1);
    for (const { registry, geneId } of asked) wanted.set(registry, (wanted.get(registry) ?? new Set()).add(geneId));
  }
  return wanted;
}

function countCells(records: readonly AnyRecord[], registry: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const row = rowOf(record, registry);
    if (row.anonymousId === undefined || row.gene === undefined) continue;
    const key = cellKey(row, row.gene);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
