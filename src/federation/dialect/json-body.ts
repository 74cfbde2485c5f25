/**
 * Parses the JSON of a partner's answer: a short and complete one at once; one that is long, or did not arrive
 * completely, in pieces, the records of a list or of a page. The size of a piece is checked before it is parsed.
 */

import { isObject } from '../../domain/own-member.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import type { LongJson } from './reply.ts';

/**
 * The limit for lists and objects in one text. They take most of the parser's time, nested or side by side: two million
 * of them take half a second, in which no other work runs. Records have about one in a hundred characters.
 */
export const MOST_LISTS_AND_OBJECTS = 150_000;

/** Whether a text opens more lists and objects than the limit. Brackets within strings count, too; there are few of them. */
export function opensTooMany(text: string): boolean {
  return text.length > MOST_LISTS_AND_OBJECTS && countOf('[', text) + countOf('{', text) > MOST_LISTS_AND_OBJECTS;
}

/** Counts a character in a text, at most just beyond the limit. */
function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= MOST_LISTS_AND_OBJECTS; count++) {
    at = text.indexOf(character, at + 1);
  }
  return count;
}

/** Returns the value of a JSON text, with or without a byte order mark; undefined if it is not JSON, or opens too many lists and objects. */
export function parseJson(text: string): unknown {
  if (opensTooMany(text)) return undefined;
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** Returns the members of an object; none for any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Whether a content type is `application/json` or `application/…+json`, with any parameters (rdp-protocol 7.8). */
export function isJsonType(contentType: string | undefined): boolean {
  return /^\s*application\/(?:[^\s;,]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}

/** The limit for the bytes of a piece: a researcher with a thousand genes takes a fifth of it. */
const MOST_PIECE_BYTES = 512 * 1024;
const MOST_PIECE_VALUES = 30_000;
const MOST_PIECE_DEPTH = 64;
/** The limit for the members of the object that is a page or a single record. */
const MOST_MEMBERS = 1_000;
/** How many bytes are scanned before other work may run. */
const BYTES_AT_ONCE = 16 * 1024;

/** How many quotation marks within a string are scanned before other work may run. */
const QUOTES_AT_ONCE = 1_000;
/** Most strings of a record end within so many bytes; finding the end of a longer one takes a call into native code. */
const NEAR_BYTES = 32;

const ORDER_MARK = Buffer.from('\uFEFF');

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The place of a piece among the bytes. */
type Piece = { from: number; to: number; values: number; depth: number; closesItself: boolean };
/** In the order of the text: that it is a list or has one in `content`, and each piece. `paused`: nothing is found yet. */
type Token = { kind: 'paused' | 'list' | 'content' } | { kind: 'element' | 'member'; piece: Piece };
type Ending = 'nothing' | 'too-many' | 'broken-off' | 'not-json' | 'end';

/**
 * Parses a list, or an object with a list in its member `content`. Reads the first 1000 elements and counts the others.
 * An element that is too long, too deep or has too many values becomes null; another member of that kind makes the
 * whole too long.
 *
 * @param bytes in UTF-8, where the characters of JSON syntax are single bytes
 * @param isCut whether the bytes were cut: then the piece that is not complete is left out
 */
export function* readLongJson(bytes: Buffer, isCut: boolean): Generator<undefined, LongJson> {
  const list: unknown[] = [];
  const members: [string, unknown][] = [];
  let unread = 0;
  let isList = false;
  let content: unknown[] | undefined;
  const tokens = tokensOf(bytes, isCut);
  let next = tokens.next();
  for (; next.done !== true; next = tokens.next()) {
    const token = next.value;
    yield;
    switch (token.kind) {
      case 'list':
        isList = true;
        break;
      case 'content':
        content = [];
        unread = 0;
        break;
      case 'element': {
        const elements = content ?? list;
        if (elements.length >= MOST_RECORDS) {
          unread++;
          break;
        }
        const value = isTooLong(token.piece) ? null : parsed(textOf(bytes, token.piece));
        if (value === undefined) return 'not-json';
        elements.push(value);
        break;
      }
      case 'member': {
        if (isTooLong(token.piece) || members.length >= MOST_MEMBERS) return 'too-long';
        const member = parsed(`{${textOf(bytes, token.piece)}}`);
        if (member === undefined) return 'not-json';
        members.push(...Object.entries(member as object));
      }
    }
  }
  if (next.value !== 'end') return next.value;
  if (isList) return { value: list, unread };
  const value = Object.fromEntries(content === undefined ? members : [...members, ['content', content]]);
  return { value, unread };
}

function isTooLong({ from, to, values, depth }: Piece): boolean {
  return to - from > MOST_PIECE_BYTES || values > MOST_PIECE_VALUES || depth > MOST_PIECE_DEPTH;
}

function textOf(bytes: Buffer, { from, to }: Piece): string {
  return bytes.toString('utf8', from, to);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Scans the bytes once. Whether a piece is JSON is decided by parsing it. */
function* tokensOf(bytes: Buffer, isCut: boolean): Generator<Token, Ending> {
  let at = bytes.subarray(0, ORDER_MARK.length).equals(ORDER_MARK) ? ORDER_MARK.length : 0;
  at = afterBlanks(bytes, at);
  const top = bytes[at];
  if (top !== OPEN_LIST && top !== OPEN_OBJECT) return at === bytes.length ? 'nothing' : 'not-json';
  if (top === OPEN_LIST) yield { kind: 'list' };
  let opened = 1;
  let lookAgainAt = at + BYTES_AT_ONCE;
  /** How many brackets enclose the pieces: 1, or 2 within the list of a page. */
  let outer = 1;
  let depth = 1;
  let isContentOver = false;
  let piece: Piece = emptyPiece(at + 1);
  for (at++; at < bytes.length; at++) {
    if (at >= lookAgainAt) {
      yield { kind: 'paused' };
      lookAgainAt = at + BYTES_AT_ONCE;
    }
    const sign = bytes[at];
    if (sign === QUOTE) {
      piece.closesItself = false;
      at = quoteAfter(bytes, at);
      for (let quotes = 1; at !== -1 && isEscaped(bytes, at); quotes++) {
        if (quotes % QUOTES_AT_ONCE === 0) yield { kind: 'paused' };
        at = quoteAfter(bytes, at);
      }
      if (at === -1) break;
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      opened++;
      depth++;
      piece.values++;
      piece.depth = Math.max(piece.depth, depth - outer);
      if (opened > MOST_LISTS_AND_OBJECTS) return 'too-many';
      const isContent = depth === 2 && outer === 1 && top === OPEN_OBJECT && sign === OPEN_LIST;
      if (isContent && IS_CONTENT.test(bytes.toString('latin1', piece.from, Math.min(at, piece.from + 64)))) {
        yield { kind: 'content' };
        outer = 2;
        piece = emptyPiece(at + 1);
      }
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) {
      depth--;
      if (depth >= outer) {
        if (depth === outer) piece.closesItself = true;
        continue;
      }
      const isList = outer === 2 || top === OPEN_LIST;
      if (isList !== (sign === CLOSE_LIST)) return 'not-json';
      const isEmpty = afterBlanks(bytes, piece.from) >= at;
      if (isContentOver ? !isEmpty : isEmpty && bytes[piece.from - 1] === COMMA) return 'not-json';
      if (!isEmpty) yield pieceToken(piece, at, isList);
      if (depth === 0) return afterBlanks(bytes, at + 1) === bytes.length ? 'end' : 'not-json';
      outer = 1;
      isContentOver = true;
      piece = emptyPiece(at + 1);
    } else if (sign === COMMA || sign === COLON) {
      piece.values++;
      if (depth !== outer || sign === COLON) continue;
      const isEmpty = afterBlanks(bytes, piece.from) >= at;
      if (isEmpty !== isContentOver) return 'not-json';
      if (!isContentOver) yield pieceToken(piece, at, outer === 2 || top === OPEN_LIST);
      isContentOver = false;
      piece = emptyPiece(at + 1);
    }
  }
  if (!isCut) return 'broken-off';
  if (depth === outer && piece.closesItself) yield pieceToken(piece, bytes.length, outer === 2 || top === OPEN_LIST);
  return 'end';
}

const IS_CONTENT = /^\s*"content"\s*:\s*$/;

function emptyPiece(from: number): Piece {
  return { from, to: from, values: 0, depth: 0, closesItself: false };
}

function pieceToken(piece: Piece, to: number, isElement: boolean): Token {
  return { kind: isElement ? 'element' : 'member', piece: { ...piece, to } };
}

/** Returns the place of the next quotation mark, or -1. */
function quoteAfter(bytes: Buffer, at: number): number {
  const near = Math.min(at + NEAR_BYTES, bytes.length);
  for (let next = at + 1; next < near; next++) if (bytes[next] === QUOTE) return next;
  return bytes.indexOf(QUOTE, Math.max(at + 1, near));
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let slashes = 0;
  while (bytes[at - 1 - slashes] === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

function afterBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at++;
  return at;
}

function isBlank(sign: number | undefined): boolean {
  return sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09;
}
