/** `/api/federated/genes` and `/api/federated/users`: searched and listed over all registries (design 3, 5). */

import { RegistryError } from '../../domain/errors.ts';
import { answerTags } from '../../domain/federation/answer-tag.ts';
import { type Cursor, readCursor, writeCursor } from '../../domain/federation/cursor.ts';
import { jsonList } from '../../domain/federation/federated-answer.ts';
import {
  type FederatedPage,
  isDone,
  listingPage,
  type PageStart,
  pageAt,
  pageStart,
  searchPage,
} from '../../domain/federation/federated-pages.ts';
import { questionKey, searchParams } from '../../domain/federation/query-key.ts';
import type { Question } from '../../domain/federation/source.ts';
import { pairedTerms } from '../../domain/query/filters.ts';
import { parseGeneQuery } from '../../domain/query/gene-query.ts';
import { asksForPages, parsePageRequest } from '../../domain/query/paging.ts';
import { parseUserQuery } from '../../domain/query/user-query.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import type { Signer } from '../../federation/signer.ts';
import type { Origins } from './federated-origins.ts';
import type { FederatedPlan, FederatedRoute } from './federated-route.ts';

export type SearchNeeds = {
  origins: Origins;
  signer: Signer;
};

type SearchQuestion = Extract<Question, { kind: 'genes-search' | 'users-search' }>;

export function federatedSearchRoutes(options: SearchNeeds): FederatedRoute[] {
  return [
    searchRoute('/genes/search', options, (params) => {
      const query = parseGeneQuery(params);
      if (query.symbol.trim() === '') throw new RegistryError('empty-symbol');
      return { kind: 'genes-search', query };
    }),
    searchRoute('/users/search', options, (params) => ({ kind: 'users-search', query: parseUserQuery(params) })),
    listingRoute('/genes', 'genes-list', options),
    listingRoute('/users', 'users-list', options),
  ];
}

function searchRoute(
  path: string,
  { origins, signer }: SearchNeeds,
  parse: (params: URLSearchParams) => SearchQuestion,
): FederatedRoute {
  const answerTag = answerTags(signer.sign);
  return {
    path,
    async plan({ params }, _segments, isStreamed) {
      const question = parse(params);
      // Lists of different lengths are the asker's mistake, not that of every registry.
      pairedTerms(question.query.filters);
      if (isStreamed) refusePaging(params);
      const start = startOf(params, questionKey(question), signer);
      const asked = origins.named(params);
      return {
        query: toldBack(searchParams(question)),
        queries: asked.map((source) => ({ source, question })),
        others: origins.leftOut(asked),
        finish: (parts) => finished(searchPage(parts, start, answerTag), questionKey(question), signer, isStreamed),
      };
    },
  };
}

function listingRoute(path: string, kind: 'genes-list' | 'users-list', options: SearchNeeds): FederatedRoute {
  const { origins, signer } = options;
  return {
    path,
    async plan({ params }): Promise<FederatedPlan> {
      // A larger page of a partner would be cut, and what is cut off could be had by no cursor.
      const start = startOf(params, kind, signer, MOST_RECORDS);
      const named = origins.named(params);
      const asked = named.filter(({ key }) => !isDone(start, key));
      const done = named.filter(({ key }) => isDone(start, key));
      return {
        query: { page: start.page, size: start.size },
        queries: asked.map((source) => ({
          source,
          question: { kind, page: { page: pageAt(start, source.key), size: start.size } },
        })),
        others: [...origins.leftOut(named), ...origins.nothingMore(done)],
        finish: (parts) => finished(listingPage(parts, start), kind, signer, false),
      };
    },
  };
}

/** Every record of every origin is in a stream, so there is nothing to page through. */
function refusePaging(params: URLSearchParams): void {
  const found = ['page', 'size', 'cursor'].find((name) => params.has(name));
  if (found === undefined) return;
  const hint = 'A streamed search holds every record of each registry; pages are for the plain answer.';
  throw new RegistryError('paging-conflict', { found, hint });
}

function startOf(params: URLSearchParams, question: string, { sign, isSame }: Signer, largestSize?: number): PageStart {
  const text = params.get('cursor');
  if (text === null || text === '') return pageStart(parsePageRequest(params, largestSize), undefined);
  if (asksForPages(params)) {
    const hint = 'The cursor knows its page and size; give it alone.';
    throw new RegistryError('paging-conflict', { found: params.has('page') ? 'page' : 'size', hint });
  }
  return pageStart({ page: 0, size: 0 }, readCursor(text, sign(question), sign, isSame));
}

function finished(page: FederatedPage, question: string, { sign }: Signer, isStreamed: boolean) {
  const cursor: Cursor | undefined = page.next && { question: sign(question), ...page.next };
  return {
    members: () => `"content":${jsonList(page.records)},${JSON.stringify(page.envelope).slice(1, -1)}`,
    remarks: page.remarks,
    hasGap: page.hasChanged,
    cursor: cursor === undefined || isStreamed ? null : writeCursor(cursor, sign),
  };
}

/** Parameters as JSON: one value as text, several as a list. */
function toldBack(params: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
