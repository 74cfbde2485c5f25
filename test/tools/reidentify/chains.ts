/** The fewest questions after which a withheld person is named. */

import type { Row } from './asking.ts';
import { attack, type Knowledge } from './attack.ts';
import type { Listing } from './invented-network.ts';
import { nameOf } from './judge.ts';
import type { Frequencies } from './link.ts';
import { NOTHING_SEEN, type Route, type Sight } from './sight.ts';

export type Chain = { questions: readonly string[]; listing: Listing };

const MOST_GENES = 3;
const SEARCH = 'GET /api/federated/genes/search?symbol=…';

/** A search over all registries answers what the lists of all have of its gene, in the first two tiers. */
export type ByGene = ReadonlyMap<number, readonly Row[]>;

export function rowsByGene(sight: Sight): ByGene {
  const rows = (sight.rows.get('/api/genes') ?? []).filter(({ gene }) => gene !== undefined && gene.tier !== 'TIER3');
  return Map.groupBy(rows, ({ gene }) => gene?.geneId ?? 0);
}

/**
 * Tries one search of a gene, then two and three together; then the lists of people of two days; else all lists.
 *
 * @param frequencies how often things are among named people, which whoever knows the field knows
 */
export function shortestChain(
  listing: Listing,
  { sight, before }: { sight: Sight; before?: Sight },
  byGene: ByGene,
  frequencies: Frequencies,
): Chain {
  const claim = `${listing.registry} ${nameOf(listing)}`;
  const names = (knowledge: Knowledge) => attack({ ...knowledge, frequencies }).claims.has(claim);
  const genes = listing.facts.genes.filter(({ tier }) => tier !== 'TIER3').map(({ geneId }) => geneId);
  for (let count = 1; count <= MOST_GENES; count += 1) {
    for (const some of choices(genes, count)) {
      const rows = some.flatMap((gene) => byGene.get(gene) ?? []);
      const only: Sight = {
        ...NOTHING_SEEN,
        rows: new Map<Route, readonly Row[]>([['/api/federated/genes/search', rows]]),
      };
      if (names({ sight: only, comparesRegistries: true })) return { listing, questions: some.map(() => SEARCH) };
    }
  }
  const routes: readonly Route[] = ['/api/users'];
  const list = 'GET /api/users';
  if (before !== undefined && names({ sight, before, routes })) {
    return { listing, questions: [`${list} on the first day`, `${list} on the second day`] };
  }
  if (names({ sight, comparesRegistries: true, routes: ['/api/users', '/api/genes'] })) {
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
