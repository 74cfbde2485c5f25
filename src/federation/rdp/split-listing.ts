/**
 * Splits a page of a listing to which a partner answers 500, because one record on it cannot be written, or in 1.5
 * because one person with ontology terms is on it twice (quirk 7). Requests ever smaller pages, down to single records.
 */

import { reason } from '../../domain/federation/reasons.ts';
import type { Question, RowPlaces } from '../../domain/federation/source.ts';
import type { PageRequest } from '../../domain/query/paging.ts';
import { failsAsRdpDoes, weightiest } from '../partner/failure-class.ts';
import {
  type AskPartner,
  answerWithout,
  joined,
  type PartnerAnswer,
  type PartnerQuery,
} from '../partner/partner-query.ts';

/** The limit for the pieces of one page: every record of a page of 50 can be requested, whichever records fail. */
const MOST_PIECES = 100;
/** A page beyond the end of every listing: it is empty and states the total, even if some records cannot be written. */
const BEHIND_ALL: PageRequest = { page: 1_000_000_000, size: 1 };

/**
 * Returns the records of all pieces that have an answer. Records that still fail are counted and reported as a limit,
 * which says nothing about the partner. If the partner answers neither the page beyond the end nor the second record,
 * the first answer is returned; if a piece fails in another way, that failure, and the caller may request the page
 * again.
 */
export async function splitListing(
  put: AskPartner<unknown>,
  query: PartnerQuery,
  { kind, page }: Extract<Question, { page: PageRequest }>,
  failed: PartnerAnswer<unknown>,
): Promise<PartnerAnswer<unknown>> {
  const ask = (piece: PageRequest) => put({ ...query, question: { kind, page: piece } });
  const known = await firstAnswered(ask, [BEHIND_ALL, { page: page.page * page.size + 1, size: 1 }]);
  if (known === undefined) return failed;
  const believed = await askInPieces(ask, page, known.total ?? Number.POSITIVE_INFINITY);
  // Behind the end of the list, the page would be empty and not fail.
  const isBehindTotal = known.total !== undefined && known.total <= page.page * page.size;
  const isTotalFalse =
    isBehindTotal || (known.total !== undefined && known.total < endOf(page) && believed.isLast === false);
  const asked = isTotalFalse ? await askInPieces(ask, page, Number.POSITIVE_INFINITY) : believed;
  const { answers, places, missing, otherFailure } = asked;
  if (otherFailure !== undefined) return answerWithout(otherFailure);
  const total = isTotalFalse ? undefined : known.total;
  const records = answers.flatMap((answer) => answer.records ?? []);
  const isLast = asked.isLast ?? (total !== undefined && endOf(page) >= total);
  if (missing === 0) return joined(answers, records, { total, isLast });
  const limits = [reason('rows-missing', { missing, isNothingThere: records.length === 0 })];
  return joined(answers, records, { total, isLast, limits, dropped: missing, rows: rowsIn(page, places, missing) });
}

function endOf({ page, size }: PageRequest): number {
  return (page + 1) * size;
}

function rowsIn({ page, size }: PageRequest, places: readonly number[], missing: number): RowPlaces {
  const shown = places.map((place) => place - page * size);
  const there = new Set(shown);
  const all = Array.from({ length: shown.length + missing }, (_, place) => place);
  const notGiven = all.filter((place) => !there.has(place));
  return { shown, missing: notGiven, notGiven };
}

type Ask = (page: PageRequest) => Promise<PartnerAnswer<unknown>>;

async function firstAnswered(ask: Ask, pages: readonly PageRequest[]): Promise<PartnerAnswer<unknown> | undefined> {
  for (const page of pages) {
    const answer = await ask(page);
    if (answer.records !== undefined) return answer;
  }
  return undefined;
}

/**
 * Requests pieces, and smaller pieces of those that fail. `missing` counts the records that were not found in any
 * piece, `places` are those of the others. `isLast`: whether the list ends with the last piece, as far as it was
 * answered; undefined if it was not.
 */
async function askInPieces(ask: Ask, page: PageRequest, total: number) {
  const answered: { from: number; answer: PartnerAnswer<unknown> }[] = [];
  let failing = [page];
  let left = MOST_PIECES;
  let missing = 0;
  while (failing.length > 0) {
    const pieces = failing.flatMap(piecesOf).filter((piece) => recordsOn(piece, total) > 0);
    const tried = pieces.slice(0, left);
    const givenUp = [...failing.filter(({ size }) => size === 1), ...pieces.slice(left)];
    missing += givenUp.reduce((sum, piece) => sum + recordsOn(piece, total), 0);
    left -= tried.length;
    const answers = await Promise.all(tried.map(async (piece) => ({ piece, answer: await ask(piece) })));
    const failed = answers.filter(({ answer }) => answer.records === undefined);
    const otherFailure = weightiest(failed.map(({ answer }) => answer).filter((answer) => !failsAsRdpDoes(answer)));
    if (otherFailure !== undefined) return { answers: [], places: [], missing: 0, isLast: undefined, otherFailure };
    failing = failed.map(({ piece }) => piece);
    for (const { piece, answer } of answers) {
      if (answer.records !== undefined) answered.push({ from: piece.page * piece.size, answer });
    }
  }
  const inOrder = answered.toSorted((a, b) => a.from - b.from);
  return {
    answers: inOrder.map(({ answer }) => answer),
    places: inOrder.flatMap(({ from, answer }) => (answer.records ?? []).map((_, place) => from + place)),
    missing,
    isLast: missing > 0 ? undefined : inOrder.at(-1)?.answer.isLast,
    otherFailure: undefined,
  };
}

/** Returns the fewest and largest equal pages that a page can be divided into; none for a single record. */
function piecesOf({ page, size }: PageRequest): PageRequest[] {
  if (size === 1) return [];
  let count = 2;
  while (size % count !== 0) count++;
  return Array.from({ length: count }, (_, index) => ({ page: page * count + index, size: size / count }));
}

function recordsOn({ page, size }: PageRequest, total: number): number {
  return Math.max(0, Math.min((page + 1) * size, total) - page * size);
}
