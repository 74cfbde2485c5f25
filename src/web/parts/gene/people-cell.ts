/** One cell of the map of people: its sign, and its words. */

import type { MatrixCell } from '../../../domain/federation/people-matrix.ts';
import { shortClock } from '../../words/dates.ts';
import type { Words } from '../../words/words.ts';

/** Returns the short sign of a cell; the words of {@link cellText} accompany it. */
export function cellSign({ kind, count }: MatrixCell): string {
  switch (kind) {
    case 'people':
    case 'nobody':
    case 'none-found':
      return String(count);
    case 'earlier':
      return `${count}↶`;
    case 'at-least':
      return `${count}+`;
    case 'unknown':
      return '?';
    case 'silent':
      return '–';
    case 'outstanding':
      return '…';
    case 'not-asked':
      return '';
  }
}

/** Returns the words of a cell, such as `3 people` or `nobody, as of 14:03 UTC`. */
export function cellText({ kind, count, asOf }: MatrixCell, { gene }: Words): string {
  const people = count === 0 ? gene.nobody : gene.people(count);
  switch (kind) {
    case 'people':
    case 'nobody':
      return people;
    case 'none-found':
      return gene.noneFound;
    case 'at-least':
      return gene.atLeast(count);
    case 'earlier':
      return asOf === null ? people : gene.earlier(people, shortClock(asOf));
    case 'unknown':
      return gene.unknownThere;
    case 'silent':
      return gene.silent;
    case 'outstanding':
      return gene.outstanding;
    case 'not-asked':
      return gene.notAsked;
  }
}

/** The count at which each next level of {@link amountOf} begins. */
const STEPS = [1, 2, 4, 10];

/** Returns the depth of the colour of a cell, from 0 to 4. */
export function amountOf({ count }: MatrixCell): number {
  return STEPS.filter((step) => count >= step).length;
}
