/** The parts of a federated answer as they go out, streamed line by line or gathered in one object (docs/api.md). */

import { completenessSentence, isComplete } from './completeness.ts';
import type { ExplainedOrigin } from './explained.ts';
import type { Origin } from './origin.ts';
import type { CoverageCell, FoundRecord, SourceAddress, SourceAnswer } from './source.ts';

/** What one origin answered, or why it did not. */
export type Part = {
  origin: Origin;
  records: readonly FoundRecord[];
  /** What a coverage has in the place of records. */
  cells?: readonly CoverageCell[] | undefined;
  total: number | undefined;
  /** Answers of the same edition hold the same records in the same places, anonymised ones included. */
  edition: string | undefined;
};

/** One origin as it is told, from what its source answered. */
export function partOf({ key, name, url }: SourceAddress, answer: SourceAnswer): Part {
  const { records, problem, retrievedAt } = answer;
  const origin: Origin = {
    key,
    origin: name,
    originUrl: url,
    version: answer.version ?? null,
    state: answer.state,
    count: answer.counted?.count ?? records.length,
    anonymized: answer.counted?.anonymized ?? records.filter(({ isAnonymised }) => isAnonymised).length,
    exact: answer.isExact,
    elapsedMs: Math.round(answer.elapsedMs),
    retrievedAt: retrievedAt?.toISOString() ?? null,
    cache: answer.cache,
    filters: answer.filters,
    askedAs: answer.askedAs,
    dropped: answer.dropped,
    problem:
      problem === undefined
        ? null
        : {
            title: problem.title,
            detail: problem.detail,
            error: problem.error ?? null,
            status: problem.status ?? null,
            nextTryAt: problem.nextTryAt?.toISOString() ?? null,
          },
  };
  const edition = answer.edition ?? origin.retrievedAt ?? undefined;
  return { origin, records, cells: answer.counted?.cells, total: answer.total, edition };
}

/** How whole an answer is, for its end. */
export type Completeness = { complete: boolean; summary: string };

export function completenessOf(origins: readonly Origin[], remarks: readonly string[] = []): Completeness {
  return { complete: isComplete(origins), summary: completenessSentence(origins, remarks) };
}

/** Records as a JSON array. */
export function jsonList(records: readonly FoundRecord[]): string {
  return `[${records.map(({ json }) => json).join()}]`;
}

/** The first line of a stream: the question as it was understood, and who is asked. */
export function planLine(query: Readonly<Record<string, unknown>>, asked: readonly SourceAddress[]): string {
  const origins = asked.map(({ key, name, url }) => ({ key, origin: name, originUrl: url }));
  return `${JSON.stringify({ type: 'plan', query, origins })}\n`;
}

/** A line of a stream: what became of one origin, and its records, or its cells of a coverage. */
export function partLine({ origin, records, cells }: Part): string {
  const content = cells === undefined ? jsonList(records) : JSON.stringify(cells);
  return `{"type":"part","origin":${JSON.stringify(origin)},"content":${content}}\n`;
}

/** The last line; a stream without it was cut. */
export function endLine({ complete, summary, origins, explained, cursor = null }: End): string {
  return `${JSON.stringify({ type: 'end', complete, summary, origins, explained, cursor })}\n`;
}

type End = Completeness & {
  origins: readonly Origin[];
  explained?: readonly ExplainedOrigin[] | undefined;
  cursor?: string | null | undefined;
};
