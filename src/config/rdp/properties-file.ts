/** Reads the text of a Java properties file, such as RDP's application.properties. */

import { ownMember } from '../../domain/own-member.ts';

export type Property = { readonly key: string; readonly value: string; readonly lineNumber: number };

type PropertiesFile = {
  /** The properties of the first document in their order; a key may occur twice. */
  readonly properties: readonly Property[];
  /** The numbers of lines, from 1, with a `\u` without four hexadecimal digits after it: they hold no property. */
  readonly brokenEscapes: readonly number[];
  /** The number of the line, from 1, at which Spring begins another document: `#---` or `!---`, with no comment line next to it. */
  readonly secondDocument: number | undefined;
};

const BLANKS = /^[ \t\f]*/;
const COMMENT = /^[ \t\f]*([#!])/;
const SEPARATOR = /^[ \t\f]*[#!]---[ \t\f]*$/;
/** A key ends at the first `=`, `:` or blank without a backslash before it. */
const KEY_AND_VALUE = /^((?:\\.|[^\\=: \t\f])*)[ \t\f]*(?:[=:][ \t\f]*)?(.*)$/s;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/gs;
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Parses the text, replaces escapes and joins continued lines. */
export function parseProperties(text: string): PropertiesFile {
  const all = text.split(/\r\n|\r|\n/);
  const separator = separatorIn(all);
  const lines = separator < 0 ? all : all.slice(0, separator);
  const properties: Property[] = [];
  const brokenEscapes: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    const lineNumber = at + 1;
    let line = withoutIndent(lines[at]);
    if (line === '' || COMMENT.test(line)) continue;
    while (isContinued(line)) line = line.slice(0, -1) + withoutIndent(lines[++at]);
    const [, key = '', value = ''] = KEY_AND_VALUE.exec(line) ?? [];
    if (hasBrokenEscape(line)) brokenEscapes.push(lineNumber);
    else properties.push({ key: unescaped(key), value: unescaped(value), lineNumber });
  }
  return { properties, brokenEscapes, secondDocument: separator < 0 ? undefined : separator + 1 };
}

function withoutIndent(line = ''): string {
  return line.replace(BLANKS, '');
}

/** Whether the line ends in an odd number of backslashes: each pair of them stands for one backslash. */
function isContinued(line: string): boolean {
  let end = line.length;
  while (line[end - 1] === '\\') end--;
  return (line.length - end) % 2 === 1;
}

function hasBrokenEscape(line: string): boolean {
  return [...line.matchAll(ESCAPE)].some(([, , sign]) => sign === 'u');
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, digits: string | undefined, sign: string) =>
    digits === undefined ? (ownMember(CONTROLS, sign) ?? sign) : String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** Returns the index of the first separator line. A line of three hyphens above or below another comment only decorates it. */
function separatorIn(lines: readonly string[]): number {
  const signOf = (line = '') => COMMENT.exec(line)?.[1];
  return lines.findIndex(
    (line, at) => SEPARATOR.test(line) && [lines[at - 1], lines[at + 1]].every((near) => signOf(near) !== signOf(line)),
  );
}
