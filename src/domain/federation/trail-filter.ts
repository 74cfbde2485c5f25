/** Selects the entries of the trail that an administrator wants to see. */

import { type ErrorDetail, RegistryError } from '../errors.ts';
import { phrase } from '../phrases.ts';
import { ORIGIN_STATES, type OriginState } from './origin.ts';
import type { TrailFilter } from './trail.ts';

const MOST_ENTRIES = 200;
const USUAL_ENTRIES = 50;
const LONGEST_KEY = 200;

/**
 * Reads `partner`, `state`, `day`, `before` and `size`; an empty one counts as absent.
 *
 * @throws RegistryError `parameter-invalid`
 */
export function readTrailFilter(params: URLSearchParams): TrailFilter {
  const given = (name: string) => params.get(name)?.trim() || undefined;
  const partner = given('partner');
  const state = given('state');
  const day = given('day');
  if (partner !== undefined && partner.length > LONGEST_KEY) {
    throw invalid('partner', partner.slice(0, LONGEST_KEY), phrase('key-of-registry'));
  }
  if (state !== undefined && !isState(state)) throw invalid('state', state, ORIGIN_STATES.join(', '));
  if (day !== undefined && !isDay(day)) throw invalid('day', day, phrase('day'));
  return {
    ...{ partner, state, day },
    before: wholeNumber('before', given('before'), Number.MAX_SAFE_INTEGER),
    size: wholeNumber('size', given('size'), MOST_ENTRIES) ?? USUAL_ENTRIES,
  };
}

function isState(text: string): text is OriginState {
  return (ORIGIN_STATES as readonly string[]).includes(text);
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= most) return number;
  throw invalid(name, text, phrase('integer-from-to', { least: 1, most }));
}

function invalid(name: string, found: string, allowed: ErrorDetail): RegistryError {
  return new RegistryError('parameter-invalid', { name, found, allowed });
}
