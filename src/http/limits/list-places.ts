/** Limits how many lists of genes are searched for at once, as each keeps partners busy for a while. */

import { RegistryError } from '../../domain/errors.ts';
import { networkOf } from '../request/network-of.ts';

type ListLimits = { mostInAll: number; mostPerAddress: number };

export type ListPlaces = {
  /** Takes a place, which is free again when it is disposed of. @throws RegistryError `too-many-lists` */
  enter(address: string): Disposable;
  underWay(): number;
};

/** One address may have several places, as people of one institution often share an address. */
export const LIST_LIMITS: ListLimits = { mostInAll: 16, mostPerAddress: 4 };
const RETRY_AFTER_SECONDS = 10;

/** Makes the places of lists. */
export function listPlaces({ mostInAll, mostPerAddress }: ListLimits): ListPlaces {
  const underWay = new Set<{ from: string }>();
  return {
    enter(address) {
      const entry = { from: networkOf(address) };
      const own = [...underWay].filter(({ from }) => from === entry.from).length;
      if (underWay.size >= mostInAll || own >= mostPerAddress) {
        throw new RegistryError('too-many-lists', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      underWay.add(entry);
      return { [Symbol.dispose]: () => void underWay.delete(entry) };
    },
    underWay: () => underWay.size,
  };
}
