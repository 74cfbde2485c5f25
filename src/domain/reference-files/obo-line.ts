/** Reads lines of OBO 1.2 and 1.4: `tag: value {qualifier="text"} ! comment`. */

import { ownMember } from '../own-member.ts';

export type TagLine = { tag: string; value: string };

const TAG = /^(\w[\w-]{0,99}):/;

/** Reads a line; undefined for any other line. */
export function readTagLine(line: string): TagLine | undefined {
  const tag = TAG.exec(line)?.[1];
  return tag === undefined ? undefined : { tag, value: line.slice(tag.length + 1).trim() };
}

export function isTagLine(line: string): boolean {
  return TAG.test(line);
}

/** Whether only OBO has such a line: the first line of most files, or the beginning of a stanza. */
export function isOboStart(line: string): boolean {
  return /^(?:format-version:|\[(?:Term|Typedef|Instance)\])/.test(line);
}

/** Returns an unquoted value without qualifiers and comment. */
export function plainText(value: string): string {
  const comment = value.search(/\s!(?:\s|$)/);
  const text = comment === -1 ? value : value.slice(0, comment).trimEnd();
  const qualifiers = text.endsWith('}') ? text.search(/\s\{[\w:.-]+="/) : -1;
  return unescaped(qualifiers === -1 ? text : text.slice(0, qualifiers).trimEnd());
}

/** Returns the identifier at the beginning of a value; empty where there is none. */
export function firstWord(value: string): string {
  return unescaped(/^\S*/.exec(value)?.[0] ?? '');
}

/** Returns the quoted text at the beginning of a value and what follows it; undefined where there is none, or no closing quote. */
export function readQuoted(value: string): { text: string; rest: string } | undefined {
  if (!value.startsWith('"')) return undefined;
  let end = value.indexOf('"', 1);
  while (end !== -1 && isEscaped(value, end)) end = value.indexOf('"', end + 1);
  return end === -1 ? undefined : { text: unescaped(value.slice(1, end)), rest: value.slice(end + 1) };
}

function isEscaped(value: string, place: number): boolean {
  let before = place - 1;
  while (value[before] === '\\') before--;
  return (place - before) % 2 === 0;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', W: ' ' };

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.?)/gsu, (_, sign: string) => ownMember(ESCAPES, sign) ?? sign) : text;
}
