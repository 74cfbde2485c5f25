/** Values of an RDP database as a registry has them; what cannot be one is reported, and never made more open. */

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
import { ALLOWED_SCHEMES, refusedScheme } from '../../domain/record/website.ts';
import type { RdpValue } from './connection.ts';

const LEVELS: readonly PrivacyLevel[] = [0, 1, 2];
const LONGEST_SHOWN = 40;

/** How RDP writes the aspects of GO terms, in the order of {@link GO_ASPECTS}. */
const ASPECTS = ['biological_process', 'cellular_component', 'molecular_function'];

/** Whose value it is, and where to report it: `user 7`. */
export type ColumnPlace = { name: string; report: Report };

/** A number of NCBI, or of a row, that a registry can hold. */
export function isId(value: RdpValue): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_INT;
}

/** A text that names something; some columns may be null or empty. */
export function isName(value: RdpValue): value is string {
  return typeof value === 'string' && value !== '';
}

export function toFlag(value: RdpValue): boolean {
  return Number(value) === 1;
}

export function toText(value: RdpValue): string | null {
  return value === null ? null : String(value);
}

/** A whole number that may be missing; one that a registry cannot hold is reported, and missing. */
export function toNumber(value: RdpValue, what: string, { name, report }: ColumnPlace): number | null {
  if (value === null || isId(value)) return value;
  report(`${name}: ${what} ${shown(value)} is no whole number from 0 to ${LARGEST_INT}; it is left out.`);
  return null;
}

/** The level of a profile. Null, and one that is unknown, let nobody see it. */
export function toUserLevel(value: RdpValue, { name, report }: ColumnPlace): PrivacyLevel | null {
  const level = LEVELS.find((known) => known === value) ?? null;
  if (level === null && value !== null) {
    report(`${name}: the privacy level ${shown(value)} is unknown, allowed: ${LEVELS}; nobody sees the profile.`);
  }
  return level;
}

/** The own level of a registered gene, null for that of the profile. One that is unknown is private. */
export function toGeneLevel(value: RdpValue, { name, report }: ColumnPlace): PrivacyLevel | null {
  const level = LEVELS.find((known) => known === value);
  if (level !== undefined || value === null) return level ?? null;
  report(`${name}: the privacy level ${shown(value)} is unknown, allowed: ${LEVELS}; the gene is private.`);
  return PRIVATE;
}

export function toTier(value: RdpValue, place: ColumnPlace): Tier | null {
  return value === null ? null : (oneOf(TIERS, value, 'the tier', place) ?? null);
}

export function toPosition(value: RdpValue, place: ColumnPlace): ResearcherPosition | null {
  return value === null ? null : (oneOf(RESEARCHER_POSITIONS, value, 'the position', place) ?? null);
}

export function toCategories(values: readonly RdpValue[], place: ColumnPlace): ResearcherCategory[] {
  return values.flatMap((value) => oneOf(RESEARCHER_CATEGORIES, value, 'the category', place) ?? []);
}

export function toRoles(values: readonly RdpValue[], place: ColumnPlace): Role[] {
  return [...new Set(values.flatMap((value) => oneOf(ROLES, value, 'the role', place) ?? []))];
}

/** RDP's name of an aspect as the API shows it; any other text stays as it is, and is shown as none. */
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

/** A website that a page could not offer to click is left out. */
export function toWebsite(value: RdpValue, { name, report }: ColumnPlace): string | null {
  const website = toText(value);
  const scheme = website === null ? undefined : refusedScheme(website);
  if (scheme === undefined) return website;
  report(`${name}: the website has the scheme ${shown(scheme)}, allowed: ${ALLOWED_SCHEMES}; it is left out.`);
  return null;
}

/** A time of the database, which answers in UTC, as ISO 8601; undefined for `0000-00-00 00:00:00` and the like. */
export function toTime(value: RdpValue): string | undefined {
  const iso = `${String(value).replace(' ', 'T')}Z`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

/** `yyyy-mm-dd`; null for `0000-00-00` and the like. */
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

/** A value as a sentence quotes it. */
export function shown(value: RdpValue): string {
  if (typeof value !== 'string') return String(value);
  return value.length > LONGEST_SHOWN ? `'${value.slice(0, LONGEST_SHOWN)}…'` : `'${value}'`;
}
