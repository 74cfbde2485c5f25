/** Faults in a table of people: each with its place, what was found and what is allowed. */

import { shorten } from '../query/parameters.ts';

/** A place in a file; rows and columns count from 1, as in a spreadsheet. */
export type CellPlace = {
  /** Null in a file without sheets. */
  sheet: string | null;
  row: number;
  column?: number;
  /** The heading as written in the file. */
  heading?: string;
};

/** `allowed` follows the word "allowed:". */
export type Fault = { place: CellPlace; found: string; allowed: string };

export type FaultList = {
  add(place: CellPlace, found: string, allowed: string): void;
  count(): number;
  /** The first faults, in the order in which they were found. */
  first(): readonly Fault[];
};

/** Returns a list that stores the first faults and counts the rest, so that a file full of faults takes little memory. */
export function faultList(mostListed: number): FaultList {
  const first: Fault[] = [];
  let count = 0;
  return {
    add(place, found, allowed) {
      count += 1;
      if (first.length < mostListed) first.push({ place, found, allowed });
    },
    count: () => count,
    first: () => first,
  };
}

export function faultSentence({ place, found, allowed }: Fault): string {
  return `${placeText(place)}: ${found}; allowed: ${allowed}.`;
}

/** Writes a place, such as `sheet 'genes', row 5, column C (tier)`. */
export function placeText({ sheet, row, column, heading }: CellPlace): string {
  const parts = [
    ...(sheet === null ? [] : [`sheet ${quoted(sheet)}`]),
    `row ${row}`,
    ...(column === undefined ? [] : [`column ${columnLetters(column)}${heading ? ` (${shorten(heading)})` : ''}`]),
  ];
  return parts.join(', ');
}

/** Returns what was found in quotes, on one line. */
export function quoted(text: string): string {
  return `'${shorten(text.replace(/\s+/g, ' '))}'`;
}

/** Returns the spreadsheet's name of a column: 1 is `A`, 27 is `AA`. */
export function columnLetters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return `${before > 0 ? columnLetters(before) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

const MOST_LISTED = 15;

/** Writes the allowed choices; of many, only the first ones. */
export function firstOf(choices: readonly string[]): string {
  const rest = choices.length - MOST_LISTED;
  const listed = choices.slice(0, MOST_LISTED).join(', ');
  return rest > 0 ? `${listed} and ${rest.toLocaleString('en')} more` : listed;
}
