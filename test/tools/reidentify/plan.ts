/** The networks of a run of the default size, and what is measured on each. */

import { WITHHELD_SHARE } from './figures.ts';
import type { NetworkSize } from './invented-network.ts';
import { WEAKNESSES, type Weakness } from './planted.ts';
import type { Spying } from './spied-network.ts';

type Named<Thing> = Thing & { name: string };

const TWICE_SHARE = 0.1;
/** Of a network of thousands not everything is asked, or a run would take an hour. */
const QUESTIONS_OF_LARGE = 500;

function size(registries: number, people: number, seed: number, more: Partial<NetworkSize> = {}): NetworkSize {
  return { registries, people, seed, withheldShare: WITHHELD_SHARE, twiceShare: TWICE_SHARE, ...more };
}

/**
 * Each is measured by means. Nobody of the plain one names organs or categories; in the last one
 * anonymised results are off.
 */
export function networks(seed: number): readonly Named<Spying>[] {
  return [
    { name: 'small', size: size(2, 100, seed) },
    { name: 'middle', size: size(5, 500, seed + 1) },
    { name: 'large', size: size(10, 3000, seed + 2), mostQuestions: QUESTIONS_OF_LARGE },
    { name: 'largest', size: size(20, 12_000, seed + 3), mostQuestions: QUESTIONS_OF_LARGE },
    { name: 'plain', size: size(5, 500, seed + 1, { asksForOrgans: false }) },
    { name: 'off', size: size(5, 500, seed + 1), anonymises: false },
  ];
}

/** On which every route is asked for every gene, on both days. */
export function comparedRoutes(seed: number): Spying {
  return { size: size(3, 200, seed + 4), comparesRoutes: true };
}

/** One network for each weakness, and one for all of them, each beside the same network without. */
export function plantings(seed: number): readonly Named<{ without: Spying; planted: Spying }>[] {
  const twiceShare = 0.3;
  const plain: Spying = {
    size: size(3, 120, seed + 5, { twiceShare, asksForOrgans: false }),
    mostQuestions: QUESTIONS_OF_LARGE,
  };
  const withDetails: Spying = { ...plain, size: size(3, 200, seed + 5, { twiceShare }) };
  const planted = (weaknesses: readonly Weakness[], without: Spying) => ({
    without,
    planted: { ...without, weaknesses },
  });
  /** Where each tells most: among people who look alike, or who do not, or are not shown at all. */
  const where: Partial<Record<Weakness, Spying>> = {
    'an order by name': withDetails,
    'facets that count who is hidden': { ...withDetails, anonymises: false },
  };
  return [
    ...WEAKNESSES.map((weakness) => ({ name: weakness, ...planted([weakness], where[weakness] ?? plain) })),
    { name: 'all five: a registry without guards', ...planted(WEAKNESSES, plain) },
  ];
}
