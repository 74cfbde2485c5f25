/** How query parameters are read: the binding rules of rdp-protocol 2.3, on decoded parameters. */

import { RegistryError } from '../errors.ts';

const TRUE = ['true', 'on', 'yes', '1'];
const FALSE = ['false', 'off', 'no', '0'];
const INT_MAX = 2_147_483_647;
const INT_MIN = -2_147_483_648;
const LONGEST_ECHO = 60;

/** A text parameter; repeated, its values are joined by a comma. Undefined when absent, `''` when empty. */
export function textParameter(params: URLSearchParams, name: string): string | undefined {
  const values = params.getAll(name);
  return values.length === 0 ? undefined : values.join(',');
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
  if (parsed === undefined) throw invalid(name, value, 'a whole number of at most 32 bits');
  return parsed;
}

/**
 * Every value of a 32-bit integer parameter that may be repeated, each once; empty values are none.
 *
 * @throws RegistryError `parameter-invalid`
 */
export function integersParameter(params: URLSearchParams, name: string): number[] {
  const values = params.getAll(name).filter((value) => value !== '');
  return [...new Set(values.map((value) => readInteger(value, name)))];
}

/** A 32-bit integer as parameters and paths write it: decimal or `0x` hexadecimal. Undefined for anything else. */
export function parseInteger(text: string): number | undefined {
  const compact = text.replace(/\s/g, '');
  if (!/^[+-]?\d+$|^-?0x[0-9a-f]+$/i.test(compact)) return undefined;
  const magnitude = Number(compact.replace(/^[+-]/, ''));
  const value = compact.startsWith('-') ? -magnitude : magnitude;
  return value >= INT_MIN && value <= INT_MAX ? value : undefined;
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
 */
export function listParameter(params: URLSearchParams, name: string): string[] | undefined {
  const values = params.getAll(name);
  if (values.length === 0) return undefined;
  if (values.length > 1) return values;
  return (values[0] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * A set of the words allowed, in any of the spellings of its name; the spellings add up.
 *
 * @throws RegistryError `parameter-invalid`
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
export function invalid(name: string, found: string, allowed: string): RegistryError {
  return new RegistryError('parameter-invalid', { name, found: shorten(found), allowed });
}

/** The error for a parameter that a request cannot do without. */
export function missing(name: string, hint = ''): RegistryError {
  return new RegistryError('parameter-missing', { name, hint });
}

/** A found value as an error repeats it. */
export function shorten(value: string): string {
  return value.length <= LONGEST_ECHO ? value : `${value.slice(0, LONGEST_ECHO)}…`;
}
