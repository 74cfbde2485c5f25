/** One question to many sources at once: each answer is handed on as it arrives, and nobody waits for the slowest. */

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

/** A question as it is put to one source; in a listing each source has its own page. */
export type SourceQuery = {
  source: Source;
  question: Question;
  /** Whether the reader asks this source on purpose: a partner is tried at rest, too. */
  isRetry?: boolean;
  /** What records are to hold; all of it by default. */
  form?: RecordForm | undefined;
};

/**
 * Puts each question to its source and answers one part a source, in order of arrival: what is cached first. It ends
 * when every source has its part, at the latest when the time of the whole search is over, or when the reader leaves.
 *
 * @throws RegistryError what the asker alone can mend
 */
export type FanOut = (queries: readonly SourceQuery[], viewer: Viewer, signal: AbortSignal) => AsyncIterable<Part>;

type Options = {
  /** Of a whole search. */
  searchTimeoutMs: number;
};

/** A search that waits costs nothing: how much a partner is asked at once is a matter of its own client. */
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
    const sentAfterMs = new Map<SourceQuery, number>();
    let underWay = 0;

    function hand(query: SourceQuery, answer: SourceAnswer): void {
      if (outstanding.delete(query)) parts.arrive(partOf(query.source, answer));
    }

    function put(query: SourceQuery, onRoom?: AskOptions['onRoom']): void {
      underWay++;
      const onSent = () => {
        if (!sentAfterMs.has(query)) sentAfterMs.set(query, performance.now() - began);
      };
      const options = { form: query.form, isRetry: query.isRetry === true, onSent, end, onRoom };
      const ask = () => query.source.ask(query.question, viewer, cancel.signal, options);
      atEnd(ask, () => void underWay--)
        .then((answer) => {
          void onRoom?.();
          hand(query, answer);
        })
        .then(undefined, (error) => {
          // Where nobody waits for it any more, it ends with the reason of the signal.
          if (!cancel.signal.aborted) parts.fail(error);
        });
    }

    /** Who has an old answer gives it; a part that says nothing is for the others. */
    async function endOutstanding(): Promise<void> {
      over.abort();
      await promisesRun();
      const elapsedMs = performance.now() - began;
      for (const query of outstanding) hand(query, timedOutAnswer(query, elapsedMs));
    }

    /** A partner that was not asked, or not in time because of others, has not failed. */
    function timedOutAnswer(query: SourceQuery, elapsedMs: number): SourceAnswer {
      const waitedMs = query.source.key === LOCAL_ORIGIN ? 0 : sentAfterMs.get(query);
      const { state, reason, error } = turnFailure(waitedMs) ?? searchEnded(searchTimeoutMs);
      return noAnswer(state, reason, { elapsedMs, wasQueried: waitedMs !== undefined, error });
    }

    const stop = () => cancel.abort();
    signal.addEventListener('abort', stop, { once: true });
    signal.addEventListener('abort', parts.end, { once: true });
    // Behind the answers that have come before it and wait for their turn: those came in time.
    const deadline = setTimeout(behindShort, searchTimeoutMs, endOutstanding);
    try {
      if (signal.aborted) return;
      const own = waiting.find(({ source }) => source.key === LOCAL_ORIGIN);
      let others = waiting.filter((query) => query !== own);
      /** Where there is no room for its own part, nobody else is asked. */
      async function putOthers(): Promise<void> {
        const putNow = signal.aborted ? [] : others;
        others = [];
        for (const query of putNow) put(query);
        // They are on the way before this registry reads what it found, which holds up everything: a call is handed over
        // in this turn, and sent in the next on a connection that stayed open.
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
      // Aborting costs more than all else here, so it is done where somebody listens for it.
      if (underWay > 0 || outstanding.size > 0) stop();
    }
  };
}
