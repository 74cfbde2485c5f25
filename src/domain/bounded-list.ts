/** Sentences for somebody to read, of which there may be very many: the first are kept, and all are counted. */

/** How many there are, and the first of them. */
export type Told = { count: number; told: readonly string[] };

export type Tell = (sentence: string) => void;

export type ToldList = { tell: Tell /** What was told so far. */; all(): Told };

const MOST_TOLD = 20;

export function toldList(): ToldList {
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
