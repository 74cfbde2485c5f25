/** The people whom a reader has chosen: what is stored about each, and changes of the list. It is stored in the browser only. */

/** One person of one registry; the name may be withheld. */
export type Chosen = {
  /** The key of the registry. */
  origin: string;
  /** The name of the registry. */
  registry: string;
  /** The id of the person there, or the anonymous id where the name is withheld. */
  person: string;
  /** Until when the anonymous id is valid, in ISO 8601; empty for a named person. */
  expires: string;
  /** Empty where the name is withheld. */
  name: string;
  organisation: string;
  /** The gene of the search and its organism, as the page shows them; empty in a search for researchers. */
  gene: string;
  organism: string;
  /** The parameters of the search that found the person. */
  search: string;
  /** When the reader chose the person, in ISO 8601. */
  at: string;
  /** The reader's own note. */
  note: string;
};

export const MOST_CHOSEN = 50;
export const LONGEST_NOTE = 500;
const LONGEST_TEXT = 300;
const LONGEST_SEARCH = 1000;

/** Returns the key of a person in the list; no key is in it twice. */
export function keyOf({ origin, person }: Pick<Chosen, 'origin' | 'person'>): string {
  return `${origin}/${person}`;
}

/** Returns the list with one more person at its end; undefined when it is full. A person already in it stays unchanged. */
export function withChosen(list: readonly Chosen[], one: Chosen): readonly Chosen[] | undefined {
  if (list.some((other) => keyOf(other) === keyOf(one))) return list;
  return list.length >= MOST_CHOSEN ? undefined : [...list, bounded(one)];
}

export function withoutChosen(list: readonly Chosen[], key: string): readonly Chosen[] {
  return list.filter((one) => keyOf(one) !== key);
}

/** Returns the list with the note about one person; a long note is cut. */
export function withNote(list: readonly Chosen[], key: string, note: string): readonly Chosen[] {
  return list.map((one) => (keyOf(one) === key ? { ...one, note: note.slice(0, LONGEST_NOTE) } : one));
}

/** Moves a person up (−1) or down (1) by one; at the end of the list nothing changes. */
export function moved(list: readonly Chosen[], key: string, by: -1 | 1): readonly Chosen[] {
  const from = list.findIndex((one) => keyOf(one) === key);
  const [one, other] = [list[from], list[from + by]];
  if (one === undefined || other === undefined) return list;
  return list.map((each, at) => (at === from ? other : at === from + by ? one : each));
}

/** Whether the anonymous id is no longer valid. @param now in ms since 1970 */
export function hasExpired({ expires }: Pick<Chosen, 'expires'>, now: number): boolean {
  return expires !== '' && !(Date.parse(expires) > now);
}

export function writeShortlist(list: readonly Chosen[]): string {
  return JSON.stringify(list);
}

/** Reads what {@link writeShortlist} wrote; skips anything else, which only scripts of this site could have stored. */
export function readShortlist(text: string | null): readonly Chosen[] {
  const found = parsed(text ?? '[]');
  if (!Array.isArray(found)) return [];
  const list = found.flatMap((one) => chosenIn(one) ?? []);
  return [...new Map(list.map((one) => [keyOf(one), one])).values()].slice(0, MOST_CHOSEN);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TEXTS = [
  'origin',
  'registry',
  'person',
  'expires',
  'name',
  'organisation',
  'gene',
  'organism',
  'search',
  'at',
  'note',
] as const;

function chosenIn(value: unknown): Chosen | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const one = value as Readonly<Record<string, unknown>>;
  if (TEXTS.some((name) => typeof one[name] !== 'string')) return undefined;
  const chosen = one as Chosen;
  return chosen.origin === '' || chosen.person === '' ? undefined : bounded(chosen);
}

function bounded(one: Chosen): Chosen {
  const short = (text: string) => text.slice(0, LONGEST_TEXT);
  return {
    origin: short(one.origin),
    registry: short(one.registry),
    person: short(one.person),
    expires: short(one.expires),
    name: short(one.name),
    organisation: short(one.organisation),
    gene: short(one.gene),
    organism: short(one.organism),
    search: one.search.length > LONGEST_SEARCH ? '' : one.search,
    at: short(one.at),
    note: one.note.slice(0, LONGEST_NOTE),
  };
}
