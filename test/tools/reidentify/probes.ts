/** What a stranger tries that should tell nothing: ids, order, counts of names, facets, files. */

import { fold } from '../../../src/domain/folding.ts';
import { type AnyRecord, type Asker, type Row, rowOf } from './asking.ts';
import { ofGene, type Rows } from './harvest.ts';
import type { InventedNetwork } from './invented-network.ts';
import { type Between, classKey, type Sight } from './sight.ts';
import type { Place } from './start-network.ts';

type Gene = InventedNetwork['genes'][number];
type Facets = Record<string, { value: string; count: number }[] | undefined>;

/** Whether somebody is known again by an id, from one list to the other. */
function idsComeAgain(rows: Rows): boolean {
  const idsOf = (route: '/api/users' | '/api/genes') =>
    (rows.get(route) ?? []).flatMap(({ anonymousId }) => anonymousId ?? []);
  const ofPeople = new Set(idsOf('/api/users'));
  return idsOf('/api/genes').some((id) => ofPeople.has(id));
}

/** Between which last names withheld people stand, where names are in order and withheld people are among them. */
function placesAmongNames(rows: Rows): Map<string, Between[]> {
  const between = new Map<string, Between[]>();
  const byRegistry = Map.groupBy(rows.get('/api/users') ?? [], ({ registry }) => registry);
  for (const list of byRegistry.values()) {
    const lastNames = list.map(({ person }) => (person === undefined ? undefined : fold(person.lastName)));
    const areAmong = list.findIndex(isWithheld) < list.findLastIndex((row) => !isWithheld(row));
    if (!areAmong || !isInOrder(lastNames.filter((name) => name !== undefined))) continue;
    let after = '';
    for (const [place, row] of list.entries()) {
      after = lastNames[place] ?? after;
      if (!isWithheld(row)) continue;
      const before = lastNames.slice(place).find((name) => name !== undefined) ?? LAST;
      between.set(classKey(row), [...(between.get(classKey(row)) ?? []), [after, before]]);
    }
  }
  return between;
}

/** Behind all names. */
const LAST = '\uffff';

function isWithheld({ anonymousId }: Row): boolean {
  return anonymousId !== undefined;
}

function isInOrder(names: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || (names[index - 1] ?? '').localeCompare(name) <= 0);
}

/**
 * Asks each registry how many people have the full name of somebody who is named elsewhere.
 *
 * @param most how many names are tried at one registry
 * @returns `registry name` of whoever is counted there and not shown
 */
export async function countNames(
  asker: Asker,
  places: readonly Place[],
  rows: Rows,
  most: number,
): Promise<Set<string>> {
  const named = (rows.get('/api/users') ?? []).flatMap(({ registry, person }) => {
    return person === undefined ? [] : [{ registry, name: `${person.name} ${person.lastName}` }];
  });
  const known = new Set(named.map(({ registry, name }) => `${registry} ${name}`));
  const names = [...new Set(named.map(({ name }) => name))];
  const found = places.flatMap(({ url }, registry) => {
    const tried = names.filter((name) => !known.has(`${registry} ${name}`)).slice(0, most);
    return tried.map(async (name) => {
      const query = `nameLike=${encodeURIComponent(name)}&prefix=false&origins=local&granularity=count`;
      const { totalElements } = await asker.ask(url, `/api/federated/users/search?${query}`);
      return totalElements > 0 ? [`${registry} ${name}`] : [];
    });
  });
  return new Set((await Promise.all(found)).flat());
}

/** Asks for facets beside records: whoever is counted and not shown becomes a row. */
export async function hiddenInFacets(asker: Asker, places: readonly Place[], genes: readonly Gene[]): Promise<Row[]> {
  const rows = places.flatMap(({ url }, registry) => genes.map((gene) => hiddenOfGene(asker, url, registry, gene)));
  return (await Promise.all(rows)).flat();
}

async function hiddenOfGene(asker: Asker, url: string, registry: number, gene: Gene): Promise<Row[]> {
  const path = `/api/federated/genes/search?${ofGene(gene)}&origins=local&facets=tier,organ,category&size=2000`;
  const { content, facets } = await asker.ask(url, path);
  const shown = (content as AnyRecord[]).map((record) => rowOf(record, registry));
  const more = (facet: keyof Facets, valuesOf: (row: Row) => readonly string[]) => {
    return ((facets as Facets)[facet] ?? []).flatMap(({ value, count }) => {
      const extra = count - shown.filter((row) => valuesOf(row).includes(value)).length;
      return Array.from({ length: Math.max(0, extra) }, () => value);
    });
  };
  const tiers = more('tier', (row) => [row.gene?.tier ?? '']);
  const [tier] = tiers;
  // What counts of several people say of one of them is not certain.
  if (tier === undefined || tiers.length > 1) return [];
  const organs = more('organ', (row) => row.organs.split(' ')).toSorted();
  const categories = more('category', (row) => row.categories.split(' ')).toSorted();
  const seen = { organs: organs.join(' '), categories: categories.join(' ') };
  const shownGene = { geneId: gene.geneId, tier };
  return [{ registry, gene: shownGene, anonymousId: 'counted', person: undefined, ...seen, more: {} }];
}

/** Reads files of searches at the registries themselves. */
export async function readFiles(asker: Asker, places: readonly Place[], genes: readonly Gene[]): Promise<Row[]> {
  const files = places.flatMap(({ url }, registry) =>
    genes.map(async (gene) => {
      const { content } = await asker.ask(url, `/export?format=json&origins=local&${ofGene(gene)}`);
      return (content as AnyRecord[]).map((record) => rowOf(record, registry));
    }),
  );
  return (await Promise.all(files)).flat();
}

/** What a stranger sees on one day who has read the lists, and has tried all this. */
export function seen(rows: Rows, more: Partial<Sight> = {}): Sight {
  const between = placesAmongNames(rows);
  return { rows, narrowed: new Map(), between, hasStableIds: idsComeAgain(rows), counted: new Set(), ...more };
}
