/** Reads query parameters by the binding rules of rdp-protocol 2.3, after decoding, and UUIDs in paths. */

import { LONGEST_TEXT, MOST_VALUES } from '../../api/words.ts';
import { type ErrorDetail, phrase, RegistryError } from '../errors.ts';
import { LARGEST_INT } from '../record/model.ts';

export { LONGEST_TEXT };

const TRUE = ['true', 'on', 'yes', '1'];
const FALSE = ['false', 'off', 'no', '0'];
const INT_MIN = -2_147_483_648;
const LONGEST_ECHO = 60;

/**
 * Reads a text parameter; repeated values are joined by a comma. Undefined when absent, `''` when empty.
 *
 * @throws RegistryError `parameter-too-long`
 */
export function textParameter(params: URLSearchParams, name: string, longest = LONGEST_TEXT): string | undefined {
  const values = params.getAll(name);
  if (values.length === 0) return undefined;
  const text = values.join(',');
  refuseLong(text, name, longest);
  return text;
}

function refuseLong(text: string, name: string, allowed: number): void {
  const { length } = text;
  if (length > allowed) throw new RegistryError('parameter-too-long', { name: shorten(name), found: length, allowed });
}

function refuseMany(count: number, name: string): void {
  if (count <= MOST_VALUES) return;
  throw new RegistryError('too-many-values', { name: shorten(name), found: count, allowed: MOST_VALUES });
}

/**
 * Refuses parameters that no search can have, before any is read: texts that are too long, and too many values of one
 * name. The texts between separators count one by one here.
 *
 * @throws RegistryError `parameter-too-long`, `too-many-values`
 */
export function refuseOverlong(params: URLSearchParams): void {
  const counts = new Map<string, number>();
  for (const [name, value] of params) {
    const texts = value.split(/[,;\r\n]/);
    for (const text of texts) refuseLong(text, name, LONGEST_TEXT);
    const count = (counts.get(name) ?? 0) + texts.length;
    refuseMany(count, name);
    counts.set(name, count);
  }
}

function refuseUnknown(params: URLSearchParams, known: readonly string[]): void {
  for (const name of params.keys()) {
    if (known.includes(name)) continue;
    throw new RegistryError('unknown-parameter', { found: shorten(name), allowed: known.join(', ') || 'none' });
  }
}

/** The parameters that take several values, each in a parameter of its own; every other one is given once. */
export const REPEATABLE: ReadonlySet<string> = new Set([
  ...['orthologTaxonId', 'tiers', 'researcherPositions', 'researcherPosition', 'researcherCategories'],
  ...['researcherCategory', 'organUberonIds', 'ontologyNames', 'ontologyTermIds', 'origins', 'facets', 'wait'],
]);
/** What stands in a text in place of bytes that are no UTF-8 (rdp-protocol 2.3). */
const UNREADABLE = '\ufffd';

/**
 * Refuses what would be read as another question: an unknown parameter, a single one that is repeated, and a text that
 * was written in another encoding.
 *
 * @throws RegistryError `unknown-parameter`, `repeated-parameter`, `parameter-garbled`
 */
export function refuseOthers(params: URLSearchParams, known: readonly string[]): void {
  refuseUnknown(params, known);
  refuseMisread(params, known);
}

/**
 * The same for pages, whose addresses may have other parameters.
 *
 * @throws RegistryError `repeated-parameter`, `parameter-garbled`
 */
export function refuseMisread(params: URLSearchParams, known: readonly string[]): void {
  for (const name of known) {
    const values = params.getAll(name);
    const found = values.length;
    if (found > 1 && !REPEATABLE.has(name)) throw new RegistryError('repeated-parameter', { name, found });
    if (values.some((value) => value.includes(UNREADABLE))) throw new RegistryError('parameter-garbled', { name });
  }
}

/**
 * Reads a 32-bit integer parameter; of repeated values the first counts. Undefined when absent or empty.
 *
 * @throws RegistryError `parameter-invalid`
 */
export function integerParameter(params: URLSearchParams, name: string): number | undefined {
  const value = params.get(name);
  return value === null || value === '' ? undefined : readInteger(value, name);
}

function readInteger(value: string, name: string): number {
  const parsed = parseInteger(value);
  if (parsed === undefined) throw invalid(name, value, phrase('integer'));
  return parsed;
}

/**
 * Reads all values of a repeatable 32-bit integer parameter, each once; empty values are ignored.
 *
 * @throws RegistryError `parameter-invalid`, `too-many-values`
 */
export function integersParameter(params: URLSearchParams, name: string): number[] {
  const values = params.getAll(name).filter((value) => value !== '');
  refuseMany(values.length, name);
  return [...new Set(values.map((value) => readInteger(value, name)))];
}

/** Reads a 32-bit integer from a parameter or a path: decimal, or hexadecimal with `0x`. Undefined for anything else. */
export function parseInteger(text: string): number | undefined {
  const compact = text.replace(/\s/g, '');
  if (!/^[+-]?\d+$|^-?0x[0-9a-f]+$/i.test(compact)) return undefined;
  const magnitude = Number(compact.replace(/^[+-]/, ''));
  const value = compact.startsWith('-') ? -magnitude : magnitude;
  return value >= INT_MIN && value <= LARGEST_INT ? value : undefined;
}

/**
 * Reads a yes-or-no parameter; of repeated values the first counts. Undefined when absent or empty.
 *
 * @throws RegistryError `parameter-invalid`
 */
export function booleanParameter(params: URLSearchParams, name: string): boolean | undefined {
  const value = params.get(name);
  if (value === null || value === '') return undefined;
  const word = value.trim().toLowerCase();
  if (TRUE.includes(word)) return true;
  if (FALSE.includes(word)) return false;
  throw invalid(name, value, [...TRUE, ...FALSE].join(', '));
}

/**
 * Reads a list of texts: a single value is split at commas, repeated values are not. Undefined when absent (no filter);
 * empty when given without a value (matches nothing).
 *
 * @throws RegistryError `parameter-too-long`, `too-many-values`
 */
export function listParameter(params: URLSearchParams, name: string): string[] | undefined {
  const given = params.getAll(name);
  if (given.length === 0) return undefined;
  const values = given.length > 1 ? given : separated(given[0] ?? '');
  refuseMany(values.length, name);
  for (const value of values) refuseLong(value, name, LONGEST_TEXT);
  return values;
}

function separated(list: string): string[] {
  const parts = list.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/**
 * Reads a set of allowed words from a parameter with several spellings of its name; values of all spellings are combined.
 *
 * @throws RegistryError `parameter-invalid`, `parameter-too-long`, `too-many-values`
 */
export function wordSetParameter<Word extends string>(
  params: URLSearchParams,
  names: readonly string[],
  allowed: readonly Word[],
): ReadonlySet<Word> | undefined {
  const lists = names.map((name) => ({ name, values: listParameter(params, name) }));
  if (lists.every(({ values }) => values === undefined)) return undefined;
  return new Set(lists.flatMap(({ name, values }) => (values ?? []).map((value) => toWord(value, name, allowed))));
}

function toWord<Word extends string>(value: string, name: string, allowed: readonly Word[]): Word {
  const word = allowed.find((candidate) => candidate === value.trim());
  if (word === undefined) throw invalid(name, value, allowed.join(', '));
  return word;
}

/** Returns the error for an invalid value of a parameter. Long values are cut in it. */
export function invalid(name: string, found: ErrorDetail, allowed: ErrorDetail): RegistryError {
  return new RegistryError('parameter-invalid', {
    name,
    found: typeof found === 'string' ? shorten(found) : found,
    allowed,
  });
}

/** Returns the error for a required parameter that is missing. */
export function missing(name: string, hint: ErrorDetail = ''): RegistryError {
  return new RegistryError('parameter-missing', { name, hint });
}

/** Cuts a long value for an error message. */
export function shorten(value: string): string {
  return value.length <= LONGEST_ECHO ? value : `${value.slice(0, LONGEST_ECHO)}…`;
}

const GROUPS = /^([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)$/i;
const LENGTHS = [8, 4, 4, 4, 12];

/**
 * Returns the canonical lower-case form of a UUID; short groups, as in `1-1-1-1-1`, are padded with zeros
 * (rdp-protocol 2.3). Undefined when the text is no UUID.
 */
export function canonicalUuid(text: string): string | undefined {
  const groups = GROUPS.exec(text)?.slice(1);
  if (groups === undefined || text.length > 36) return undefined;
  const filled = groups.map((group, index) => group.toLowerCase().padStart(LENGTHS[index] ?? 0, '0'));
  const fits = filled.every((group, index) => group.length === LENGTHS[index]);
  return fits ? filled.join('-') : undefined;
}
