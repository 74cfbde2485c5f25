/** One cell of people by organism and registry: what it shows, and what it says in words. */

import type { MatrixCell } from '../../../domain/federation/people-matrix.ts';
import { shortClock } from '../../words/dates.ts';
import type { Words } from '../../words/words.ts';

/** A few signs for the eye; the words of {@link cellText} stand beside them. */
export function cellSign({ kind, count }: MatrixCell): string {
  switch (kind) {
    case 'people':
    case 'nobody':
    case 'none-found':
    case 'earlier':
      return String(count);
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

/** Such as `3 people`, and `nobody, as of 14:03 UTC`. */
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

/** From here on a cell is as full as the step before the next one. */
const STEPS = [1, 2, 4, 10];

/** How full a cell is, from 0 to 4. */
export function amountOf({ count }: MatrixCell): number {
  return STEPS.filter((step) => count >= step).length;
}
