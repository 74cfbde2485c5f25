/** Statistics and terms over all registries, with totals that do not pretend to count distinct people. */

import { readRecord } from '../record/read-record.ts';
import { isFull } from './completeness.ts';
import type { Part } from './federated-answer.ts';
import type { FoundRecord } from './source.ts';

const SUMMED = ['users', 'publicUsers', 'usersWithGenes', 'userGenes'] as const;
type Totals = Record<(typeof SUMMED)[number], number>;
type Stats = Readonly<Record<string, unknown>>;
export type StatsOverview = { content: ({ key: string } & Stats)[]; totals: Totals; countedOrigins: string[] };

/**
 * The statistics of each registry, and their sums: a person who is in two registries counts twice, which is why numbers
 * of distinct genes are not added up at all.
 */
export function statsOverview(parts: readonly Part[]): StatsOverview {
  const content: ({ key: string } & Stats)[] = parts.flatMap(({ origin, records }) =>
    records.map((record) => ({ key: origin.key, ...readRecord<Stats>(record) })),
  );
  const sum = (name: string) => content.reduce((total, stats) => total + (Number(stats[name]) || 0), 0);
  const totals = Object.fromEntries(SUMMED.map((name) => [name, sum(name)])) as Totals;
  return { content, totals, countedOrigins: content.map(({ key }) => key) };
}

export type TermKnowledge = {
  termId: string;
  /** As the first registry that knows it calls it. */
  name: string | null;
  knownBy: string[];
  /** Registries that answered in full and do not have it, or not its ontology. */
  unknownTo: string[];
  /** Registries that gave no answer, or not all of it, so that nobody can tell. */
  unanswered: string[];
};

/** Which registry knows which term. */
export function termsOverview(parts: readonly Part[], termIds: readonly string[]): TermKnowledge[] {
  const asked = parts.filter(({ origin }) => origin.state !== 'not-asked');
  const known = asked.map(({ origin, records }) => ({
    origin,
    terms: new Map(records.map(termOf)),
  }));
  return [...new Set(termIds)].map((termId) => {
    const having = known.filter(({ terms }) => terms.has(fold(termId)));
    const others = known.filter(({ terms }) => !terms.has(fold(termId)));
    const told = others.filter(({ origin }) => isFull(origin.state) || origin.state === 'unknown-term');
    return {
      termId,
      name: having[0]?.terms.get(fold(termId)) ?? null,
      knownBy: having.map(({ origin }) => origin.key),
      unknownTo: told.map(({ origin }) => origin.key),
      unanswered: others.filter((one) => !told.includes(one)).map(({ origin }) => origin.key),
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
