/** Things that take long to work out from the data: made in slices ahead of time, or at once where somebody waits. */

import type { ReadTransaction } from '../store/store.ts';

/** Each slice is given the transaction of its own turn, and keeps none. */
export type SlicedWork<T> = Generator<undefined, T, ReadTransaction>;

type MadeInSlices<T> = {
  /** Made from the present generation of the data; what is not made yet is made now. */
  of(tx: ReadTransaction): T;
  /** Makes one slice more. Answers whether everything is made. */
  advance(tx: ReadTransaction): boolean;
};

export function madeInSlices<T>(make: (tx: ReadTransaction) => SlicedWork<T>): MadeInSlices<T> {
  let generation: string | undefined;
  let slices: SlicedWork<T> | undefined;
  let made: { value: T } | undefined;

  function advance(tx: ReadTransaction): boolean {
    const now = tx.generation();
    if (now !== generation) {
      generation = now;
      made = undefined;
      slices = make(tx);
    }
    if (slices === undefined) return true;
    try {
      const { done, value } = slices.next(tx);
      if (done !== true) return false;
      made = { value };
      slices = undefined;
      return true;
    } catch (error) {
      // The next one begins anew.
      generation = undefined;
      throw error;
    }
  }

  return {
    advance,
    of(tx) {
      while (!advance(tx));
      return (made as { value: T }).value;
    },
  };
}
