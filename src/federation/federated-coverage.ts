/**
 * The coverage of a gene: who works on it and its orthologs, registry by registry; each cell of the table is one
 * question.
 */

import {
  type CoverageRow,
  type CoverageTableRow,
  cellQuery,
  coverageAnswer,
  coverageRows,
  coverageTable,
} from '../domain/federation/coverage.ts';
import type { CoverageQuery } from '../domain/federation/federated-query.ts';
import type { Question, Source } from '../domain/federation/source.ts';
import type { KnownGene, ResolveGene } from '../domain/query/gene-names.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { GeneFacts } from '../domain/record/records.ts';
import { type Planner, questionTo } from './federated-plan.ts';

export type CoverageTable = {
  /** Null if this registry's genes do not contain it, or contain several of that name. */
  gene: GeneFacts | null;
  /** The symbol of the question. */
  askedAs: string;
  rows: CoverageTableRow[];
};

type CoverageOptions = { sources: () => readonly Source[]; plan: Planner; resolveGene: ResolveGene };

/** Looks up the gene here, and plans the coverage of it and its orthologs. */
export function federatedCoverage({ sources, plan, resolveGene }: CoverageOptions) {
  type KnownQuery = CoverageQuery & { known: readonly KnownGene[] };
  const planFor = plan<KnownQuery, CoverageTable>(({ symbol, taxonId, origins, known }) => {
    const rows = coverageRows(known, { symbol, taxonId });
    const gene = rows[0]?.geneId === null ? null : (known[0]?.gene ?? null);
    const { queries, others } = questionTo(sources(), origins, cellQuestion(rows[0]));
    return {
      query: { symbol, taxonId },
      queries: queries.map((query) => ({ ...query, source: coverageOf(query.source, rows) })),
      others,
      read: (parts) => ({ content: { gene, askedAs: symbol, rows: coverageTable(rows, parts) } }),
    };
  });
  return async (query: CoverageQuery, viewer: Viewer, signal: AbortSignal) =>
    planFor({ ...query, known: await resolveGene(query.symbol, query.taxonId) }, viewer, signal);
}

/** Returns a source that asks for all rows at once and answers with cells. */
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
