/**
 * Puts one question, or a list of questions, to many sources at once, and passes on each answer as it arrives, without
 * waiting for the slowest.
 */

import { type Part, partOf } from '../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../domain/federation/origin.ts';
import {
  type AskOptions,
  noAnswer,
  type Question,
  type Source,
  type SourceAnswer,
} from '../domain/federation/source.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { RecordForm } from '../domain/record/row.ts';
import { afterAnswers, nextTurn, promisesRun } from '../lib/slices.ts';
import { listEnded, queueFailure, searchEnded } from './partner/no-answer-reasons.ts';

type AsyncQueue<Thing> = {
  push(thing: Thing): void;
  /** Makes the reader's next `next` reject with this error. */
  fail(error: unknown): void;
  /** Ends the queue: the reader gets undefined. */
  end(): void;
  next(): Promise<Thing | undefined>;
};

export function asyncQueue<Thing>(): AsyncQueue<Thing> {
  const waiting: Thing[] = [];
  let failure: { error: unknown } | undefined;
  let hasEnded = false;
  let wanted: PromiseWithResolvers<Thing | undefined> | undefined;

  function take(): PromiseWithResolvers<Thing | undefined> | undefined {
    const reader = wanted;
    wanted = undefined;
    return reader;
  }

  return {
    push(thing) {
      const reader = take();
      if (reader === undefined) waiting.push(thing);
      else reader.resolve(thing);
    },
    fail(error) {
      failure ??= { error };
      take()?.reject(failure.error);
    },
    end() {
      hasEnded = true;
      take()?.resolve(undefined);
    },
    next() {
      if (failure !== undefined) return Promise.reject(failure.error);
      const thing = waiting.shift();
      if (thing !== undefined || hasEnded) return Promise.resolve(thing);
      wanted = Promise.withResolvers();
      return wanted.promise;
    },
  };
}

/** The question to one source; in a listing, each source has its own page. */
export type SourceQuery = {
  source: Source;
  question: Question;
  /** Whether the caller asks this source on purpose: a partner whose circuit breaker is open is then tried, too. */
  isRetry?: boolean;
  /** The form of the records; whole records by default. */
  form?: RecordForm | undefined;
};

/**
 * Puts each question to its source and returns one part for each source, in order of arrival, cached ones first. It
 * ends when every source has its part, at the latest when the time of the whole search is over, or when the caller
 * leaves.
 *
 * @throws RegistryError that only the caller can correct
 */
export type FanOut = (queries: readonly SourceQuery[], viewer: Viewer, signal: AbortSignal) => AsyncIterable<Part>;

type Options = {
  /** How long a whole search may take, in milliseconds. */
  searchTimeoutMs: number;
};

const NOT_SENT = { requests: 0, lastAfterMs: 0 };

/** Returns the function that asks all sources. It does not limit searches, because the client of each partner limits its requests. */
export function fanOut({ searchTimeoutMs }: Options): FanOut {
  return async function* (queries, viewer, signal) {
    const waiting: SourceQuery[] = [];
    for (const query of queries) {
      const answer = query.source.getCached(query.question, viewer, query.form);
      if (answer === undefined) waiting.push(query);
      else yield partOf(query.source, answer);
    }
    if (waiting.length === 0) return;
    const began = performance.now();
    const parts = asyncQueue<Part>();
    const outstanding = new Set(waiting);
    const cancel = new AbortController();
    const over = new AbortController();
    const end = { signal: over.signal, afterMs: searchTimeoutMs };
    const sent = new Map<SourceQuery, { requests: number; lastAfterMs: number }>();
    let underWay = 0;

    function hand(query: SourceQuery, answer: SourceAnswer): void {
      if (outstanding.delete(query)) parts.push(partOf(query.source, answer));
    }

    async function ask(query: SourceQuery, onRoom: AskOptions['onRoom']): Promise<SourceAnswer> {
      const onSent = () => {
        const { requests } = sent.get(query) ?? NOT_SENT;
        sent.set(query, { requests: requests + 1, lastAfterMs: performance.now() - began });
      };
      const options = { form: query.form, isRetry: query.isRetry === true, onSent, end, onRoom };
      underWay++;
      try {
        return await query.source.ask(query.question, viewer, cancel.signal, options);
      } finally {
        underWay--;
      }
    }

    async function put(query: SourceQuery, onRoom?: AskOptions['onRoom']): Promise<void> {
      try {
        const answer = await ask(query, onRoom);
        void onRoom?.();
        hand(query, answer);
      } catch (error) {
        // An answer that nobody waits for any more rejects with the reason of the signal.
        if (!cancel.signal.aborted) parts.fail(error);
      }
    }

    /** Ends the search: a source with a cached answer gives it, the others get a part that says that the time is over. */
    async function endOutstanding(): Promise<void> {
      over.abort();
      await promisesRun();
      const elapsedMs = performance.now() - began;
      for (const query of outstanding) hand(query, timedOutAnswer(query, elapsedMs));
    }

    /** Returns the answer of a source without one. A partner that was not asked, or late because of other questions, has not failed. */
    function timedOutAnswer(query: SourceQuery, elapsedMs: number): SourceAnswer {
      const isOwn = query.source.key === LOCAL_ORIGIN;
      const sentSoFar = sent.get(query) ?? NOT_SENT;
      const { state, reason, error } = (isOwn ? undefined : queueFailure(sentSoFar)) ?? searchEnded(searchTimeoutMs);
      return noAnswer(state, reason, { elapsedMs, wasQueried: isOwn || sentSoFar.requests > 0, error });
    }

    const stop = () => cancel.abort();
    signal.addEventListener('abort', stop, { once: true });
    signal.addEventListener('abort', parts.end, { once: true });
    // Answers that arrived before the end and wait to be read go first, because they came in time.
    const deadline = setTimeout(afterAnswers, searchTimeoutMs, endOutstanding);
    try {
      if (signal.aborted) return;
      const own = waiting.find(({ source }) => source.key === LOCAL_ORIGIN);
      let others = waiting.filter((query) => query !== own);
      /** Asks the other sources, once there is room for this registry's own part; if there is none, the search fails without them. */
      async function putOthers(): Promise<void> {
        const putNow = signal.aborted ? [] : others;
        others = [];
        for (const query of putNow) void put(query);
        // These requests are sent before this registry reads what it found, which blocks all other work: undici takes a call
        // in this turn of the event loop, and sends it in the next on an open connection.
        if (putNow.length > 0) await nextTurn().then(nextTurn);
      }
      if (own === undefined) void putOthers();
      else void put(own, putOthers);
      for (let left = waiting.length; left > 0; left--) {
        const part = await parts.next();
        if (part === undefined) return;
        yield part;
      }
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', stop);
      signal.removeEventListener('abort', parts.end);
      // Aborting takes more time than all else here, so it is only done if something is still under way.
      if (underWay > 0 || outstanding.size > 0) stop();
    }
  };
}

/** The part of one source for the question at a place of the list. */
type ListPart = { index: number; part: Part };

type QuestionList = {
  /** The most useful question first. */
  questions: readonly Question[];
  sources: readonly Source[];
  /** Whether the caller asks these sources on purpose: one whose circuit breaker is open is then tried once. */
  isRetry: boolean;
  /** How long the whole list may take, in milliseconds. */
  limitMs: number;
  /** The form of the records; whole records by default. */
  form?: RecordForm | undefined;
};

/**
 * Returns one part for each question and source, in order of arrival, cached ones first. It ends when all parts have
 * arrived, at the latest when the time of the list is over, or when the caller leaves; then no further question is put.
 * The same list, put again, continues from there, because answers of partners are cached.
 *
 * @throws RegistryError that only the caller can correct
 */
export type AskList = (list: QuestionList, viewer: Viewer, signal: AbortSignal) => AsyncIterable<ListPart>;

/** How many questions of one list are put to a partner at the same time, including those that wait for a slot there. */
const MOST_AT_ONCE = 4;

export const askList: AskList = async function* ({ questions, sources, isRetry, limitMs, form }, viewer, signal) {
  const began = performance.now();
  const parts = asyncQueue<ListPart>();
  const cancel = new AbortController();
  /** The places of the questions that have no part yet, by source. */
  const open = new Map<Source, Set<number>>();
  let left = 0;

  function hand(source: Source, index: number, part: Part): void {
    if (open.get(source)?.delete(index)) parts.push({ index, part });
  }

  async function put(source: Source, index: number, isOnPurpose: boolean): Promise<void> {
    const question = questions[index] as Question;
    // Another caller may have asked since the list began.
    const answer =
      source.getCached(question, viewer, form) ??
      (await source.ask(question, viewer, cancel.signal, { form, yields: true, isRetry: isOnPurpose }));
    hand(source, index, partOf(source, answer));
  }

  async function workThrough(source: Source, indexes: Iterator<number>): Promise<void> {
    for (let next = indexes.next(); !next.done; next = indexes.next()) {
      if (cancel.signal.aborted) return;
      await put(source, next.value, false);
      // A long list of answers from this registry would block all other work.
      await nextTurn();
    }
  }

  async function askSource(source: Source, indexes: readonly number[]): Promise<void> {
    try {
      const rest = indexes.values();
      const first = isRetry ? rest.next() : undefined;
      // A single question finds out whether a partner has recovered.
      if (first?.done === false) await put(source, first.value, true);
      const workers = source.key === LOCAL_ORIGIN ? 1 : MOST_AT_ONCE;
      await Promise.all(Array.from({ length: workers }, () => workThrough(source, rest)));
    } catch (error) {
      if (!cancel.signal.aborted) parts.fail(error);
    }
  }

  function endOpen(): void {
    const elapsedMs = performance.now() - began;
    for (const [source, indexes] of open) {
      for (const index of indexes) hand(source, index, partOf(source, notInTime(limitMs, elapsedMs)));
    }
    cancel.abort();
  }

  for (const source of sources) {
    const waiting = new Set<number>();
    open.set(source, waiting);
    for (const [index, question] of questions.entries()) {
      const answer = source.getCached(question, viewer, form);
      if (answer === undefined) waiting.add(index);
      else yield { index, part: partOf(source, answer) };
    }
    left += waiting.size;
  }
  const stop = () => {
    cancel.abort();
    parts.end();
  };
  if (signal.aborted) return;
  signal.addEventListener('abort', stop, { once: true });
  const deadline = setTimeout(afterAnswers, limitMs, endOpen);
  try {
    for (const [source, indexes] of open) void askSource(source, [...indexes]);
    for (; left > 0; left--) {
      const next = await parts.next();
      if (next === undefined) return;
      yield next;
    }
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', stop);
    cancel.abort();
  }
};

function notInTime(limitMs: number, elapsedMs: number) {
  const { state, reason, error } = listEnded(limitMs);
  return noAnswer(state, reason, { elapsedMs, error });
}
