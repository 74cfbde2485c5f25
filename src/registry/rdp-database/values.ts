/** Converts values of an RDP database; an invalid one is reported, and never becomes more open. */

import type { Report } from '../../domain/bounded-list.ts';
import {
  GO_ASPECTS,
  LARGEST_INT,
  PRIVATE,
  type PrivacyLevel,
  RESEARCHER_CATEGORIES,
  RESEARCHER_POSITIONS,
  type ResearcherCategory,
  type ResearcherPosition,
  ROLES,
  type Role,
  TIERS,
  type Tier,
} from '../../domain/record/model.ts';
import { ALLOWED_SCHEMES, refusedScheme } from '../../domain/web-address.ts';
import type { RdpValue } from './connection.ts';

const LEVELS: readonly PrivacyLevel[] = [0, 1, 2];
const LONGEST_SHOWN = 40;

/** The aspects of GO terms as RDP writes them, in the order of {@link GO_ASPECTS}. */
const ASPECTS = ['biological_process', 'cellular_component', 'molecular_function'];

/** The owner of the value, such as `user 7`, and the function that reports it. */
export type ColumnPlace = { name: string; report: Report };

/** Whether a value is an id of NCBI or of a row that a registry can store. */
export function isId(value: RdpValue): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_INT;
}

/** Whether a value is a text that is neither null nor empty. */
export function isName(value: RdpValue): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns whether a flag is set that shows or allows more; only 1 sets it. */
export function toFlag(value: RdpValue): boolean {
  return Number(value) === 1;
}

/** Returns whether a gene list is hidden. Only 0 shows it; any value but 0 and 1 is reported. */
export function toHideGenelist(value: RdpValue, { name, report }: ColumnPlace): boolean {
  if (value === 0 || value === 1) return value === 1;
  report(`${name}: hide_genelist is ${shown(value)}, allowed: 0, 1; the gene list is hidden.`);
  return true;
}

export function toText(value: RdpValue): string | null {
  return value === null ? null : String(value);
}

/** Returns a whole number or null; one that a registry cannot store is reported and becomes null. */
export function toNumber(value: RdpValue, what: string, { name, report }: ColumnPlace): number | null {
  if (value === null || isId(value)) return value;
  report(`${name}: ${what} ${shown(value)} is no whole number from 0 to ${LARGEST_INT}; it is left out.`);
  return null;
}

/** Returns the level of a profile. Null, also for an unknown level, means that nobody sees it. */
export function toUserLevel(value: RdpValue, { name, report }: ColumnPlace): PrivacyLevel | null {
  const level = LEVELS.find((known) => known === value) ?? null;
  if (level === null && value !== null) {
    report(`${name}: the privacy level ${shown(value)} is unknown, allowed: ${LEVELS}; nobody sees the profile.`);
  }
  return level;
}

/** Returns the own level of a registered gene; null for the level of the profile. An unknown level becomes private. */
export function toGeneLevel(value: RdpValue, { name, report }: ColumnPlace): PrivacyLevel | null {
  const level = LEVELS.find((known) => known === value);
  if (level !== undefined || value === null) return level ?? null;
  report(`${name}: the privacy level ${shown(value)} is unknown, allowed: ${LEVELS}; the gene is private.`);
  return PRIVATE;
}

/** Returns a tier or null; an unknown one is reported and becomes null. */
export function toTier(value: RdpValue, place: ColumnPlace): Tier | null {
  return value === null ? null : (oneOf(TIERS, value, 'the tier', place) ?? null);
}

/** Returns a position or null; an unknown one is reported and becomes null. */
export function toPosition(value: RdpValue, place: ColumnPlace): ResearcherPosition | null {
  return value === null ? null : (oneOf(RESEARCHER_POSITIONS, value, 'the position', place) ?? null);
}

/** Returns the categories; unknown ones are reported and left out. */
export function toCategories(values: readonly RdpValue[], place: ColumnPlace): ResearcherCategory[] {
  return values.flatMap((value) => oneOf(RESEARCHER_CATEGORIES, value, 'the category', place) ?? []);
}

/** Returns the roles, each once; unknown ones are reported and left out. */
export function toRoles(values: readonly RdpValue[], place: ColumnPlace): Role[] {
  return [...new Set(values.flatMap((value) => oneOf(ROLES, value, 'the role', place) ?? []))];
}

/** Returns the API's name of an aspect. Any other text is reported, unchanged and never shown. */
export function toAspect(value: RdpValue, { name, report }: ColumnPlace): string | null {
  if (value === null) return null;
  const aspect = GO_ASPECTS[ASPECTS.indexOf(String(value))];
  if (aspect === undefined) {
    report(
      `${name}: the aspect ${shown(value)} of a GO term is unknown, allowed: ${ASPECTS.join(', ')}; none is shown.`,
    );
  }
  return aspect ?? String(value);
}

/** Returns a website; one with a scheme that pages must not link to is reported and becomes null. */
export function toWebsite(value: RdpValue, { name, report }: ColumnPlace): string | null {
  const website = toText(value);
  const scheme = website === null ? undefined : refusedScheme(website);
  if (scheme === undefined) return website;
  report(`${name}: the website has the scheme ${shown(scheme)}, allowed: ${ALLOWED_SCHEMES}; it is left out.`);
  return null;
}

/** Returns a time of the database, which is in UTC, as ISO 8601; undefined for `0000-00-00 00:00:00` and the like. */
export function toTime(value: RdpValue): string | undefined {
  const iso = `${String(value).replace(' ', 'T')}Z`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

/** Returns a date as `yyyy-mm-dd`; null for `0000-00-00` and the like. */
export function toDate(value: RdpValue): string | null {
  return value === null || Number.isNaN(Date.parse(String(value))) ? null : String(value);
}

function oneOf<T extends string>(
  known: readonly T[],
  value: RdpValue,
  what: string,
  place: ColumnPlace,
): T | undefined {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  place.report(`${place.name}: ${what} ${shown(value)} is unknown, allowed: ${known.join(', ')}; it is left out.`);
  return undefined;
}

/** Returns a value as a sentence quotes it. */
export function shown(value: RdpValue): string {
  if (typeof value !== 'string') return String(value);
  return value.length > LONGEST_SHOWN ? `'${value.slice(0, LONGEST_SHOWN)}…'` : `'${value}'`;
}
