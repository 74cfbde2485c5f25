/** The fewest questions after which a withheld person is named. */

import type { Row } from './asking.ts';
import { attack } from './attack.ts';
import type { Listing } from './invented-network.ts';
import { claimOf } from './judge.ts';
import { type Frequencies, frequenciesOf } from './link.ts';
import { NOTHING_SEEN, namedPeople, ROUTES, type Route, type Sight } from './sight.ts';

type Chain = { questions: readonly string[]; listing: Listing };

const MOST_GENES = 3;
const SEARCH = 'GET /api/federated/genes/search?symbol=…';

/** A search over all registries answers what the lists of all have of its gene, in the first two tiers. */
type ByGene = ReadonlyMap<number, readonly Row[]>;

function rowsByGene(sight: Sight): ByGene {
  const rows = (sight.rows.get('/api/genes') ?? []).filter(({ gene }) => gene !== undefined && gene.tier !== 'TIER3');
  return Map.groupBy(rows, ({ gene }) => gene?.geneId ?? 0);
}

type Asking = {
  byGene: ByGene;
  /** How often things are among named people, which whoever knows the field knows. */
  frequencies: Frequencies;
  /** Who is named by all lists of people of two days, and by all lists of one. */
  byTwoDays: ReadonlySet<string>;
  byLists: ReadonlySet<string>;
};

export function prepareAsking({ sight, before }: { sight: Sight; before: Sight }): Asking {
  return {
    byGene: rowsByGene(sight),
    frequencies: frequenciesOf(namedPeople(sight, ROUTES)),
    byTwoDays: attack({ sight, before, routes: ['/api/users'] }).claims,
    byLists: attack({ sight, comparesRegistries: true, routes: ['/api/users', '/api/genes'] }).claims,
  };
}

/** Tries one search of a gene, then two and three together; then the lists of people of two days; else all lists. */
export function shortestChain(listing: Listing, { byGene, frequencies, byTwoDays, byLists }: Asking): Chain {
  const claim = claimOf(listing);
  const genes = listing.facts.genes.filter(({ tier }) => tier !== 'TIER3').map(({ geneId }) => geneId);
  for (let count = 1; count <= MOST_GENES; count += 1) {
    for (const some of choices(genes, count)) {
      const rows = some.flatMap((gene) => byGene.get(gene) ?? []);
      const only: Sight = {
        ...NOTHING_SEEN,
        rows: new Map<Route, readonly Row[]>([['/api/federated/genes/search', rows]]),
      };
      const { claims } = attack({ sight: only, comparesRegistries: true, frequencies });
      if (claims.has(claim)) return { listing, questions: some.map(() => SEARCH) };
    }
  }
  const list = 'GET /api/users';
  if (byTwoDays.has(claim)) return { listing, questions: [`${list} on the first day`, `${list} on the second day`] };
  if (byLists.has(claim)) {
    return {
      listing,
      questions: [list, 'GET /api/genes', `${list} elsewhere`, 'searches narrowed by position and terms'],
    };
  }
  return { listing, questions: ['all that can be asked, in five questions or more'] };
}

function* choices<Thing>(things: readonly Thing[], count: number): Generator<readonly Thing[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (const [index, thing] of things.entries()) {
    for (const others of choices(things.slice(index + 1), count - 1)) yield [thing, ...others];
  }
}
