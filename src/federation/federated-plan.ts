/**
 * Plans one question to many registries before any of them is asked, and collects the parts of their answers, as their
 * viewer may see them.
 */

import {
  type Completeness,
  completenessOf,
  type Part,
  partOf,
  withCoarseTimes,
} from '../domain/federation/federated-answer.ts';
import type { OriginKeys } from '../domain/federation/federated-query.ts';
import type { Origin } from '../domain/federation/origin.ts';
import type { PageRemark } from '../domain/federation/page-remarks.ts';
import { namedSources, omittedParts } from '../domain/federation/queried-sources.ts';
import { reason } from '../domain/federation/reasons.ts';
import { noAnswer, type Question, type Source } from '../domain/federation/source.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { FanOut, SourceQuery } from './fan-out.ts';

/** A question that can be put: faults of the question were thrown before. */
export type FederatedPlan<Answer> = {
  /** The question as it was understood, in the words of its parameters. */
  query: Readonly<Record<string, unknown>>;
  /** The questions and the sources they are put to. */
  queries: readonly SourceQuery[];
  /**
   * Puts the question, and resolves when every origin has its part; undefined if the caller leaves before.
   *
   * @param onPart called with each part that arrives, in order of arrival, and awaited
   */
  collect(onPart?: (part: Part) => Promise<void>): Promise<Collected<Answer> | undefined>;
};

export type Collected<Answer> = {
  /** One for every origin, in the order of the configuration. */
  parts: readonly Part[];
  answer: Answer;
};

/** A federated answer: its content, and what every federated answer says about its origins. */
export type WithOrigins<Content> = Content & Completeness & { origins: Origin[] };

/** @throws RegistryError `unknown-origin`, and for pages `cursor-invalid`, `cursor-of-another-question` */
export type PlanFor<Query, Content> = (
  query: Query,
  viewer: Viewer,
  signal: AbortSignal,
) => FederatedPlan<WithOrigins<Content>>;

/** A plan as its use case makes it, before anything is asked. */
type Draft<Content> = Pick<FederatedPlan<never>, 'query' | 'queries'> & {
  /** The keys of the sources that are waited for; undefined means all. */
  waitFor?: readonly string[] | undefined;
  /** The parts of origins that are not queried. */
  others: readonly Part[];
  /** @param parts one for every origin, in the order of the configuration */
  read(parts: readonly Part[]): ReadContent<Content>;
};

type ReadContent<Content> = {
  content: Content;
  remarks?: readonly PageRemark[];
  /** Whether the answer is incomplete for other reasons than the states of its origins. */
  hasGap?: boolean;
};

/** Makes a plan from the draft of a use case. */
export type Planner = <Query, Content>(
  draft: (query: Query, viewer: Viewer) => Draft<Content>,
) => PlanFor<Query, Content>;

type PlannerOptions = {
  /** Returns every present origin, in its order. */
  sources: () => readonly Pick<Source, 'key'>[];
  fanOut: FanOut;
  seen: PartFor;
};

/** Returns the function that makes plans for these sources. */
export function planner({ sources, fanOut, seen }: PlannerOptions): Planner {
  return (draft) => (asked, viewer, signal) => {
    const { query, queries, others, waitFor, read } = draft(asked, viewer);
    const places = new Map(sources().map(({ key }, index) => [key, index]));
    const placeOf = ({ origin }: Part) => places.get(origin.key) ?? places.size;
    return {
      query,
      queries,
      async collect(onPart) {
        const began = performance.now();
        const arrived = [...others];
        const take = async (given: Part) => {
          const part = seen(given, viewer);
          arrived.push(part);
          if (onPart !== undefined) await onPart(part);
        };
        const outstanding = new Map(queries.map(({ source }) => [source.key, source]));
        const isEnough = () => waitFor !== undefined && !waitFor.some((key) => outstanding.has(key));
        for await (const part of fanOut(queries, viewer, signal)) {
          outstanding.delete(part.origin.key);
          await take(part);
          // Requests under way continue, and their answers are cached for the next question.
          if (isEnough()) break;
        }
        if (signal.aborted) return undefined;
        const elapsedMs = performance.now() - began;
        const late = () => noAnswer('timed-out', reason('not-waited-for'), { elapsedMs });
        for (const source of outstanding.values()) await take(partOf(source, late()));
        const parts = arrived.toSorted((a, b) => placeOf(a) - placeOf(b));
        return { parts, answer: withOrigins(read(parts), parts) };
      },
    };
  };
}

/** Puts one question to the sources that the caller named, or to all. */
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

/** Returns a part as this viewer may see it. */
export type PartFor = (part: Part, viewer: Viewer) => Part;

/** @param now milliseconds since 1970 */
export function partFor(now: () => number): PartFor {
  return (part, { kind }) => (kind === 'public' ? withCoarseTimes(part, now()) : part);
}
