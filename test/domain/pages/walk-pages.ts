/** A caller who goes from page to page by the cursor, while registries fail and come back. */

import fc from 'fast-check';
import type { OriginState } from '../../../src/domain/federation/origin.ts';
import type { Cursor } from '../../../src/domain/pages/cursor.ts';
import { type FederatedPage, type PageStart, pageStart } from '../../../src/domain/pages/federated-pages.ts';
import { answerTags } from '../../../src/domain/pages/record-keys.ts';
import { type SearchPosition, searchPage } from '../../../src/domain/pages/search-pages.ts';
import { signer } from '../../../src/federation/signer.ts';
import { aPart, type OriginRecords, textsOf } from '../federation/generated-parts.ts';

export type SearchPage = FederatedPage<SearchPosition>;

/** What becomes of an origin when a page is asked for; undefined: it answers. */
export type Fate = OriginState | undefined;
export type FateOf = (page: number, key: string) => Fate;

export const answerTag = answerTags(signer(Buffer.alloc(32, 7)).sign);

const READER = 'somebody';

export function startAt(size: number, page = 0): PageStart<SearchPosition> {
  return pageStart<SearchPosition>({ page, size }, undefined, READER);
}

/** Where the cursor of a page leads, or the one to try again with. */
export function startAfter({ next, retry }: SearchPage, caller = READER): PageStart<SearchPosition> {
  const behind = next ?? retry;
  if (behind === undefined) throw new Error('There is no next page.');
  const cursor: Cursor<SearchPosition> = { question: 'question', ...behind };
  return pageStart({ page: 0, size: 0 }, cursor, caller);
}

/** Every page of a search, one after the other, by a caller who tries again as long as a registry fails. */
export function walkSearch(lists: readonly OriginRecords[], size: number, fateOf: FateOf = () => undefined) {
  return walk(size, (start, page) =>
    searchPage(
      lists.map(({ key, records }) => aPart(key, records, fateOf(page, key))),
      start,
      answerTag,
    ),
  );
}

export function shownOn(pages: readonly SearchPage[]): string[] {
  return pages.flatMap(({ records }) => textsOf(records));
}

/** For the first pages a row of fates for each of up to six origins; after that everybody answers. */
export function troubles(states: readonly OriginState[]): fc.Arbitrary<Fate[][]> {
  const fate = fc.option(fc.constantFrom(...states), { nil: undefined, freq: 2 });
  return fc.array(fc.array(fate, { minLength: 6, maxLength: 6 }), { maxLength: 6 });
}

export function fatesFrom(rows: readonly Fate[][], lists: readonly OriginRecords[]): FateOf {
  return (page, key) => rows[page]?.[lists.findIndex((one) => one.key === key)];
}

export function walk(
  size: number,
  turnTo: (start: PageStart<SearchPosition>, page: number) => SearchPage,
): SearchPage[] {
  const pages = [turnTo(startAt(size), 0)];
  for (let last = pages[0]; (last?.next ?? last?.retry) !== undefined; last = pages.at(-1)) {
    if (pages.length > 200) throw new Error('The cursor never ends.');
    pages.push(turnTo(startAfter(last as SearchPage), pages.length));
  }
  return pages;
}
