/** What is wrong with a table of people: every fault with its place, what was found and what is allowed. */

import { shorten } from '../query/parameters.ts';

/** Where in a file something stands; rows and columns count from 1, as a spreadsheet shows them. */
export type CellPlace = {
  /** Null in a file that has no sheets. */
  sheet: string | null;
  row: number;
  column?: number;
  /** As the file spells it. */
  heading?: string;
};

/** `allowed` follows the word "allowed:". */
export type Fault = { place: CellPlace; found: string; allowed: string };

export type FaultList = {
  add(place: CellPlace, found: string, allowed: string): void;
  count(): number;
  /** The first of them, as they were found. */
  first(): readonly Fault[];
};

/** Keeps the faults to report and counts the rest, so that a file of nothing but faults costs no memory. */
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

/** `sheet 'genes', row 5, column C (tier)`. */
export function placeText({ sheet, row, column, heading }: CellPlace): string {
  const parts = [
    ...(sheet === null ? [] : [`sheet ${quoted(sheet)}`]),
    `row ${row}`,
    ...(column === undefined ? [] : [`column ${columnLetters(column)}${heading ? ` (${shorten(heading)})` : ''}`]),
  ];
  return parts.join(', ');
}

/** What was found, as a sentence in one line quotes it. */
export function quoted(text: string): string {
  return `'${shorten(text.replace(/\s+/g, ' '))}'`;
}

/** The name that spreadsheets give a column: 1 is `A`, 27 is `AA`. */
export function columnLetters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return `${before > 0 ? columnLetters(before) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

const MOST_LISTED = 15;

/** What is allowed, where that may be a long list. */
export function firstOf(choices: readonly string[]): string {
  const rest = choices.length - MOST_LISTED;
  const listed = choices.slice(0, MOST_LISTED).join(', ');
  return rest > 0 ? `${listed} and ${rest.toLocaleString('en')} more` : listed;
}
