/** Cuts the values from a partner to the lengths and sizes of their schema. */

import { ownMember } from '../own-member.ts';

/** The members of a JSON Schema that limit a value. */
type Bounds = {
  readonly properties?: Readonly<Record<string, Bounds>>;
  readonly items?: Bounds;
  readonly additionalProperties?: Bounds;
  readonly propertyNames?: Bounds;
  readonly maxCodeUnits?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  /** Whether the text is of no use when cut, so that null replaces it. */
  readonly isWhole?: boolean;
};

const CUT = '…';

/**
 * Returns the value with texts, lists and maps cut to the limits of the schema, and only with members that the schema names;
 * undefined where nothing is too long. The schema may still reject the result. The time grows with the result, not with the
 * value.
 */
export function shortened(schema: object, value: unknown): unknown {
  const tally = { cuts: 0 };
  const short = cut(schema as Bounds, value, tally);
  return tally.cuts === 0 ? undefined : short;
}

type Tally = { cuts: number };

function cut(bounds: Bounds, value: unknown, tally: Tally): unknown {
  if (typeof value === 'string') return cutText(bounds, value, tally);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return cutList(bounds, value, tally);
  return bounds.properties === undefined ? cutMap(bounds, value, tally) : cutRecord(bounds.properties, value, tally);
}

function cutText({ maxCodeUnits, isWhole }: Bounds, text: string, tally: Tally): string | null {
  if (maxCodeUnits === undefined || text.length <= maxCodeUnits) return text;
  tally.cuts++;
  return isWhole ? null : shortenedText(text, maxCodeUnits);
}

function cutList({ items, maxItems = 0 }: Bounds, list: readonly unknown[], tally: Tally): unknown {
  if (items === undefined) return list;
  if (list.length > maxItems) tally.cuts++;
  return list.slice(0, maxItems).map((entry) => cut(items, entry, tally));
}

function cutRecord(properties: NonNullable<Bounds['properties']>, value: object, tally: Tally): object {
  const shortened: Record<string, unknown> = {};
  for (const [member, bounds] of Object.entries(properties)) {
    if (!Object.hasOwn(value, member)) continue;
    shortened[member] = cut(bounds, ownMember(value as Record<string, unknown>, member), tally);
  }
  return shortened;
}

function cutMap(bounds: Bounds, value: object, tally: Tally): object {
  const { additionalProperties, propertyNames, maxProperties = 0 } = bounds;
  if (additionalProperties === undefined) return value;
  const shortened: [string, unknown][] = [];
  for (const key in value) {
    if (shortened.length === maxProperties) {
      tally.cuts++;
      break;
    }
    if (cutText({ ...propertyNames, isWhole: true }, key, tally) !== key) continue;
    shortened.push([key, cut(additionalProperties, ownMember(value as Record<string, unknown>, key), tally)]);
  }
  return Object.fromEntries(shortened);
}

/** Cuts a text and adds `…`, but never within a surrogate pair, and never between a letter and its marks. */
export function shortenedText(text: string, mostCodeUnits: number): string {
  let end = mostCodeUnits - CUT.length;
  const least = Math.max(0, end - 2 * MOST_MARKS);
  while (end > least && continuesSign(text, end)) end--;
  // A longer run of marks may be cut anywhere, but not within a surrogate pair.
  if (HALF.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end) + CUT;
}

/** Unicode's stream-safe form: no script needs more marks on one letter (UAX 15, 13). */
const MOST_MARKS = 30;
const MARKS_IN_A_ROW = /(\p{M}{30})\p{M}+/gu;

/**
 * Returns the text with at most thirty marks in a row. It can be applied to JSON as a whole, as marks are no part of its
 * syntax. V8 does not search a text of Latin letters alone.
 */
export function streamSafe(text: string): string {
  return text.replace(MARKS_IN_A_ROW, '$1');
}

const MARK = /^\p{M}/u;
const HALF = /^[\ud800-\udbff]$/;

/** Whether the character at a place belongs to the one before it. */
function continuesSign(text: string, at: number): boolean {
  const isBetweenHalves = HALF.test(text[at - 1] ?? '');
  return isBetweenHalves || MARK.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
