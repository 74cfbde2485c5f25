/**
 * Puts a list of questions to many sources. At every partner, searches of other readers go first. Each source works
 * through the list by itself, so fast sources are done first and wait for no other.
 */

import { type Part, partOf } from '../domain/federation/federated-answer.ts';
import { noAnswer } from '../domain/federation/no-answer.ts';
import { LOCAL_ORIGIN } from '../domain/federation/origin.ts';
import type { Question, Source } from '../domain/federation/source.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { RecordForm } from '../domain/record/row.ts';
import { behindShort, nextTurn } from '../lib/slices.ts';
import { arrivals } from './arrivals.ts';
import { listEnded } from './partner/no-answer-reasons.ts';

/** The part of one source for the question at a place of the list. */
type ListPart = { index: number; part: Part };

export type QuestionList = {
  /** The most useful question first. */
  questions: readonly Question[];
  sources: readonly Source[];
  /** Whether the reader asks these sources on purpose: a resting one is then tried once. */
  isRetry: boolean;
  /** How long the whole list may take, in milliseconds. */
  limitMs: number;
  /** The form of the records; whole records by default. */
  form?: RecordForm | undefined;
};

/**
 * Returns one part for each question and source, in order of arrival, cached ones first. It ends when all parts have
 * arrived, at the latest when the time of the list is over, or when the reader leaves; then no further question is put.
 * The same list, put again, continues from there, because answers of partners are cached.
 *
 * @throws RegistryError that only the reader can correct
 */
export type AskList = (list: QuestionList, viewer: Viewer, signal: AbortSignal) => AsyncIterable<ListPart>;

/** How many questions of one list are put to a partner at the same time, including those that wait for a turn there. */
const MOST_AT_ONCE = 4;

export const askList: AskList = async function* ({ questions, sources, isRetry, limitMs, form }, viewer, signal) {
  const began = performance.now();
  const parts = arrivals<ListPart>();
  const cancel = new AbortController();
  /** The places of the questions that have no part yet, by source. */
  const open = new Map<Source, Set<number>>();
  let left = 0;

  function hand(source: Source, index: number, part: Part): void {
    if (open.get(source)?.delete(index)) parts.arrive({ index, part });
  }

  async function put(source: Source, index: number, isOnPurpose: boolean): Promise<void> {
    const question = questions[index] as Question;
    // Another reader may have asked since the list began.
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
      // A single question finds out whether a resting partner has recovered.
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
  const deadline = setTimeout(behindShort, limitMs, endOpen);
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
