/**
 * What a feed lists: each named person once and each withheld record by itself; and which registries answered its question
 * in full, over time.
 */

import { ownMember } from '../own-member.ts';
import { readRecord } from '../record/records.ts';
import type { geneRow, personRow } from '../record/row.ts';
import type { Part } from './federated-answer.ts';
import type { OriginKeys } from './federated-query.ts';
import { noticeOf, type OriginNotice, type OriginState } from './origin.ts';

export type FeedPerson = {
  originKey: string;
  /** The name of the registry. */
  registry: string;
  /**
   * Identifies the person among the people of the registry: by user id or name, or for a record without a name by its
   * position among such records, as nothing else distinguishes them.
   */
  key: string;
  /** Undefined where the name is withheld. */
  named: { userId: number | undefined; name: string; organization: string | undefined } | undefined;
  /** The genes of the search that the person works on, such as `KCNQ2 (human)`. */
  genes: readonly string[];
};

export type FeedPeople = {
  people: readonly FeedPerson[];
  /** The keys of registries that listed all their people; a person missing there is no longer in the registry. */
  whole: readonly string[];
  /** The names of registries that may have more people than are listed. */
  partly: readonly string[];
  /** The notices of registries beside their people, by key. */
  notices: ReadonlyMap<string, OriginNotice>;
  /** How each registry that was queried answered. */
  coverage: readonly OriginCoverage[];
};

export type FeedEntry = {
  person: FeedPerson;
  /** A UUID, the same for the same person under the same question, at every time and in every process. */
  id: string;
  cameAt: Date;
};

/** The question of a feed, and the people whom it finds now. */
export type FeedContent = {
  /** The id of the question; a UUID. */
  id: string;
  /** The newest first. */
  entries: readonly FeedEntry[];
  /** When the set of people last changed. */
  changedAt: Date;
  /** Whether there was room to store the people; if not, all of them count as new today. */
  isStored: boolean;
  /** The monthly entry about which registries answered; undefined in the first month. */
  month: { id: string; coverage: CoverageMonth } | undefined;
};

type Row = ReturnType<typeof personRow>;
type GeneRow = ReturnType<typeof geneRow> & { remoteUser: Row };

const WHOLE: readonly OriginState[] = ['answered', 'empty'];

/**
 * Returns the names of registries whose answer was not in the cache, for a search that read the cache alone.
 *
 * @param origins the registries of the question; undefined means all
 */
export function notInCache(parts: readonly Part[], origins: OriginKeys): readonly string[] {
  return parts.flatMap(({ origin: { key, origin, state } }) => {
    return state === 'not-asked' && (origins === undefined || origins.includes(key)) ? [origin] : [];
  });
}

/**
 * Returns the people of a search, in steps, as there may be thousands.
 *
 * @param parts of a search with public access, with whole records or rows
 */
export function* feedPeople(parts: readonly Part[]): Generator<undefined, FeedPeople> {
  const queried = parts.filter(({ origin }) => origin.state !== 'not-asked');
  const isWhole = ({ origin: { state, exact, dropped } }: Part) => WHOLE.includes(state) && exact && dropped === 0;
  const people: FeedPerson[] = [];
  const coverage: OriginCoverage[] = [];
  for (const part of queried) {
    const before = people.length;
    for (const person of yield* peopleOf(part)) people.push(person);
    const { key, origin } = part.origin;
    coverage.push({ key, registry: origin, isWhole: isWhole(part), people: people.length - before });
  }
  return {
    people,
    whole: coverage.filter((one) => one.isWhole).map(({ key }) => key),
    partly: coverage.filter((one) => !one.isWhole).map(({ registry }) => registry),
    notices: new Map(queried.filter(hasPeople).map(({ origin }) => [origin.key, noticeOf(origin)])),
    coverage,
  };
}

function hasPeople({ records }: Part): boolean {
  return records.length > 0;
}

function* peopleOf({ origin, records }: Part): Generator<undefined, FeedPerson[]> {
  const people = new Map<string, { named: FeedPerson['named']; genes: Set<string> }>();
  let withheld = 0;
  for (const found of records) {
    const record = readRecord<Row | GeneRow>(found);
    const isGene = 'remoteUser' in record;
    const named = found.isAnonymised ? undefined : namedAs(isGene ? record.remoteUser : record);
    const key = named === undefined ? `withheld ${++withheld}` : `named ${named.userId ?? named.name}`;
    const genes = people.get(key)?.genes ?? new Set();
    if (isGene) for (const gene of geneOf(record)) genes.add(gene);
    people.set(key, { named, genes });
    yield;
  }
  const registry = { originKey: origin.key, registry: origin.origin };
  return [...people].map(([key, { named, genes }]) => ({ ...registry, key, named, genes: [...genes] }));
}

function namedAs({ id, name, lastName, organization }: Row): FeedPerson['named'] {
  const whole = [name, lastName].filter(Boolean).join(' ');
  return whole === '' && id === undefined ? undefined : { userId: id, name: whole, organization };
}

function geneOf({ symbol, taxon }: GeneRow): string[] {
  if (!symbol) return [];
  return [taxon?.commonName ? `${symbol} (${taxon.commonName})` : symbol];
}

/** How one registry answered a question at one moment. */
type OriginCoverage = {
  key: string;
  /** The name of the registry. */
  registry: string;
  /** Whether the registry answered in full, with all its records. */
  isWhole: boolean;
  people: number;
};

/** A registry that did not answer in full: since when, and what it answers now. Times are in seconds since 1970. */
type CoverageLine = { registry: string; since: number; now: 'silent' | 'nobody' | 'people' };

/** The monthly entry of a feed. */
type CoverageMonth = {
  at: number;
  /** How many of all registries answered in full. */
  whole: number;
  all: number;
  lines: readonly CoverageLine[];
};

/**
 * The stored coverage, by keys of registries. `silent`: since when a registry gives no full answer. `returned`: since when
 * it had given none, for a registry that answers in full again since the last monthly entry.
 */
export type StoredCoverage = {
  /** The time of the first look in the current month. The first month of a question has no entry. */
  begunAt: number;
  silent: Readonly<Record<string, number>>;
  returned: Readonly<Record<string, number>>;
  month: CoverageMonth | null;
};

/**
 * Returns the coverage to store after a look at all registries that a question goes to; other registries are removed.
 *
 * @param before undefined for a new question
 * @param at in seconds since 1970
 */
export function coverageAfter(
  before: StoredCoverage | undefined,
  now: readonly OriginCoverage[],
  at: number,
): StoredCoverage {
  const silent: Record<string, number> = {};
  const returned: Record<string, number> = {};
  for (const { key, isWhole } of now) {
    const since = ownMember(before?.silent, key);
    const returnedSince = since ?? ownMember(before?.returned, key);
    if (!isWhole) silent[key] = since ?? at;
    else if (returnedSince !== undefined) returned[key] = returnedSince;
  }
  if (before === undefined) return { begunAt: at, silent, returned, month: null };
  if (monthOf(before.begunAt) === monthOf(at)) return { ...before, silent, returned };
  return { begunAt: at, silent, returned: {}, month: monthFrom(now, { silent, returned }, at) };
}

function monthFrom(
  now: readonly OriginCoverage[],
  { silent, returned }: Pick<StoredCoverage, 'silent' | 'returned'>,
  at: number,
): CoverageMonth {
  const lines = now.flatMap(({ key, registry, people }): CoverageLine[] => {
    const [silentSince, returnedSince] = [ownMember(silent, key), ownMember(returned, key)];
    if (silentSince !== undefined) return [{ registry, since: silentSince, now: 'silent' }];
    return returnedSince === undefined
      ? []
      : [{ registry, since: returnedSince, now: people === 0 ? 'nobody' : 'people' }];
  });
  return { at, whole: now.filter(({ isWhole }) => isWhole).length, all: now.length, lines };
}

/** Returns the month in UTC, such as `2026-05`. */
export function monthOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 7);
}
