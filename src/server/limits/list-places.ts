/** Limits how many lists of genes are searched for at once, as each keeps partners busy for a while. */

import { RegistryError } from '../../domain/errors.ts';
import type { PlaceOfCaller } from '../../lib/place-of-caller.ts';
import { networkOf } from '../request/rate-limit.ts';

type ListLimits = { mostInAll: number; mostPerAddress: number };

/** Places of all processes that serve this registry. */
export type SharedPlaces = {
  /** Whether there was a place, which is taken then; undefined where that could not be asked. */
  enter(place: PlaceOfCaller): Promise<boolean | undefined>;
  leave(place: PlaceOfCaller): void;
};

export type ListPlaces = {
  /** Takes a place, which is free again when it is disposed of. @throws RegistryError `too-many-lists` */
  enter(address: string): Promise<Disposable>;
  underWay(): number;
};

/** One address may have several places, as people of one institution often share an address. */
export const LIST_LIMITS: ListLimits = { mostInAll: 16, mostPerAddress: 4 };
const RETRY_AFTER_SECONDS = 10;

/** Makes the places of lists. @param shared undefined for a process that serves alone */
export function listPlaces({ mostInAll, mostPerAddress }: ListLimits, shared?: SharedPlaces): ListPlaces {
  const underWay = new Set<{ from: string }>();

  /** Takes a place among those of all processes. Where they cannot be asked, those of this one count. */
  async function enterShared(from: string): Promise<Disposable> {
    const place = { room: 'lists', from, mostInAll, mostPerCaller: mostPerAddress };
    const isEntered = await shared?.enter(place);
    if (isEntered === false) throw tooMany();
    // An answer that comes late has taken a place all the same.
    return { [Symbol.dispose]: () => shared?.leave(place) };
  }

  return {
    async enter(address) {
      const entry = { from: networkOf(address) };
      const own = [...underWay].filter(({ from }) => from === entry.from).length;
      if (underWay.size >= mostInAll || own >= mostPerAddress) throw tooMany();
      underWay.add(entry);
      using taken = new DisposableStack();
      taken.defer(() => void underWay.delete(entry));
      taken.use(await enterShared(entry.from));
      return taken.move();
    },
    underWay: () => underWay.size,
  };
}

function tooMany(): RegistryError {
  return new RegistryError('too-many-lists', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
