/** What of an RDP database does not fit, each told in a sentence: nothing is left out silently. */

import type { LeftOut } from '../people/left-out.ts';

/** Tells that a value is left out, or read in another way than it is written. */
export type Tell = (sentence: string) => void;

export type LeftOutList = {
  tell: Tell;
  /** How many were told so far, and the first of them. */
  all(): LeftOut;
};

const MOST_TOLD = 20;

export function leftOutList(): LeftOutList {
  const told: string[] = [];
  let count = 0;
  return {
    tell(sentence) {
      count += 1;
      if (told.length < MOST_TOLD) told.push(sentence);
    },
    all: () => ({ count, told: [...told] }),
  };
}
