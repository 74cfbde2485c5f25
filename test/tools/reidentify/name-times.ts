/** Whether the time of an answer tells that somebody of a name is withheld. */

import type { Asker } from './asking.ts';
import type { Place } from './start-network.ts';

const ROUNDS = 15;

/**
 * Asks for names of withheld people and for as many of nobody, and takes the shortest time of each.
 *
 * @returns how often a withheld name takes longer than one of nobody: a half where times tell nothing
 */
export async function nameTimes(
  asker: Asker,
  { url }: Place,
  names: { withheld: readonly string[]; nobody: readonly string[] },
): Promise<number> {
  const shortest = new Map<string, number>();
  // One of each by turns, as a program gets faster while it is asked.
  const all = names.withheld.flatMap((name, index) => {
    const pair = [name, names.nobody[index] ?? name];
    return index % 2 === 0 ? pair : pair.toReversed();
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? all : all.toReversed()) {
      const began = performance.now();
      await asker.ask(url, `/api/users/search?nameLike=${encodeURIComponent(name)}&prefix=false`);
      shortest.set(name, Math.min(shortest.get(name) ?? Infinity, performance.now() - began));
    }
  }
  const timeOf = (name: string) => shortest.get(name) ?? 0;
  const longer = names.withheld.flatMap((one) => names.nobody.map((other) => Number(timeOf(one) > timeOf(other))));
  return longer.reduce((sum, isLonger) => sum + isLonger, 0) / longer.length;
}
