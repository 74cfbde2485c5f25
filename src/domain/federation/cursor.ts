/** Where a reader stands in a federated answer: opaque to them, signed by us, without any secret (decision 7). */

import { RegistryError } from '../errors.ts';

export type CursorPosition = {
  /** Records of a search, or pages of a listing, that came before. */
  at: number;
  /** Names the answer they came from; undefined for an origin that has given none yet. */
  answer: string | undefined;
  /** Whether there is nothing behind. */
  isDone: boolean;
};

export type Cursor = {
  /** Names the question, so that a cursor cannot be used with another. */
  question: string;
  /** Of the page that it leads to, from 0. */
  number: number;
  size: number;
  /** By the key of the origin. */
  positions: ReadonlyMap<string, CursorPosition>;
};

/** A keyed digest of a text, in characters that an address may hold. */
export type Sign = (text: string) => string;

type Written = [question: string, number: number, size: number, positions: WrittenPosition[]];
type WrittenPosition = [key: string, at: number, answer: string, isDone: 0 | 1];

export function writeCursor(cursor: Cursor, sign: Sign): string {
  const positions = [...cursor.positions].map(
    ([key, { at, answer, isDone }]): WrittenPosition => [key, at, answer ?? '', isDone ? 1 : 0],
  );
  const written: Written = [cursor.question, cursor.number, cursor.size, positions];
  const text = toAddress(JSON.stringify(written));
  return `${text}.${signatureOf(text, sign)}`;
}

/**
 * Reads a cursor that {@link writeCursor} wrote.
 *
 * @param isSame compares two signatures in constant time
 * @throws RegistryError `cursor-invalid` when it is not ours, `cursor-of-another-question`
 */
export function readCursor(
  text: string,
  question: string,
  sign: Sign,
  isSame: (a: string, b: string) => boolean,
): Cursor {
  const [body = '', signature = '', ...rest] = text.split('.');
  if (rest.length > 0 || !isSame(signature, signatureOf(body, sign))) throw new RegistryError('cursor-invalid');
  const [asked, number, size, positions] = JSON.parse(fromAddress(body)) as Written;
  if (asked !== question) throw new RegistryError('cursor-of-another-question');
  return {
    question,
    number,
    size,
    positions: new Map(
      positions.map(([key, at, answer, isDone]) => [
        key,
        { at, answer: answer === '' ? undefined : answer, isDone: isDone === 1 },
      ]),
    ),
  };
}

// Cursors tell the digests of questions. None of those may pass for the signature of a cursor.
function signatureOf(text: string, sign: Sign): string {
  return sign(`cursor ${text}`);
}

// Keys and digests are ASCII, which is all that btoa can take.
function toAddress(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromAddress(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
}
