/** Over all registries: statistics, terms, coverage of a gene, and the state of the partners (design 3). */

import { RegistryError } from '../../domain/errors.ts';
import { type CoverageRow, cellQuery, coverageAnswer, coverageRows } from '../../domain/federation/coverage.ts';
import { statsOverview, termsOverview } from '../../domain/federation/federated-overview.ts';
import type { Question, Source } from '../../domain/federation/source.ts';
import type { ResolveGene } from '../../domain/query/gene-names.ts';
import { integerParameter, listParameter, missing, textParameter } from '../../domain/query/parameters.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { PartnerState } from '../../federation/partner/partner-state.ts';
import type { Origins } from './federated-origins.ts';
import type { FederatedRoute, PlainRoute } from './federated-route.ts';

export type OverviewNeeds = {
  origins: Origins;
  resolveGene: ResolveGene;
  partnerStates: (viewer: Viewer) => readonly PartnerState[];
  /** The OpenAPI document of these routes. */
  document: () => object;
};

export function federatedOverviewRoutes(options: OverviewNeeds): (FederatedRoute | PlainRoute)[] {
  const { origins, resolveGene, partnerStates, document } = options;
  return [
    statsRoute(origins),
    termsRoute(origins),
    coverageRoute(origins, resolveGene),
    { path: '/partners', answer: async ({ viewer }) => JSON.stringify({ partners: partnerStates(viewer) }) },
    documentRoute(document),
  ];
}

function documentRoute(document: OverviewNeeds['document']): PlainRoute {
  let text: string | undefined;
  return {
    path: '',
    async answer() {
      text ??= JSON.stringify(document());
      return text;
    },
  };
}

function statsRoute(origins: Origins): FederatedRoute {
  return {
    path: '/stats',
    async plan({ params }) {
      const asked = origins.named(params);
      return {
        query: {},
        queries: asked.map((source) => ({ source, question: { kind: 'stats' } })),
        others: origins.leftOut(asked),
        finish: (parts) => ({ members: () => membersOf(statsOverview(parts)) }),
      };
    },
  };
}

function termsRoute(origins: Origins): FederatedRoute {
  return {
    path: '/ontologies/:ontologyName/terms',
    async plan({ params }, segments) {
      const ontologyName = String(segments.params.ontologyName);
      const termIds = listParameter(params, 'ontologyTermIds') ?? [];
      if (termIds.length === 0) throw missing('ontologyTermIds', 'It names the terms, and may be repeated.');
      const asked = origins.named(params);
      const question: Question = { kind: 'terms', ontologyName, termIds };
      return {
        query: { ontologyName, ontologyTermIds: termIds },
        queries: asked.map((source) => ({ source, question })),
        others: origins.leftOut(asked),
        finish: (parts) => ({ members: () => membersOf({ content: termsOverview(parts, termIds) }) }),
      };
    },
  };
}

function coverageRoute(origins: Origins, resolveGene: ResolveGene): FederatedRoute {
  return {
    path: '/genes/coverage',
    async plan({ params }) {
      const { symbol, taxonId } = readGene(params);
      const known = await resolveGene(symbol, taxonId);
      const rows = coverageRows(known, { symbol, taxonId });
      const asked = origins.named(params);
      const gene = rows[0]?.geneId === null ? null : (known[0]?.gene ?? null);
      return {
        query: { symbol, taxonId },
        queries: asked.map((source) => ({ source: coverageOf(source, rows), question: cellQuestion(rows[0]) })),
        others: origins.leftOut(asked),
        finish: (parts) => ({
          members: () => {
            const cells = parts.map(({ origin, records }) => ({
              key: origin.key,
              cells: records.map(({ json }) => JSON.parse(json)),
            }));
            return membersOf({
              gene,
              askedAs: symbol,
              rows: rows.map((row, index) => ({
                ...row,
                cells: cells.flatMap(({ key, cells: own }) => (own[index] ? [toldOf(key, own[index])] : [])),
              })),
            });
          },
        }),
      };
    },
  };
}

function readGene(params: URLSearchParams): { symbol: string; taxonId: number } {
  const symbol = textParameter(params, 'symbol');
  const taxonId = integerParameter(params, 'taxonId');
  if (symbol === undefined) throw missing('symbol', 'It names the gene, for example symbol=BRCA1.');
  if (taxonId === undefined) throw missing('taxonId', 'It names the organism, for example taxonId=9606 for human.');
  if (symbol.trim() === '') throw new RegistryError('empty-symbol');
  return { symbol, taxonId };
}

type OriginFacts = { state: string; count: number; anonymized: number; exact: boolean };

function toldOf(key: string, { state, count, anonymized, exact }: OriginFacts) {
  return { key, state, count, anonymized, exact };
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
    async ask(_, viewer, signal) {
      const answers = await Promise.all(
        questions.map(
          async (question) => source.getCached(question, viewer) ?? (await source.ask(question, viewer, signal)),
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

/** The members of an object as JSON text, without its braces. */
function membersOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
