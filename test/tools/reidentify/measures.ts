/** What is measured on one network: whom each means of an attack names, and by how many questions. */

import { seededRandom } from '../bench/invented/seeded-random.ts';
import { attack, type Knowledge } from './attack.ts';
import { prepareAsking, shortestChain } from './chains.ts';
import { ASSUMED } from './figures.ts';
import type { Listing } from './invented-network.ts';
import { judge, nameOf, type Score, type Truth, withheldPeople } from './judge.ts';
import type { Candidate } from './link.ts';
import { stableId } from './planted.ts';
import type { Sight } from './sight.ts';
import { type Spied, VIEWERS } from './spied-network.ts';

export type Measured = { what: string; score: Score };

export function truthOf({ network, sight }: Spied): Truth {
  return { network, day: 2, ...(sight.hasStableIds && { stableId }) };
}

function measured(what: string, knowledge: Knowledge, truth: Truth): Measured {
  return { what, score: judge(attack(knowledge), truth) };
}

/** By what the attacker has: one registry, the union, the day before, an account, publications. */
export function byMeans(spied: Spied): Measured[] {
  const { sight, before, asMember, asPartner } = spied;
  const truth = truthOf(spied);
  const unnarrowed = { ...sight, narrowed: new Map() };
  const merged = (more: Sight): Sight => ({ ...sight, rows: more.rows });
  const comparesRegistries = true;
  return [
    measured('a  one registry, its lists alone', { sight: unnarrowed }, truth),
    measured('a  one registry, crossing filters', { sight }, truth),
    measured('b  the union', { sight, comparesRegistries }, truth),
    measured('c  two days of one registry', { sight, before }, truth),
    measured('b+c  the union on two days', { sight, before, comparesRegistries }, truth),
    measured(
      'd  with an account at one registry',
      { sight: merged(asMember), before, comparesRegistries },
      {
        ...truth,
        reads: VIEWERS.member.reads,
      },
    ),
    measured(
      'd  with the token of a partner',
      { sight: merged(asPartner), before, comparesRegistries },
      {
        ...truth,
        reads: VIEWERS.partner.reads,
      },
    ),
    measured('b+c with publications', { sight, before, comparesRegistries, literature: literatureOf(spied) }, truth),
  ];
}

/** Who has published on her genes of the first tier: names are outside of every registry, of withheld people too. */
function literatureOf({ network }: Spied): Candidate[] {
  const random = seededRandom(network.size.seed + 1);
  const byPerson = new Map<number, Listing>(network.listings.map((one) => [one.person, one]));
  return [...byPerson.values()].map((listing) => ({
    relation: 'literature',
    registry: -1,
    name: nameOf(listing),
    lastName: listing.lastName,
    ...{
      organization: undefined,
      organs: undefined,
      categories: undefined,
      isInvestigator: undefined,
      terms: undefined,
    },
    genes: new Map(
      listing.facts.genes
        .filter(({ tier }) => tier === 'TIER1' && random.chance(ASSUMED.published))
        .map(({ geneId, tier }) => [geneId, tier]),
    ),
  }));
}

/** Whom anything of the network can name: somebody who is public elsewhere, or was public the day before. */
export function reachable(spied: Spied): { elsewhere: number; before: number; nowhere: number } {
  const people = withheldPeople(truthOf(spied));
  const publicNow = new Set(spied.network.listings.filter(({ levels }) => levels[2] === 2).map(({ person }) => person));
  const elsewhere = people.filter(({ person }) => publicNow.has(person));
  const before = people.filter((one) => one.levels[1] === 2 && !publicNow.has(one.person));
  return {
    elsewhere: elsewhere.length,
    before: before.length,
    nowhere: people.length - elsewhere.length - before.length,
  };
}

/** How many questions it takes at least to name each of those who are named, and the chains themselves. */
export function chainsOf(spied: Spied, most: number): { lengths: Map<string, number>; tried: number } {
  const { sight, before } = spied;
  const { who } = judge(attack({ sight, before, comparesRegistries: true }), truthOf(spied));
  const asking = prepareAsking({ sight, before });
  const lengths = new Map<string, number>();
  const tried = who.slice(0, most);
  for (const listing of tried) {
    const { questions } = shortestChain(listing, asking);
    const chain = questions.join(', ');
    lengths.set(chain, (lengths.get(chain) ?? 0) + 1);
  }
  return { lengths, tried: tried.length };
}
