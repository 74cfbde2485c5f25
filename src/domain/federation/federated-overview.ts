/** Statistics and terms of all registries, with totals that do not claim to count distinct people. */

import { readRecord } from '../record/records.ts';
import { isFull } from './completeness.ts';
import type { Part } from './federated-answer.ts';
import { LOCAL_ORIGIN } from './origin.ts';
import type { FoundRecord } from './source.ts';

const SUMMED = ['users', 'publicUsers', 'usersWithGenes', 'userGenes'] as const;
type Summed = (typeof SUMMED)[number];
type Stats = Readonly<Record<string, unknown>>;
export type StatsOverview = {
  content: ({ key: string } & Stats)[];
  totals: Record<Summed, number>;
  /** The keys of the origins in each sum; old registries do not count everything. */
  countedOrigins: Record<Summed, string[]>;
};

/**
 * Returns the statistics of each registry, and their sums. A person in two registries counts twice; numbers of distinct
 * genes are not summed at all, as registries share genes.
 */
export function statsOverview(parts: readonly Part[]): StatsOverview {
  const content: ({ key: string } & Stats)[] = parts.flatMap(({ origin, records }) =>
    records.map((record) => ({ key: origin.key, ...readRecord<Stats>(record) })),
  );
  const counting = (name: Summed) => content.filter((stats) => typeof stats[name] === 'number');
  return {
    content,
    totals: forEachSum((name) => counting(name).reduce((total, stats) => total + Number(stats[name]), 0)),
    countedOrigins: forEachSum((name) => counting(name).map(({ key }) => key)),
  };
}

function forEachSum<Value>(of: (name: Summed) => Value): Record<Summed, Value> {
  return Object.fromEntries(SUMMED.map((name) => [name, of(name)])) as Record<Summed, Value>;
}

type TermKnowledge = {
  termId: string;
  /** The name in this registry, or else in the first registry that knows the term. */
  name: string | null;
  knownBy: string[];
  /** Registries that answered in full and do not know the term or its ontology. */
  unknownTo: string[];
  /** Registries that gave no answer or only part of it, so it is not known whether they have the term. */
  unanswered: string[];
};

/** Returns which registries know which term. */
export function termsOverview(parts: readonly Part[], termIds: readonly string[]): TermKnowledge[] {
  const queried = parts.filter(({ origin }) => origin.state !== 'not-asked');
  const known = queried.map(({ origin, records }) => ({
    origin,
    terms: new Map(records.map(termOf)),
  }));
  return [...new Set(termIds)].map((termId) => {
    const having = known.filter(({ terms }) => terms.has(fold(termId)));
    const others = known.filter(({ terms }) => !terms.has(fold(termId)));
    const naming = having.find(({ origin }) => origin.key === LOCAL_ORIGIN) ?? having[0];
    const answeredInFull = others.filter(({ origin }) => isFull(origin.state) || origin.state === 'unknown-term');
    return {
      termId,
      name: naming?.terms.get(fold(termId)) ?? null,
      knownBy: having.map(({ origin }) => origin.key),
      unknownTo: answeredInFull.map(({ origin }) => origin.key),
      unanswered: others.filter((one) => !answeredInFull.includes(one)).map(({ origin }) => origin.key),
    };
  });
}

function termOf(record: FoundRecord): [termId: string, name: string | null] {
  const { termId, name } = readRecord<{ termId: string; name: string | null }>(record);
  return [fold(termId), name];
}

function fold(termId: string): string {
  return termId.trim().toLowerCase();
}
