/** Reads the files of a configuration: text, and YAML in it. Problems never quote the file. */

import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { type Document, type ErrorCode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { ownMember } from '../domain/own-member.ts';
import { insteadOfFile } from '../domain/problem.ts';

type FileReading = { readonly text: string } | { readonly problem: string };

/** More than any configuration or secret needs; a file that is larger was named by mistake. */
const MOST_BYTES = 1024 * 1024;

/**
 * A whole file as text, in UTF-8, or else in `otherwise`. The problem does not name the file, because an operator may
 * have put a secret in place of its name.
 */
export function readText(file: string | URL, otherwise?: 'latin1'): FileReading {
  try {
    const stats = statSync(file);
    const instead = insteadOfFile(stats);
    if (instead !== undefined) return { problem: instead };
    if (stats.size > MOST_BYTES) return { problem: `it has ${stats.size} bytes, and ${MOST_BYTES} are allowed` };
    const bytes = readFileSync(file);
    if (otherwise !== undefined && !isUtf8(bytes)) return { text: bytes.toString(otherwise) };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EACCES: 'this account may not read it',
      ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text in UTF-8',
    };
    return { problem: ownMember(reasons, code) ?? `the system answers ${code}` };
  }
}

/**
 * The one document of a YAML text. The parser's own messages may quote the file, secrets included, so only the kind and
 * place of a mistake are reported.
 */
export function parseYaml(text: string): { readonly value: unknown } | { readonly problem: string } {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    // It would compare each key with every other one of its map.
    uniqueKeys: false,
  });
  const [mistake] = [...document.errors, ...document.warnings, ...repeatedKey(document)];
  if (mistake !== undefined) {
    const { line, col } = lines.linePos(mistake.pos[0]);
    return { problem: `, line ${line}, column ${col}: ${mistakeText(mistake.code)}.` };
  }
  if (hasManyAliases(document)) return MANY_ALIASES;
  try {
    const value: unknown = document.toJS();
    return containsItself(value) ? { problem: ': what an anchor (&) names must not contain itself.' } : { value };
  } catch {
    return MANY_ALIASES;
  }
}

const MANY_ALIASES = { problem: ': what anchors (&) name is repeated too often by aliases (*).' };
/** For each, the library looks for its anchor from the beginning. */
const MOST_ALIASES = 1000;

function hasManyAliases(document: Document.Parsed): boolean {
  let count = 0;
  visit(document, {
    Alias() {
      count += 1;
      return count > MOST_ALIASES ? visit.BREAK : undefined;
    },
  });
  return count > MOST_ALIASES;
}

/** The first key that occurs twice in a map. */
function repeatedKey(document: Document.Parsed): readonly { code: ErrorCode; pos: readonly [number] }[] {
  let place: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) place = key.range?.[0];
        if (place !== undefined) return visit.BREAK;
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return place === undefined ? [] : [{ code: 'DUPLICATE_KEY', pos: [place] }];
}

/** Whether a list or map is below itself. `toJS` has seen to it that few things are repeated. */
function containsItself(value: unknown, above: readonly unknown[] = []): boolean {
  if (value === null || typeof value !== 'object') return false;
  return above.includes(value) || Object.values(value).some((inner) => containsItself(inner, [...above, value]));
}

function mistakeText(code: ErrorCode): string {
  const texts: Partial<Record<ErrorCode, string>> = {
    DUPLICATE_KEY: 'this key was given before, but a key may be given once only',
    TAB_AS_INDENT: 'there is a tab, but lines must be indented with blanks',
    MISSING_CHAR: 'here or before it a quote, bracket, comma, colon or blank is missing',
    BAD_INDENT: 'the line is not indented like the lines it belongs to',
    MULTILINE_IMPLICIT_KEY: 'a key must be followed by a colon and a blank on the same line',
    BLOCK_AS_IMPLICIT_KEY: 'there are two colons in one line, so the value must be in quotes',
    BAD_SCALAR_START: 'text that starts with this sign must be in quotes',
    TAG_RESOLVE_FAILED: 'text that starts with ! must be in quotes',
    BAD_ALIAS: 'text that starts with & or * must be in quotes',
    MULTIPLE_DOCS: 'a second document starts here, but a file must hold one only',
  };
  return texts[code] ?? `this is not YAML (${code.toLowerCase().replaceAll('_', ' ')})`;
}
