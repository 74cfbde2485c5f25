/** One question to many sources at once: each answer is handed on as it arrives, and nobody waits for the slowest. */

import { type Part, partOf } from '../domain/federation/federated-answer.ts';
import { noAnswer } from '../domain/federation/no-answer.ts';
import { LOCAL_ORIGIN } from '../domain/federation/origin.ts';
import type { Question, Source, SourceAnswer } from '../domain/federation/source.ts';
import type { Viewer } from '../domain/record/model.ts';
import { limiter } from '../limiter.ts';
import { arrivals } from './arrivals.ts';

/** A question as it is put to one source; in a listing each source has its own page. */
export type SourceQuery = { source: Source; question: Question };

/**
 * Puts each question to its source and answers one part a source, in order of arrival: what is at hand first. It ends
 * when every source has its part, at the latest when the time of the whole search is over, or when the reader leaves.
 *
 * @throws RegistryError what the asker alone can mend
 */
export type FanOut = (queries: readonly SourceQuery[], viewer: Viewer, signal: AbortSignal) => AsyncIterable<Part>;

type Options = {
  /** Of a whole search. */
  searchTimeoutMs: number;
  /** How many searches may wait for partners at once; others wait for their turn. */
  mostSearches: number;
};

export function fanOut({ searchTimeoutMs, mostSearches }: Options): FanOut {
  const limit = limiter(mostSearches);

  return async function* (queries, viewer, signal) {
    const waiting: SourceQuery[] = [];
    for (const query of queries) {
      const answer = query.source.getCached(query.question, viewer);
      if (answer === undefined) waiting.push(query);
      else yield partOf(query.source, answer);
    }
    if (waiting.length > 0) yield* partsOf(waiting, viewer, signal);
  };

  async function* partsOf(waiting: readonly SourceQuery[], viewer: Viewer, signal: AbortSignal): AsyncIterable<Part> {
    const began = performance.now();
    const parts = arrivals<Part>();
    const outstanding = new Set(waiting);
    const leave = new AbortController();
    let hasTurn = false;
    let underWay = 0;

    function hand(query: SourceQuery, answer: SourceAnswer): void {
      if (outstanding.delete(query)) parts.arrive(partOf(query.source, answer));
    }

    async function put(query: SourceQuery): Promise<void> {
      underWay++;
      try {
        hand(query, await query.source.ask(query.question, viewer, leave.signal));
      } catch (error) {
        parts.fail(error);
      } finally {
        underWay--;
      }
    }

    function endOutstanding(): void {
      const elapsedMs = performance.now() - began;
      for (const query of outstanding) {
        const isBusy = !hasTurn && query.source.key !== LOCAL_ORIGIN;
        hand(query, isBusy ? tooManySearches(mostSearches, elapsedMs) : tooLate(searchTimeoutMs, elapsedMs));
      }
    }

    const stop = () => leave.abort();
    signal.addEventListener('abort', stop, { once: true });
    signal.addEventListener('abort', parts.end, { once: true });
    const deadline = setTimeout(endOutstanding, searchTimeoutMs);
    try {
      if (signal.aborted) return;
      const own = waiting.find(({ source }) => source.key === LOCAL_ORIGIN);
      const others = waiting.filter((query) => query !== own);
      if (others.length > 0) {
        void limit(async () => {
          hasTurn = true;
          if (outstanding.size > 0 && !leave.signal.aborted) await Promise.all(others.map(put));
        });
      }
      if (own !== undefined) {
        // The other questions are on the way before this registry looks for its own records, which holds up everything:
        // a call is handed over in this turn, and sent in the next on a connection that was kept.
        if (others.length > 0) await nextTurn().then(nextTurn);
        if (!signal.aborted) void put(own);
      }
      for (let left = waiting.length; left > 0; left--) {
        const part = await parts.next();
        if (part === undefined) return;
        yield part;
      }
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', stop);
      signal.removeEventListener('abort', parts.end);
      // Aborting costs more than all else here, so it is done where somebody is there to hear it.
      if (underWay > 0 || outstanding.size > 0) stop();
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function tooLate(searchTimeoutMs: number, elapsedMs: number): SourceAnswer {
  const title = `did not answer within ${searchTimeoutMs / 1000} s`;
  const detail = `The search was ended after ${searchTimeoutMs / 1000} s, the longest that any search takes.`;
  return noAnswer('timed-out', { title, detail, error: 'http_response_timeout' }, { elapsedMs });
}

function tooManySearches(mostSearches: number, elapsedMs: number): SourceAnswer {
  const title = 'was not asked, as too many searches are under way here';
  const detail = `${mostSearches} searches were waiting for partners already. Please ask again in a moment.`;
  return noAnswer('busy', { title, detail, error: 'connection_limit_reached' }, { elapsedMs });
}
