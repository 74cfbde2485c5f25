/**
 * Who works on a gene or its orthologs, for each gene and each registry, and where nobody does. Each gene is a question of
 * its own: a registry that is asked for all orthologs at once uses its own table of them, so a missing count is no zero.
 */

import { NO_FILTERS } from '../query/filters.ts';
import type { KnownGene } from '../query/gene-names.ts';
import type { GeneQuery } from '../query/gene-query.ts';
import { hasAnswered, isFull } from './completeness.ts';
import type { Part } from './federated-answer.ts';
import type { OriginState } from './origin.ts';
import { peopleIn } from './people-matrix.ts';
import { MOST_NAMED, reason, type UnknownGene } from './reasons.ts';
import type { CoverageCell, SourceAnswer } from './source.ts';

/** A row of the table: the gene of the question, or one of its orthologs by the local gene table. */
export type CoverageRow = {
  /** Null when the local gene table does not know the gene. */
  geneId: number | null;
  symbol: string;
  taxon: { id: number; commonName: string | null };
  relation: 'gene' | 'ortholog';
};

/** A cell of the table, without the gene, which its row names. */
type OriginCell = { key: string } & Pick<CoverageCell, 'state' | 'count' | 'anonymized' | 'exact' | 'retrievedAt'>;
export type CoverageTableRow = CoverageRow & { cells: OriginCell[] };

/** Returns the rows for a gene; only a row for the gene itself when the local gene table does not know which gene is meant. */
export function coverageRows(
  known: readonly KnownGene[],
  searched: { symbol: string; taxonId: number },
): CoverageRow[] {
  const [one, ...others] = known;
  if (one === undefined || others.length > 0) {
    return [
      { geneId: null, symbol: searched.symbol, taxon: { id: searched.taxonId, commonName: null }, relation: 'gene' },
    ];
  }
  const row = ({ geneId, symbol, taxon }: KnownGene['gene'], relation: CoverageRow['relation']): CoverageRow => ({
    geneId,
    symbol,
    taxon: { id: taxon.id, commonName: taxon.commonName },
    relation,
  });
  return [row(one.gene, 'gene'), ...one.orthologs.map((gene) => row(gene, 'ortholog'))];
}

/**
 * Returns the query of a cell: a search for that one gene without its orthologs. So a zero is certain even where a
 * partner knows other orthologs, and no person appears twice in an answer, a case that RDP 1.5 cannot answer (quirk 7).
 */
export function cellQuery({ symbol, taxon }: CoverageRow): GeneQuery {
  return {
    symbol,
    taxonId: taxon.id,
    orthologTaxonId: taxon.id,
    tiers: new Set(['TIER1', 'TIER2']),
    filters: NO_FILTERS,
  };
}

/** Returns the cell of a row from the answer of one registry; a person with several records counts once. */
export function cellOf(
  { geneId, symbol, taxon }: CoverageRow,
  { state, records, isExact, retrievedAt }: SourceAnswer,
): CoverageCell {
  const anonymized = records.filter(({ isAnonymised }) => isAnonymised).length;
  const count = peopleIn(records.map(({ order }) => ({ userId: order?.id })));
  const facts = { state, count, anonymized, exact: isExact, retrievedAt: retrievedAt?.toISOString() ?? null };
  return { geneId, symbol, taxonId: taxon.id, ...facts };
}

/** Returns the answer of one registry to all rows: the state of its least complete cell, with cells instead of records. */
export function coverageAnswer(rows: readonly CoverageRow[], answers: readonly SourceAnswer[]): SourceAnswer {
  const cells = rows.map((row, index) => cellOf(row, answers[index] as SourceAnswer));
  const worst = answers.reduce((a, b) => (gravity(b.state) > gravity(a.state) ? b : a));
  const unknown = cells.filter(({ state }) => state === 'unknown-term');
  const counted = {
    count: cells.reduce((sum, { count }) => sum + count, 0),
    anonymized: cells.reduce((sum, { anonymized }) => sum + anonymized, 0),
    cells,
  };
  const merged = {
    ...worst,
    records: [],
    counted,
    total: undefined,
    retrievedAt: worst.state === 'stale' ? earliest(answers.filter(({ state }) => state === 'stale')) : latest(answers),
    isExact: answers.every(({ isExact }) => isExact),
    cache: worst.cache ?? answers.find(({ cache }) => cache !== null)?.cache ?? null,
    elapsedMs: Math.max(...answers.map(({ elapsedMs }) => elapsedMs)),
  };
  if (isFull(worst.state)) return { ...merged, state: counted.count > 0 ? 'answered' : 'empty' };
  if (worst.state !== 'unknown-term' || unknown.length === cells.length) return merged;
  const genes = rows.filter((_, index) => cells[index]?.state === 'unknown-term').map(namedGene);
  const more = Math.max(0, genes.length - MOST_NAMED);
  const because = reason('unknown-symbols', { genes: genes.slice(0, MOST_NAMED), more });
  return {
    ...merged,
    state: 'limited',
    problem: { reason: because, error: undefined, status: 404, nextTryAt: undefined },
  };
}

function namedGene({ symbol, taxon, relation }: CoverageRow): UnknownGene {
  return { symbol, taxon: relation === 'gene' ? null : { id: taxon.id, name: taxon.commonName } };
}

/** Returns the table of all registries: each row with a cell of every origin that has an answer to it. */
export function coverageTable(rows: readonly CoverageRow[], parts: readonly Part[]): CoverageTableRow[] {
  return rows.map((row, index) => ({
    ...row,
    cells: parts.flatMap(({ origin: { key }, cells = [] }) => {
      const cell = cells[index];
      return cell === undefined ? [] : [originCell(key, cell)];
    }),
  }));
}

function originCell(key: string, { state, count, anonymized, exact, retrievedAt }: CoverageCell): OriginCell {
  return { key, state, count, anonymized, exact, retrievedAt };
}

function latest(answers: readonly SourceAnswer[]): Date | undefined {
  return timesOf(answers).at(-1);
}

/** Returns the time of the oldest answer, so that stale data does not look newer than it is. */
function earliest(answers: readonly SourceAnswer[]): Date | undefined {
  return timesOf(answers)[0];
}

function timesOf(answers: readonly SourceAnswer[]): Date[] {
  const times = answers.flatMap(({ retrievedAt }) => retrievedAt ?? []);
  return times.sort((a, b) => a.getTime() - b.getTime());
}

/** Ranks the states: failures above limited answers, these above an unknown symbol, and full answers last. */
function gravity(state: OriginState): number {
  if (isFull(state)) return 0;
  if (state === 'unknown-term') return 1;
  return hasAnswered(state) ? 2 : 3;
}
