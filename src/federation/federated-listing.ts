/** A federated listing of all people or all genes: one page of each registry. */

import type { ListingQuery } from '../domain/federation/federated-query.ts';
import { namedSources, nothingMore, omittedParts } from '../domain/federation/queried-sources.ts';
import type { QuestionKind, Source, SourceAnswer } from '../domain/federation/source.ts';
import {
  anchorWindow,
  answerOfPage,
  firstWindow,
  hasGivenAll,
  laterWindow,
  listingPage,
  nextWindow,
  placeWindow,
  positionOf,
  smallerWindow,
  startWindow,
  widerWindow,
} from '../domain/pages/listing-pages.ts';
import {
  areAllKnown,
  endOf,
  hasAnchor,
  type ListingPosition,
  type ListingRead,
  readBehindAnchor,
  readByNumber,
  readByPlace,
  readFromStart,
  startingAt,
  type Window,
} from '../domain/pages/listing-reads.ts';
import type { PageRequest } from '../domain/query/paging.ts';
import type { SourceQuery } from './fan-out.ts';
import type { Planner } from './federated-plan.ts';
import type { RecordsPage } from './federated-search.ts';
import { cursorsAfter, startOf } from './page-start.ts';
import type { Signer } from './signer.ts';

type ListingOptions = { sources: () => readonly Source[]; plan: Planner; signer: Signer };

export function federatedListing({ sources, plan, signer }: ListingOptions) {
  return plan<ListingQuery, RecordsPage>(({ kind, origins, page }, viewer) => {
    const paged = { question: kind, blank: startingAt(0), signer };
    const start = startOf(page, viewer, paged);
    const { size } = start;
    const reads = new Map<string, ListingRead>();
    const all = sources();
    const named = namedSources(all, origins);
    const { done = [], queried = [] } = Object.groupBy(named, ({ key }) =>
      hasGivenAll(start, key) ? 'done' : 'queried',
    );

    function queryOf(source: Source): SourceQuery {
      const position = positionOf(start, source.key);
      const hasGivenNothing = position.answer === undefined && position.keys === '';
      const onRead = (read: ListingRead) => void reads.set(source.key, read);
      return {
        source: hasGivenNothing
          ? source
          : continuedListing(source, { kind, position, size, digest: signer.sign, onRead }),
        question: { kind, page: { page: Math.floor(position.at / size), size } },
        isRetry: origins !== undefined,
      };
    }

    return {
      query: { page: start.page, size },
      queries: queried.map(queryOf),
      others: [...omittedParts(all, named), ...nothingMore(done)],
      read: (parts) => {
        const { records, envelope, remarks, hasChanged, ...behind } = listingPage(parts, start, {
          ...{ reads, digest: signer.sign },
          hasHiddenRows: kind === 'genes-list',
        });
        return { content: { records, envelope, ...cursorsAfter(behind, paged) }, remarks, hasGap: hasChanged };
      },
    };
  });
}

type Options = {
  kind: Extract<QuestionKind, 'genes-list' | 'users-list'>;
  position: ListingPosition;
  size: number;
  digest: Window['digest'];
  /** Called with what was read, before the answer with its records. */
  onRead: (read: ListingRead) => void;
};

type AnsweredPage = { page: PageRequest; answer: SourceAnswer };

/**
 * Returns a source that reads a registry's listing on from the position of a cursor: as many rows as are new, even if
 * rows have moved. Whatever page is requested, its answer contains only records behind the position.
 */
function continuedListing(source: Source, { kind, position, size, digest, onRead }: Options): Source {
  return {
    ...source,
    getCached: () => undefined,
    async ask(_question, viewer, signal, options) {
      let elapsedMs = 0;

      async function askPage(page: PageRequest): Promise<AnsweredPage> {
        const question = { kind, page };
        const answer = source.getCached(question, viewer) ?? (await source.ask(question, viewer, signal, options));
        elapsedMs += answer.elapsedMs;
        return { page, answer };
      }

      const { answer, read } = await readOn({ ask: askPage, position, size, digest });
      if (read === undefined) return { ...answer, elapsedMs };
      onRead(read);
      return { ...answerOfPage(answer, read), elapsedMs };
    },
  };
}

/** How a listing is read on: a function that requests a page, the position, and how many rows are wanted. */
type Reading = Pick<Options, 'position' | 'size' | 'digest'> & { ask: (page: PageRequest) => Promise<AnsweredPage> };
type ReadOn = { answer: SourceAnswer; read: ListingRead | undefined };

/** Reads on, with one request if few rows have moved. `read` is undefined if the source gave no answer. */
async function readOn(reading: Reading): Promise<ReadOn> {
  const { ask, position, size, digest } = reading;
  if (position.lacksRows && position.at % size === 0) {
    const next = await ask({ page: position.at / size, size });
    const read = hasRows(next) ? readByNumber(windowOf(next, digest), position, size) : undefined;
    if (read !== undefined || !hasRows(next)) return { answer: next.answer, read };
  }
  const first = await askWhatCanBeHad(reading);
  if (!hasRows(first)) return { answer: first.answer, read: undefined };
  if (!hasAnchor(position)) return readFromPlace(reading, first);
  const inFirst = readBehind(reading, first);
  const around = inFirst === undefined && !isCutShort(first) ? await ask(widerWindow(position)) : undefined;
  const found = inFirst ?? (around && readBehind(reading, around));
  if (found === undefined) {
    const mayBeGone = around !== undefined && hasRows(around) && !isCutShort(around) && !lacksRows(around.answer);
    const fromStart = mayBeGone ? await readWhereAllAreGone(reading) : undefined;
    return fromStart ?? readFromPlace(reading, first);
  }
  const more = laterWindow(position, found.answered.page, found.read, size);
  const { doubts } = found.read.position;
  const later = more && readBehind({ ...reading, position: { ...position, doubts } }, await ask(more));
  const last = later ?? found;
  return { answer: last.answered.answer, read: last.read };
}

/** Requests the rows, and another page if the answer was cut or lacks rows: a partner may answer smaller pages, and splitting these may give more rows. */
async function askWhatCanBeHad({ ask, position, size }: Reading): Promise<AnsweredPage> {
  const first = await ask(firstWindow(position, size));
  if (isCutShort(first) && hasAnchor(position)) return furtherOf(first, await ask(anchorWindow(position, size)));
  const smaller = smallerWindow(position, size);
  const mayHoldMore = first.answer.state === 'failed' || lacksRows(first.answer);
  if (!mayHoldMore || first.page.size <= size || smaller === undefined) return first;
  const second = await ask(smaller);
  const isBetter = hasRows(second) && (!hasRows(first) || second.answer.dropped < first.answer.dropped);
  return isBetter ? second : first;
}

/** Returns the answer that reaches further, of two that were too long to be read completely. */
function furtherOf(first: AnsweredPage, second: AnsweredPage): AnsweredPage {
  return hasRows(second) && reachOf(second) > reachOf(first) ? second : first;
}

/** Returns the place behind the last row of an answer. */
function reachOf({ page, answer: { rows } }: AnsweredPage): number {
  return page.page * page.size + (rows?.end ?? page.size);
}

function isCutShort({ answer }: AnsweredPage): boolean {
  return answer.rows?.end !== undefined;
}

type Found = { answered: AnsweredPage; read: ListingRead };

function readBehind({ position, size, digest }: Reading, answered: AnsweredPage): Found | undefined {
  const read = hasRows(answered) ? readBehindAnchor(windowOf(answered, digest), position, size) : undefined;
  return read && { answered, read };
}

/** Returns undefined if more rows were shown than are known, or if some of them are still there. */
async function readWhereAllAreGone({ ask, position, size, digest }: Reading): Promise<ReadOn | undefined> {
  if (!areAllKnown(position)) return undefined;
  const answered = await ask(startWindow(position, size));
  const read = hasRows(answered) ? readFromStart(windowOf(answered, digest), position, size) : undefined;
  return read && { answer: answered.answer, read };
}

async function readFromPlace({ ask, position, size, digest }: Reading, first: AnsweredPage): Promise<ReadOn> {
  const isEnough = isCutShort(first) || endOf(first.page) >= position.at + size;
  const wide = isEnough ? first : await ask(placeWindow(position, size));
  // If the page was cut, it may end before the place; then a page that begins there is requested.
  const answered = isCutShort(wide) ? await ask(nextWindow(position, size)) : wide;
  const read = hasRows(answered) ? readByPlace(windowOf(answered, digest), position, size) : undefined;
  return { answer: answered.answer, read };
}

function lacksRows({ state, dropped }: SourceAnswer): boolean {
  return state === 'limited' && dropped > 0;
}

function hasRows({ answer }: AnsweredPage): boolean {
  return answer.retrievedAt !== undefined;
}

function windowOf({ page, answer }: AnsweredPage, digest: Window['digest']): Window {
  const { records, dropped, rows, total, isLast, edition } = answer;
  return { request: page, records, dropped, rows, lacksRows: lacksRows(answer), total, isLast, edition, digest };
}
