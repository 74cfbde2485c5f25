/** Who works on a gene and its orthologs, registry by registry: one question for each cell of the table. */

import {
  type CoverageRow,
  type CoverageTableRow,
  cellQuery,
  coverageAnswer,
  coverageRows,
  coverageTable,
} from '../../domain/federation/coverage.ts';
import type { CoverageQuery } from '../../domain/federation/federated-query.ts';
import { namedSources, omittedParts } from '../../domain/federation/queried-sources.ts';
import type { Question, Source } from '../../domain/federation/source.ts';
import type { ResolveGene } from '../../domain/query/gene-names.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { GeneFacts } from '../../domain/record/records.ts';
import type { FederatedPlan, Planner, WithOrigins } from './federated-plan.ts';

export type CoverageTable = {
  /** Null when the gene table of this registry does not know it, or several of the name. */
  gene: GeneFacts | null;
  /** The symbol as it was asked for. */
  askedAs: string;
  rows: CoverageTableRow[];
};

/** @throws RegistryError `unknown-origin` */
export type FederatedCoverage = (
  query: CoverageQuery,
  viewer: Viewer,
  signal: AbortSignal,
) => Promise<FederatedPlan<WithOrigins<CoverageTable>>>;

type CoverageOptions = { sources: () => readonly Source[]; plan: Planner; resolveGene: ResolveGene };

export function federatedCoverage({ sources, plan, resolveGene }: CoverageOptions): FederatedCoverage {
  return async ({ symbol, taxonId, origins }, viewer, signal) => {
    const known = await resolveGene(symbol, taxonId);
    const rows = coverageRows(known, { symbol, taxonId });
    const all = sources();
    const queried = namedSources(all, origins);
    const gene = rows[0]?.geneId === null ? null : (known[0]?.gene ?? null);
    return plan(
      {
        query: { symbol, taxonId },
        queries: queried.map((source) => ({
          source: coverageOf(source, rows),
          question: cellQuestion(rows[0]),
          isRetry: origins !== undefined,
        })),
        others: omittedParts(all, queried),
        read: (parts) => ({ content: { gene, askedAs: symbol, rows: coverageTable(rows, parts) } }),
      },
      viewer,
      signal,
    );
  };
}

/** A source asked for every row at once, answering cells. */
function coverageOf(source: Source, rows: readonly CoverageRow[]): Source {
  const questions = rows.map(cellQuestion);
  return {
    ...source,
    getCached(_, viewer) {
      const answers = questions.map((question) => source.getCached(question, viewer));
      return answers.every((answer) => answer !== undefined) ? coverageAnswer(rows, answers) : undefined;
    },
    async ask(_, viewer, signal, options) {
      const answers = await Promise.all(
        questions.map(
          async (question) =>
            source.getCached(question, viewer) ?? (await source.ask(question, viewer, signal, options)),
        ),
      );
      return coverageAnswer(rows, answers);
    },
  };
}

function cellQuestion(row: CoverageRow | undefined): Question {
  if (row === undefined) throw new Error('A coverage has one row at least, that of the gene asked for.');
  return { kind: 'genes-search', query: cellQuery(row) };
}
