/** The people of an answer as a feed lists them: each named person once, and as many withheld ones as there are. */

import { readRecord } from '../record/read-record.ts';
import type { geneRow, personRow } from '../record/row.ts';
import type { Part } from './federated-answer.ts';
import type { OriginKeys } from './federated-query.ts';
import type { CoverageMonth, OriginCoverage } from './feed-coverage.ts';
import { noticeOf, type OriginNotice, type OriginState } from './origin.ts';

export type FeedPerson = {
  originKey: string;
  /** The name of the registry. */
  registry: string;
  /**
   * Which of the people of the registry: by number, or for a record without a name by its place among those, as nothing
   * distinguishes one of these from another.
   */
  key: string;
  /** Undefined where the name is withheld. */
  named: { userId: number | undefined; name: string; organization: string | undefined } | undefined;
  /** What the person works on, of the genes searched for, such as `KCNQ2 (human)`. */
  genes: readonly string[];
};

export type FeedPeople = {
  people: readonly FeedPerson[];
  /** The keys of registries that named everybody whom they have: whoever is missing there has gone. */
  whole: readonly string[];
  /** The names of registries that may have more people than are listed. */
  partly: readonly string[];
  /** What registries want to be said beside their people, by key. */
  notices: ReadonlyMap<string, OriginNotice>;
  /** How each registry that was asked answered. */
  coverage: readonly OriginCoverage[];
};

export type FeedEntry = {
  person: FeedPerson;
  /** The same for the same person under the same question, at every time and in every instance; a UUID. */
  id: string;
  cameAt: Date;
};

/** A standing question, and whom it finds at the moment. */
export type StandingLook = {
  /** Of the question; a UUID. */
  id: string;
  /** Whoever came last first. */
  entries: readonly FeedEntry[];
  /** When what it finds last changed. */
  changedAt: Date;
  /** Whether there was room to keep it; without, everybody came today. */
  isStored: boolean;
  /** The entry of this month on who answered; undefined in the first month. */
  month: { id: string; coverage: CoverageMonth } | undefined;
};

type Row = ReturnType<typeof personRow>;
type GeneRow = ReturnType<typeof geneRow> & { remoteUser: Row };

const WHOLE: readonly OriginState[] = ['answered', 'empty'];

/**
 * The names of registries whose answer was not in the cache, of a search that asked nobody.
 *
 * @param origins those that it is about; all where undefined
 */
export function notInCache(parts: readonly Part[], origins: OriginKeys): readonly string[] {
  return parts.flatMap(({ origin: { key, origin, state } }) => {
    return state === 'not-asked' && (origins === undefined || origins.includes(key)) ? [origin] : [];
  });
}

/**
 * Read in steps, as people may be thousands.
 *
 * @param parts of a search by the public, with records or rows
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
