/** Puts one question to many sources at once, and passes on each answer as it arrives, without waiting for the slowest. */

import { type Part, partOf } from '../domain/federation/federated-answer.ts';
import { noAnswer } from '../domain/federation/no-answer.ts';
import { LOCAL_ORIGIN } from '../domain/federation/origin.ts';
import type { AskOptions, Question, Source, SourceAnswer } from '../domain/federation/source.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { RecordForm } from '../domain/record/row.ts';
import { atEnd } from '../lib/later.ts';
import { behindShort, nextTurn, promisesRun } from '../lib/slices.ts';
import { arrivals } from './arrivals.ts';
import { searchEnded, turnFailure } from './partner/no-answer-reasons.ts';

/** The question to one source; in a listing, each source has its own page. */
export type SourceQuery = {
  source: Source;
  question: Question;
  /** Whether the reader asks this source on purpose: a resting partner is then tried, too. */
  isRetry?: boolean;
  /** The form of the records; whole records by default. */
  form?: RecordForm | undefined;
};

/**
 * Puts each question to its source and returns one part for each source, in order of arrival, cached ones first. It
 * ends when every source has its part, at the latest when the time of the whole search is over, or when the reader
 * leaves.
 *
 * @throws RegistryError that only the reader can correct
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
    const parts = arrivals<Part>();
    const outstanding = new Set(waiting);
    const cancel = new AbortController();
    const over = new AbortController();
    const end = { signal: over.signal, afterMs: searchTimeoutMs };
    const sent = new Map<SourceQuery, { requests: number; lastAfterMs: number }>();
    let underWay = 0;

    function hand(query: SourceQuery, answer: SourceAnswer): void {
      if (outstanding.delete(query)) parts.arrive(partOf(query.source, answer));
    }

    function put(query: SourceQuery, onRoom?: AskOptions['onRoom']): void {
      underWay++;
      const onSent = () => {
        const { requests } = sent.get(query) ?? NOT_SENT;
        sent.set(query, { requests: requests + 1, lastAfterMs: performance.now() - began });
      };
      const options = { form: query.form, isRetry: query.isRetry === true, onSent, end, onRoom };
      const ask = () => query.source.ask(query.question, viewer, cancel.signal, options);
      atEnd(ask, () => void underWay--)
        .then((answer) => {
          void onRoom?.();
          hand(query, answer);
        })
        .then(undefined, (error) => {
          // An answer that nobody waits for any more rejects with the reason of the signal.
          if (!cancel.signal.aborted) parts.fail(error);
        });
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
      const { state, reason, error } = (isOwn ? undefined : turnFailure(sentSoFar)) ?? searchEnded(searchTimeoutMs);
      return noAnswer(state, reason, { elapsedMs, wasQueried: isOwn || sentSoFar.requests > 0, error });
    }

    const stop = () => cancel.abort();
    signal.addEventListener('abort', stop, { once: true });
    signal.addEventListener('abort', parts.end, { once: true });
    // Answers that arrived before the end and wait to be read go first, because they came in time.
    const deadline = setTimeout(behindShort, searchTimeoutMs, endOutstanding);
    try {
      if (signal.aborted) return;
      const own = waiting.find(({ source }) => source.key === LOCAL_ORIGIN);
      let others = waiting.filter((query) => query !== own);
      /** Asks the other sources, once there is room for this registry's own part; if there is none, the search fails without them. */
      async function putOthers(): Promise<void> {
        const putNow = signal.aborted ? [] : others;
        others = [];
        for (const query of putNow) put(query);
        // These requests are sent before this registry reads what it found, which blocks all other work: undici takes a call
        // in this turn of the event loop, and sends it in the next on an open connection.
        if (putNow.length > 0) await nextTurn().then(nextTurn);
      }
      if (own === undefined) void putOthers();
      else put(own, putOthers);
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
