/** Estimates how much memory a cached answer takes: its texts, by the bytes that V8 uses for them, and the objects around them. */

import type { Reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import type { PartnerAnswer } from './partner-query.ts';

/** What an entry of a cache, and each record of an answer, takes besides its texts: key, links, objects. */
export const ENTRY_BYTES = 400;
/** The largest average size of the rows of an answer: larger rows that are made from cached records are not cached. */
export const MOST_ROW_BYTES = 1024;

/** Returns about how many bytes an answer takes in a cache, never fewer. */
export function answerBytes({ records = [], limits, askedAs, failure }: PartnerAnswer): number {
  const texts = [...limits.map(textOf), ...askedAs, failure === undefined ? '' : textOf(failure.reason)];
  let bytes = ENTRY_BYTES + texts.reduce((sum, text) => sum + textBytes(text), 0);
  let before: FoundRecord['order'];
  for (const record of records) {
    bytes += recordBytes(record) + sharedBytes(record.order, before);
    before = record.order;
  }
  return bytes;
}

function textOf(reason: Reason): string {
  return JSON.stringify(reason);
}

function recordBytes({ json, row, order }: FoundRecord): number {
  const jsonBytes = textBytes(json);
  // A row may be made from this record later, and is then cached with it.
  const rowBytes = row === undefined ? ENTRY_BYTES + Math.min(jsonBytes, MOST_ROW_BYTES) : textBytes(row);
  return ENTRY_BYTES + jsonBytes + rowBytes + textBytes(order?.foldedName ?? '');
}

/** Returns the bytes of those texts that are not the same as in the record before. */
function sharedBytes(order: FoundRecord['order'], before: FoundRecord['order']): number {
  if (order === undefined) return 0;
  const { symbol, taxonCommonName } = order;
  return (
    (symbol === before?.symbol ? 0 : textBytes(symbol)) +
    (taxonCommonName === before?.taxonCommonName ? 0 : textBytes(taxonCommonName))
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs of Latin-1 are those for which V8 has one byte
const BEYOND_LATIN_1 = /[^\x00-\xff]/;

/** Returns the bytes of a text in memory: one a character if all characters are in Latin-1, else two. */
export function textBytes(text: string): number {
  // Counting bytes is faster than a regular expression, and nearly every text is ASCII.
  if (Buffer.byteLength(text) === text.length) return text.length;
  return BEYOND_LATIN_1.test(text) ? 2 * text.length : text.length;
}
