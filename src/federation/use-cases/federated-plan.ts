/**
 * One question to many registries: planned before anybody is asked, and collected in the one loop that there is for it.
 */

import { type Completeness, completenessOf, type Part } from '../../domain/federation/federated-answer.ts';
import type { OriginKeys } from '../../domain/federation/federated-query.ts';
import type { Origin } from '../../domain/federation/origin.ts';
import type { PageRemark } from '../../domain/federation/page-remarks.ts';
import { namedSources, omittedParts } from '../../domain/federation/queried-sources.ts';
import type { Question, Source } from '../../domain/federation/source.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { FanOut, SourceQuery } from '../fan-out.ts';

/** A question that can be asked: whatever its asker has to mend was thrown before. */
export type FederatedPlan<Answer> = {
  /** The question as it was understood, in the words of its parameters. */
  query: Readonly<Record<string, unknown>>;
  /** Whom to ask what. */
  queries: readonly SourceQuery[];
  /**
   * Asks, and answers when every origin has its part; undefined when the reader has left before.
   *
   * @param onPart is given each part that arrives, in order of arrival, and waited for
   */
  collect(onPart?: (part: Part) => Promise<void>): Promise<Collected<Answer> | undefined>;
};

export type Collected<Answer> = {
  /** One for every origin, in the order in which they are configured. */
  parts: readonly Part[];
  answer: Answer;
};

/** What every federated answer says besides what was asked for, behind it. */
export type WithOrigins<Content> = Content & Completeness & { origins: Origin[] };

/** @throws RegistryError `unknown-origin`, and of pages `cursor-invalid`, `cursor-of-another-question` */
export type PlanFor<Query, Content> = (
  query: Query,
  viewer: Viewer,
  signal: AbortSignal,
) => FederatedPlan<WithOrigins<Content>>;

/** What a use case knows of its plan before it is put to anybody. */
type Draft<Content> = Pick<FederatedPlan<never>, 'query' | 'queries'> & {
  /** The parts of origins that are not asked. */
  others: readonly Part[];
  /** @param parts one for every origin, in the order in which they are configured */
  read(parts: readonly Part[]): ReadContent<Content>;
};

type ReadContent<Content> = {
  content: Content;
  remarks?: readonly PageRemark[];
  /** Whether something besides the states of the origins makes the answer incomplete. */
  hasGap?: boolean;
};

/** Makes plans of what a use case knows. */
export type Planner = <Query, Content>(
  draft: (query: Query, viewer: Viewer) => Draft<Content>,
) => PlanFor<Query, Content>;

type PlannerOptions = {
  /** Every origin in its order, at the moment. */
  sources: () => readonly Pick<Source, 'key'>[];
  fanOut: FanOut;
};

export function planner({ sources, fanOut }: PlannerOptions): Planner {
  return (draft) => (asked, viewer, signal) => {
    const { query, queries, others, read } = draft(asked, viewer);
    const places = new Map(sources().map(({ key }, index) => [key, index]));
    const placeOf = ({ origin }: Part) => places.get(origin.key) ?? places.size;
    return {
      query,
      queries,
      async collect(onPart) {
        const arrived = [...others];
        for await (const part of fanOut(queries, viewer, signal)) {
          arrived.push(part);
          if (onPart !== undefined) await onPart(part);
        }
        if (signal.aborted) return undefined;
        const parts = arrived.toSorted((a, b) => placeOf(a) - placeOf(b));
        return { parts, answer: withOrigins(read(parts), parts) };
      },
    };
  };
}

/** One question to the sources that the reader named, or to all. */
export function questionTo(sources: readonly Source[], origins: OriginKeys, question: Question) {
  const named = namedSources(sources, origins);
  const queries = named.map((source) => ({ source, question, isRetry: origins !== undefined }));
  return { queries, others: omittedParts(sources, named) };
}

function withOrigins<Content>(
  { content, hasGap = false, ...read }: ReadContent<Content>,
  parts: readonly Part[],
): WithOrigins<Content> {
  const origins = parts.map(({ origin }) => origin);
  const { complete, summary, remarks } = completenessOf(origins, read.remarks);
  return { ...content, complete: complete && !hasGap, summary, remarks, origins };
}
