/**
 * Reads the settings of an RDP from its files of Java properties, and from the files that RDP reads beside them. Each
 * key occurs once, in any spelling, and lists are joined.
 */

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownMember } from '../../domain/own-member.ts';
import { readText } from '../yaml-file.ts';

type Property = { readonly key: string; readonly value: string; readonly lineNumber: number };

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

/** Whether the line ends in an odd number of backslashes: each pair of them means one backslash. */
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

export type RdpFile = { readonly path: string; readonly properties: readonly Property[] };

type RdpFiles = {
  /** Each overrides those before it. */
  readonly settings: readonly RdpFile[];
  /** The first one with a message wins; unlike settings, messages are read from these files only. */
  readonly messages: readonly RdpFile[];
  /** Sentences, without values, on lines that could not be read. */
  readonly problems: readonly string[];
};

/** The profile of an RDP that sets none. */
const DEFAULT_PROFILE = 'prod';
const MESSAGE_FILES = ['messages.properties', 'application-prod.properties', 'login.properties'];

/**
 * Reads `file` with the message files beside it, and with the files of its profiles if it is `application.properties`.
 * Returns a sentence if it cannot be read.
 */
export function readRdpFiles(file: string): RdpFiles | { readonly problem: string } {
  const problems: string[] = [];
  const beside = (names: readonly string[]) =>
    names.flatMap((name) => {
      const path = join(dirname(file), name);
      return existsSync(path) ? [readRdpFile(path, problems)].filter((one) => one !== undefined) : [];
    });
  const given = readRdpFile(file, problems);
  if (given === undefined) return { problem: problems.join('\n') };
  const messages = beside(MESSAGE_FILES);
  const profiles = basename(file) === 'application.properties' ? beside(profileFiles(given)) : [];
  return { settings: [given, ...profiles], messages, problems: [...new Set(problems)] };
}

function profileFiles({ properties }: RdpFile): readonly string[] {
  const active = properties.findLast(({ key }) => key === 'spring.profiles.active')?.value ?? DEFAULT_PROFILE;
  const names = active.split(',').map((profile) => `application-${profile.trim()}.properties`);
  return names.filter((name) => basename(name) === name);
}

/** Reads a file in UTF-8 or, as Java writes them, in ISO-8859-1. */
function readRdpFile(path: string, problems: string[]): RdpFile | undefined {
  const reading = readText(path, 'latin1');
  if ('problem' in reading) {
    problems.push(`${path} cannot be read, ${reading.problem}.`);
    return undefined;
  }
  const { properties, brokenEscapes, secondDocument } = parseProperties(reading.text);
  problems.push(
    ...brokenEscapes.map(
      (line) => `${path}, line ${line} is not read: behind \\u there must be four hexadecimal digits.`,
    ),
    ...(secondDocument === undefined
      ? []
      : [`${path}, line ${secondDocument}: a second document starts here, which is not read.`]),
  );
  return { path, properties };
}

export type Setting = {
  /** In its written form, without an index. */
  readonly key: string;
  /** One text, or the entries of a list that is written with indexes. */
  readonly entries: readonly string[];
  readonly isIndexed: boolean;
  /** File and line. */
  readonly place: string;
};

/** By the spelling that all spellings of a key have in common. */
export type Settings = ReadonlyMap<string, Setting>;

type Line = {
  readonly key: string;
  readonly index: string | undefined;
  readonly value: string;
  readonly place: string;
};

/** `rdp.site.contactEmail`, `rdp.site.contact_email` and `rdp.site.contact-email` are one key for Spring. */
export function uniformKey(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '');
}

/** Returns what the files set, each over those before it. No problem has a key or a value, which may be a part of a secret. */
export function settingsIn(files: readonly RdpFile[]): { settings: Settings; problems: readonly string[] } {
  const settings = new Map<string, Setting>();
  const problems: string[] = [];
  for (const { path, properties } of files) {
    const lines = properties.map(({ key: whole, value, lineNumber }): Line => {
      const [, key = '', index] = /^(.*?)(?:\[(\d{0,4})\])?$/s.exec(whole) ?? [];
      return { key, index, value, place: `${path}, line ${lineNumber}` };
    });
    for (const [name, group] of Map.groupBy(lines, ({ key }) => uniformKey(key))) {
      const setting = settingOf(group);
      if (typeof setting === 'string') problems.push(setting);
      else if (setting !== undefined) settings.set(name, setting);
    }
  }
  return { settings, problems };
}

/** Puts the lines of one key together; a list with a gap is a problem. */
function settingOf(lines: readonly Line[]): Setting | string | undefined {
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  const { key, place } = last;
  const indexed = lines.filter(({ index }) => index !== undefined);
  if (indexed.length === 0) return { key, entries: [last.value], isIndexed: false, place };
  const entries: (string | undefined)[] = [];
  for (const { index, value } of indexed) entries[index === '' ? entries.length : Number(index)] = value;
  const isWhole = indexed.length === lines.length && !entries.includes(undefined);
  return isWhole
    ? { key, entries: entries as string[], isIndexed: true, place }
    : `${place}: the list that ends here must be one text, or have every index from 0.`;
}
