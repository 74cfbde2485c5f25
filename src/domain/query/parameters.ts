/** How query parameters are read: the binding rules of rdp-protocol 2.3, on decoded parameters. */

import { type ErrorDetail, RegistryError } from '../errors.ts';
import { phrase } from '../phrases.ts';
import { LARGEST_INT } from '../record/model.ts';

const TRUE = ['true', 'on', 'yes', '1'];
const FALSE = ['false', 'off', 'no', '0'];
const INT_MIN = -2_147_483_648;
const LONGEST_ECHO = 60;
/** No symbol, id or name of a registry is longer: RDP's columns hold 255 characters. */
export const LONGEST_TEXT = 400;
/** Room for all organs and for the terms of an ontology that somebody chooses by hand. */
const MOST_VALUES = 500;

/**
 * A text parameter; repeated, its values are joined by a comma. Undefined when absent, `''` when empty.
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
 * Refuses parameters that no search has, before any of them is looked at: texts that are too long, and too many of one
 * name. What stands between separators is a text of its own here.
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

/**
 * Refuses a parameter whose name is not among those known: a misspelt one would be passed over, and the answer would be
 * that of another question.
 *
 * @throws RegistryError `unknown-parameter`
 */
export function refuseUnknown(params: URLSearchParams, known: readonly string[]): void {
  for (const name of params.keys()) {
    if (known.includes(name)) continue;
    throw new RegistryError('unknown-parameter', { found: shorten(name), allowed: known.join(', ') || 'none' });
  }
}

/**
 * A 32-bit integer parameter; repeated, the first counts. Undefined when absent or empty.
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
 * Every value of a 32-bit integer parameter that may be repeated, each once; empty values are none.
 *
 * @throws RegistryError `parameter-invalid`, `too-many-values`
 */
export function integersParameter(params: URLSearchParams, name: string): number[] {
  const values = params.getAll(name).filter((value) => value !== '');
  refuseMany(values.length, name);
  return [...new Set(values.map((value) => readInteger(value, name)))];
}

/** A 32-bit integer as parameters and paths write it: decimal or `0x` hexadecimal. Undefined for anything else. */
export function parseInteger(text: string): number | undefined {
  const compact = text.replace(/\s/g, '');
  if (!/^[+-]?\d+$|^-?0x[0-9a-f]+$/i.test(compact)) return undefined;
  const magnitude = Number(compact.replace(/^[+-]/, ''));
  const value = compact.startsWith('-') ? -magnitude : magnitude;
  return value >= INT_MIN && value <= LARGEST_INT ? value : undefined;
}

/**
 * A yes-or-no parameter; repeated, the first counts. Undefined when absent or empty.
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
 * A list of texts: given once it is split at commas, repeated each value stands for itself. Undefined when absent
 * (no filter); empty when given without a value (matches nothing).
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
 * A set of the words allowed, in any of the spellings of its name; the spellings add up.
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

/** The error for a parameter whose value cannot be what it is. Long values are echoed in part. */
export function invalid(name: string, found: ErrorDetail, allowed: ErrorDetail): RegistryError {
  return new RegistryError('parameter-invalid', {
    name,
    found: typeof found === 'string' ? shorten(found) : found,
    allowed,
  });
}

/** The error for a parameter that a request cannot do without. */
export function missing(name: string, hint: ErrorDetail = ''): RegistryError {
  return new RegistryError('parameter-missing', { name, hint });
}

/** A found value as an error repeats it. */
export function shorten(value: string): string {
  return value.length <= LONGEST_ECHO ? value : `${value.slice(0, LONGEST_ECHO)}…`;
}
