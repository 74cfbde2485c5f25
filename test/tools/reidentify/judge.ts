/** Who knows the truth: how many of whom an attacker names, or narrows to a few. */

import type { Outcome } from './attack.ts';
import { signature } from './groups.ts';
import type { Day, InventedNetwork, Listing } from './invented-network.ts';
import { TERMS } from './invented-network.ts';
import { classKey } from './sight.ts';

export const NARROW = [2, 5, 10] as const;

export type Score = {
  /** Withheld people, as the attacker sees it. */
  withheld: number;
  /** Named, and rightly so. */
  named: number;
  /** Named people who are not withheld there. */
  wrong: number;
  /** The right name is among so few. */
  narrowed: Record<(typeof NARROW)[number], number>;
  /** Whose rows may be of no more than so many withheld people, whoever these are. */
  alone: number;
  fewOf: Record<(typeof NARROW)[number], number>;
  /** Of the public; other viewers read some of them. */
  privateGenes: { named: number; wrong: number; all: number };
  /** The people who are named. */
  who: readonly Listing[];
};

/** Of one viewer, on one day. */
export type Truth = {
  network: InventedNetwork;
  day: Day;
  /** Whether the viewer reads her profile. Without it the viewer is the public. */
  reads?(listing: Listing): boolean;
  /** How ids are given that come again. */
  stableId?(listing: Listing): string;
};

function isPublic({ levels }: Listing, day: Day): boolean {
  return levels[day] === 2;
}

/** Who is withheld from a viewer. */
export function withheldPeople({ network, day, reads }: Truth): readonly Listing[] {
  return network.listings.filter(
    (one) => one.levels[day] !== undefined && !isPublic(one, day) && reads?.(one) !== true,
  );
}

export function judge(outcome: Outcome, truth: Truth): Score {
  const people = withheldPeople(truth);
  const keys = new Set(people.map(claimOf));
  const who = people.filter((one) => outcome.claims.has(claimOf(one)));
  const opinions = people.map((one) => ({ one, opinion: opinionOn(one, outcome, truth) }));
  const within = (most: number) =>
    opinions.filter(({ one, opinion }) => {
      if (outcome.claims.has(claimOf(one))) return true;
      const ranked = opinion?.ranked.slice(0, most) ?? [];
      const isAmong = ranked.some(({ name }) => name === nameOf(one));
      return isAmong && (ranked.at(-1)?.upToHere ?? 0) >= 0.9;
    }).length;
  const fewer = (most: number) => opinions.filter(({ opinion }) => (opinion?.group.size ?? Infinity) <= most).length;
  return {
    withheld: people.length,
    named: who.length,
    wrong: [...outcome.claims].filter((claim) => !keys.has(claim)).length,
    narrowed: { 2: within(2), 5: within(5), 10: within(10) },
    alone: fewer(1),
    fewOf: { 2: fewer(2), 5: fewer(5), 10: fewer(10) },
    privateGenes: ofPrivateGenes(outcome, truth),
    who,
  };
}

function opinionOn(listing: Listing, { opinions }: Outcome, { stableId }: Truth) {
  const { registry, facts, organization } = listing;
  const real = {
    registry,
    organs: facts.organs.toSorted().join(' '),
    categories: facts.categories.toSorted().join(' '),
  };
  const key = classKey(real);
  const position = facts.isInvestigator;
  const has = new Map(TERMS.map(({ termId }) => [termId, facts.terms.includes(termId)]));
  const ids = stableId ? [`id ${stableId(listing)}`] : [];
  const signatures = [
    signature(position, has, organization),
    signature(undefined, new Map(), organization),
    signature(position, has, undefined),
  ];
  const all = [...ids, ...signatures.map((one) => `${key}#${one}`), key];
  return all.map((one) => opinions.get(one)).find((one) => one !== undefined);
}

function ofPrivateGenes({ geneClaims }: Outcome, { network, day, reads }: Truth): Score['privateGenes'] {
  if (reads !== undefined) return { named: 0, wrong: 0, all: 0 };
  const all = new Set<string>();
  for (const listing of network.listings.filter((one) => isPublic(one, day))) {
    for (const { geneId, isPrivate } of listing.facts.genes) {
      if (isPrivate) all.add(`${claimOf(listing)} ${geneId}`);
    }
  }
  const named = [...geneClaims].filter((claim) => all.has(claim)).length;
  return { named, wrong: geneClaims.size - named, all: all.size };
}

/** Whom an attacker names, and where. */
export function claimOf(listing: Listing): string {
  return `${listing.registry} ${nameOf(listing)}`;
}

export function nameOf({ name, lastName }: Listing): string {
  return `${name} ${lastName}`;
}
