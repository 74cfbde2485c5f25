/** A registry of numbered rows for tests of listings: they can be changed between two pages, and it can fail. */

import type { OriginState } from '../../src/domain/federation/origin.ts';
import { reason } from '../../src/domain/federation/reasons.ts';
import { type FoundRecord, noAnswer, type SourceAnswer } from '../../src/domain/federation/source.ts';
import { NO_GENE, personKey } from '../../src/domain/people/order.ts';
import type { PageRequest } from '../../src/domain/query/paging.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import type { UseCases } from '../../src/federation/use-cases.ts';
import { answered, type ScriptedSource, STAYING, source } from './small-sources.ts';

/**
 * `row` names the person for a test, also where nobody else can know. A row that is dropped is none for callers here;
 * one that cannot be written makes its page `limited`.
 */
export type Row = { row: number; isHidden?: boolean; isDropped?: boolean; isUnwritable?: boolean };

export type ListedRegistry = {
  key: string;
  rows: readonly Row[];
  /** In which it is when it is asked; undefined: it answers. */
  state?: OriginState | undefined;
  /** It does not state how many rows it has. */
  isTotalMissing?: boolean;
  /** Names its data, as this registry does with its own. */
  edition?: string;
  /** It fails on pages of more rows. */
  mostRows?: number;
  /** Of larger pages no more rows can be had, as of one that is asked for in pieces. */
  mostInPieces?: number;
};

export const rowsFrom = (first: number, count: number, about: Omit<Row, 'row'> = {}): Row[] =>
  Array.from({ length: count }, (_, place) => ({ row: first + place, ...about }));

/** The registry as it is when it is asked: what is given may be changed in between. */
export function listedSource(registry: ListedRegistry): ScriptedSource {
  return source(registry.key, (question) => {
    const page = 'page' in question ? question.page : { page: 0, size: 0 };
    const { state, mostRows = Number.POSITIVE_INFINITY } = registry;
    if (state !== undefined) return noAnswer(state, reason('failed'));
    if (page.size > mostRows) return noAnswer('failed', reason('server-error', { status: 500 }));
    return pageOf(registry, page);
  });
}

function pageOf(
  { rows, isTotalMissing, edition, mostInPieces = Number.POSITIVE_INFINITY }: ListedRegistry,
  { page, size }: PageRequest,
): SourceAnswer {
  const some = rows.slice(page * size, (page + 1) * size);
  const records = some
    .slice(0, mostInPieces)
    .filter(({ isDropped, isUnwritable }) => !isDropped && !isUnwritable)
    .map(recordOf);
  const total = isTotalMissing ? undefined : rows.length;
  const places = some.map((_, place) => place);
  const isShown = (place: number) => place < mostInPieces && !some[place]?.isDropped && !some[place]?.isUnwritable;
  const rowPlaces = { shown: places.filter(isShown), missing: places.filter((place) => !isShown(place)) };
  const about = {
    total,
    // Like this registry, it knows how many rows its pages give.
    isTotalExact: !isTotalMissing && rows.every(({ isDropped, isUnwritable }) => !isDropped && !isUnwritable),
    dropped: some.length - records.length,
    rows: some.length === records.length ? undefined : rowPlaces,
    edition,
  };
  return answered(
    records,
    some.length > mostInPieces || some.some(({ isUnwritable }) => isUnwritable)
      ? { ...about, state: 'limited' }
      : about,
  );
}

function recordOf({ row, isHidden = false }: Row): FoundRecord {
  const order = { ...NO_GENE, ...personKey({ name: 'Registry User', id: row }, isHidden) };
  return { json: String(row), order, isAnonymised: isHidden, geneId: undefined };
}

export type ListedPage = {
  rows: number[];
  cursor: string | null;
  retryCursor: string | null;
  complete: boolean;
  summary: string;
  totalElements: number;
  totalRelation: 'eq' | 'gte';
  totalPages: number;
  number: number;
  last: boolean;
  /** Of all registries together. */
  dropped: number;
};

type AskedPage =
  | { size: number; page?: number; origins?: readonly string[] | undefined }
  | { cursor: string; origins?: readonly string[] | undefined };

export async function listPage({ federatedListing }: UseCases, asked: AskedPage): Promise<ListedPage> {
  const page = 'cursor' in asked ? { cursor: asked.cursor } : { page: 0, ...asked };
  const query = { kind: 'users-list', origins: asked.origins, page } as const;
  const collected = await federatedListing(query, PUBLIC_VIEWER, STAYING).collect();
  if (collected === undefined) throw new Error('Nothing was collected.');
  const { records, envelope, cursor, retryCursor, complete, summary, origins } = collected.answer;
  const dropped = origins.reduce((sum, origin) => sum + origin.dropped, 0);
  return {
    ...envelope,
    cursor,
    retryCursor,
    complete,
    summary,
    dropped,
    rows: records.map(({ json }) => Number(json)),
  };
}

/**
 * Every page, one after the other, by a caller who tries again as long as a registry fails.
 *
 * @param beforePage is called before each page but the first, and says whom to ask; undefined: everybody
 */
export async function listAll(
  useCases: UseCases,
  size: number,
  beforePage: (page: number) => readonly string[] | undefined = () => undefined,
): Promise<ListedPage[]> {
  const pages = [await listPage(useCases, { size })];
  for (;;) {
    const cursor = pages.at(-1)?.cursor ?? pages.at(-1)?.retryCursor ?? null;
    if (cursor === null) return pages;
    if (pages.length > 200) throw new Error('The cursor never ends.');
    const origins = beforePage(pages.length);
    pages.push(await listPage(useCases, { cursor, origins }));
  }
}
