/** A federated search: one page of the records that the registries find together, or all of them. */

import { isFull } from '../domain/federation/completeness.ts';
import {
  type AskObserver,
  type ExplainedOrigin,
  explainedOrigin,
  type Observed,
} from '../domain/federation/explained.ts';
import type { Part } from '../domain/federation/federated-answer.ts';
import {
  type SearchQuery,
  type SearchQuestion,
  tiersAsked,
  type WholeSearchQuery,
} from '../domain/federation/federated-query.ts';
import { LOCAL_ORIGIN, type OriginProblem } from '../domain/federation/origin.ts';
import { namedSources, omittedParts } from '../domain/federation/queried-sources.ts';
import { askedKey, searchParams } from '../domain/federation/query-key.ts';
import { reason } from '../domain/federation/reasons.ts';
import {
  asksTier3,
  type FoundRecord,
  type Question,
  type Source,
  type SourceAnswer,
} from '../domain/federation/source.ts';
import { memoize } from '../domain/memoize.ts';
import type { Position } from '../domain/pages/cursor.ts';
import type { FederatedPage } from '../domain/pages/federated-pages.ts';
import { answerTags } from '../domain/pages/record-keys.ts';
import { NOTHING_GIVEN, searchPage } from '../domain/pages/search-pages.ts';
import { readName, type SoughtName } from '../domain/query/full-name.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { PlanFor, Planner } from './federated-plan.ts';
import { spelledSources } from './name-variants.ts';
import { cursorsAfter, startOf } from './page-start.ts';
import type { Signer } from './signer.ts';

/** Returns sources for one question, which is put for all organisms. Every record has its organism. */
function narrowedSources(sources: readonly Source[], taxonIds: readonly number[]): readonly Source[] {
  const wanted = new Set(taxonIds);
  // Once for each answer, so that a cached answer has the same records every time.
  const narrowOnce = memoize((records: readonly FoundRecord[]) =>
    records.filter(({ taxonId }) => taxonId !== undefined && wanted.has(taxonId)),
  );

  function answerOf(answer: SourceAnswer): SourceAnswer {
    const records = narrowOnce(answer.records);
    const isCertain = answer.state === 'answered' || answer.state === 'empty';
    return records.length > 0 || !isCertain ? { ...answer, records } : { ...answer, records, state: 'empty' };
  }

  return sources.map(
    (source): Source => ({
      ...source,
      getCached(question, viewer, form) {
        const answer = source.getCached(question, viewer, form);
        return answer && answerOf(answer);
      },
      ask: async (question, viewer, signal, options) => answerOf(await source.ask(question, viewer, signal, options)),
    }),
  );
}

const WITHOUT_TIER_3: OriginProblem = {
  reason: reason('tier-3-not-searched'),
  error: undefined,
  status: undefined,
  nextTryAt: undefined,
};

/** Returns sources for one question, which is put without tier 3: no answer is full, and no zero certain. */
function withoutTier3(sources: readonly Source[]): readonly Source[] {
  const limited = (answer: SourceAnswer, question: Question): SourceAnswer => {
    if (!isFull(answer.state)) return answer;
    // The cached answer may be of a question without tier 3, which has no such filter.
    const others = answer.filters.filter(({ filter }) => filter !== 'tiers');
    const filters = [...tiersAsked(question), ...others];
    return { ...answer, filters, state: 'limited', isExact: false, problem: WITHOUT_TIER_3 };
  };
  return sources.map((source) => ({
    ...source,
    getCached(question, viewer, form) {
      const answer = source.getCached(question, viewer, form);
      return answer && limited(answer, question);
    },
    ask: async (question, viewer, signal, options) =>
      limited(await source.ask(question, viewer, signal, options), question),
  }));
}

/** A page of records of several registries. */
export type RecordsPage = Pick<FederatedPage<Position>, 'records' | 'envelope'> & {
  /** Leads to the next page; null if no registry that answered this page has more. */
  cursor: string | null;
  /** Only if there is no next page: leads to the records of registries that failed on this page, or were omitted. */
  retryCursor: string | null;
  /** The requests to each origin, if the caller asked for them. */
  explained?: readonly ExplainedOrigin[];
};

/** A search without pages: all records are in the parts. */
export type WholeSearch = PlanFor<WholeSearchQuery, Pick<RecordsPage, 'explained'>>;

type SearchOptions = { sources: () => readonly Source[]; plan: Planner; signer: Signer };

/** Merges what the registries find, and returns one page of it. */
export function federatedSearch({ sources, plan, signer }: SearchOptions) {
  const answerTag = answerTags(signer.sign);
  return plan<SearchQuery, RecordsPage>(({ page, ...query }, viewer) => {
    const paged = { question: cursorKey(query.question), blank: NOTHING_GIVEN, signer };
    const start = startOf(page, viewer, paged);
    const { explain, ...draft } = draftOf(sources(), query, viewer);
    return {
      ...draft,
      read: (parts) => {
        const { records, envelope, remarks, hasChanged, ...behind } = searchPage(parts, start, answerTag);
        const content = { records, envelope, ...explain(parts), ...cursorsAfter(behind, paged) };
        return { content, remarks, hasGap: hasChanged };
      },
    };
  });
}

/** Returns all records that the registries find, without pages. */
export function wholeSearch({ sources, plan }: Omit<SearchOptions, 'signer'>): WholeSearch {
  return plan((query, viewer) => {
    const { explain, ...draft } = draftOf(sources(), query, viewer);
    return { ...draft, read: (parts) => ({ content: explain(parts) }) };
  });
}

function draftOf(
  sources: readonly Source[],
  { question, origins, waitFor, isExplained = false, form = 'record', isFromCache = false }: WholeSearchQuery,
  viewer: Viewer,
) {
  const named = namedSources(sources, origins);
  namedSources(sources, waitFor);
  const explained = isExplained ? explainedSources(named) : undefined;
  const { taxonIds } = question;
  const explainedOnes = explained?.sources ?? named;
  const narrowed = taxonIds === undefined ? explainedOnes : narrowedSources(explainedOnes, taxonIds);
  const name = nameIn(question);
  const whole = name === undefined ? narrowed : spelledSources(narrowed, name);
  const isCached = (source: Source) => source.getCached(question, viewer, form) !== undefined;
  const isAtHand = (source: Source) => source.key === LOCAL_ORIGIN || isCached(source);
  const asked = asksTier3(question) ? withoutTier3(whole) : whole;
  const queried = asked.filter((source) => !isFromCache || source.key === LOCAL_ORIGIN || isCached(source));
  const keys = new Set(queried.map(({ key }) => key));
  const isQueried = ({ key }: Source) => keys.has(key);
  return {
    explain: (parts: readonly Part[]) => (explained === undefined ? {} : { explained: explained.explain(parts) }),
    query: { ...echoParams(searchParams(question)), ...(form === 'record' ? {} : { fields: form }) },
    queries: queried.map((source) => ({ source, question, isRetry: origins !== undefined, form })),
    others: omittedParts(sources, named.filter(isQueried)),
    // This registry, and whose answer is cached, need no waiting.
    waitFor: waitFor && [...waitFor, ...queried.filter(isAtHand).map(({ key }) => key)],
  };
}

/** Returns the name of a search that may be written in several forms. */
function nameIn({ kind, query }: SearchQuestion): SoughtName | undefined {
  const name = kind === 'users-search' ? query.name : undefined;
  return name && readName(name.like, name.prefix);
}

/** Returns the key of a question with its organisms, because the cursor only counts their records, and with tier 3, which no page has. */
function cursorKey(question: SearchQuestion): string {
  const { taxonIds } = question;
  const key = askedKey(question);
  return taxonIds === undefined ? key : `${key} ${taxonIds.toSorted((a, b) => a - b).join()}`;
}

/** Returns parameters as answers repeat them: one value as text, several as a list. */
function echoParams(params: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** Notes what is sent to each source for one question, so that its asker can see it; what others ask is not noted. */
function explainedSources(sources: readonly Source[]) {
  const observed = new Map<string, Observed>();
  const notedOf = (key: string) => observed.get(key) ?? { requests: [], hasJoined: false };
  return {
    sources: sources.map((source): Source => {
      const noted = notedOf(source.key);
      observed.set(source.key, noted);
      const observer: AskObserver = {
        onSent: (request) => void noted.requests.push(request),
        onJoined: () => {
          noted.hasJoined = true;
        },
      };
      return {
        ...source,
        ask: (question, viewer, signal, options) => source.ask(question, viewer, signal, { ...options, observer }),
      };
    }),
    explain: (parts: readonly Part[]): ExplainedOrigin[] =>
      parts.map(({ origin }) => explainedOrigin(origin, notedOf(origin.key))),
  };
}
