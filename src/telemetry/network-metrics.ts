/** Counts the answers of a network as readers get them, where they leave the fan-out (decision 15). */

import { Counter, Histogram } from '@prometheus-io/client';
import { isComplete } from '../domain/federation/completeness.ts';
import { type CacheFact, LOCAL_ORIGIN, ORIGIN_STATES, type Origin } from '../domain/federation/origin.ts';
import { LOOKUPS, type Question, type QuestionKind, type Source } from '../domain/federation/source.ts';
import type { AskList } from '../federation/ask-list.ts';
import type { FanOut } from '../federation/fan-out.ts';
import type { Registers } from './callback-gauges.ts';
import { eachSource } from './each-source.ts';
import { BUCKETS } from './request-metrics.ts';

export type WatchedNetwork = { sources: () => readonly Source[]; fanOut: FanOut; askList: AskList };

const SEARCHES: ReadonlySet<QuestionKind> = new Set(['genes-search', 'users-search']);

/** @param originKeys the keys of this registry and all current partners */
export function networkCounter(
  registers: Registers,
  originKeys: () => readonly string[],
): <Watched extends WatchedNetwork>(network: Watched) => Watched {
  const count = answerCounter(registers, originKeys);
  const searches = new Counter({
    name: 'isearch_searches_total',
    help: 'Searches of one or more registries, by whether every registry that was asked answered in full.',
    labelNames: ['complete'],
    ...registers,
  });
  for (const complete of ['true', 'false']) searches.inc({ complete }, 0);

  function countedFanOut(fanOut: FanOut): FanOut {
    return async function* (queries, viewer, signal) {
      const measured: Origin[] = [];
      for await (const part of fanOut(queries, viewer, signal)) {
        count(part.origin.key, part.origin);
        measured.push(part.origin);
        yield part;
      }
      const isSearch = queries.some(({ question }) => SEARCHES.has(question.kind));
      if (isSearch && !signal.aborted) searches.inc({ complete: String(isComplete(measured)) });
    };
  }

  function countedList(askList: AskList): AskList {
    return async function* (list, viewer, signal) {
      for await (const listed of askList(list, viewer, signal)) {
        count(listed.part.origin.key, listed.part.origin);
        yield listed;
      }
    };
  }

  /** Counts the answers to lookups. Answers to searches are counted at the fan-out, which knows which source was too late. */
  function countedLookups(source: Source): Source {
    function counted<Answer extends MeasuredOrigin | undefined>({ kind }: Question, answer: Answer): Answer {
      if (answer !== undefined && LOOKUPS.has(kind)) count(source.key, answer);
      return answer;
    }
    return {
      ...source,
      getCached: (question, viewer, form) => counted(question, source.getCached(question, viewer, form)),
      ask: (question, viewer, signal, options) =>
        source
          .ask(question, viewer, signal, options)
          .then((answer) => (signal.aborted ? answer : counted(question, answer))),
    };
  }

  return (network) => ({
    ...network,
    sources: eachSource(network.sources, countedLookups),
    fanOut: countedFanOut(network.fanOut),
    askList: countedList(network.askList),
  });
}

type MeasuredOrigin = Pick<Origin, 'state' | 'elapsedMs' | 'cache' | 'dropped'>;

const CACHE_STATUSES: readonly CacheFact['status'][] = ['miss', 'hit', 'shared', 'stale'];
/** States in which the registry was not asked at all. */
const NOT_QUERIED: ReadonlySet<Origin['state']> = new Set(['resting', 'not-asked', 'unsupported']);

/** Counts what became of questions at each registry. Registries that left the list of partners are no longer reported. */
function answerCounter(
  registers: Registers,
  originKeys: () => readonly string[],
): (origin: string, measured: MeasuredOrigin) => void {
  const answers = new Counter({
    name: 'isearch_origin_answers_total',
    help: 'Questions put to a registry, by what became of them; local is this registry.',
    labelNames: ['origin', 'state'],
    ...registers,
    collect: keepToOrigins,
  });
  const durations = new Histogram({
    name: 'isearch_origin_answer_duration_seconds',
    help: 'Seconds that a registry was waited for: until it answered, or was given up.',
    labelNames: ['origin'],
    buckets: BUCKETS,
    ...registers,
    collect: keepToOrigins,
  });
  const cached = new Counter({
    name: 'isearch_origin_cache_total',
    help: 'Questions to a partner by how their answer came; miss: not from what is kept.',
    labelNames: ['origin', 'status'],
    ...registers,
    collect: keepToOrigins,
  });
  const dropped = new Counter({
    name: 'isearch_origin_records_dropped_total',
    help: 'Records of a partner that were left out when they came: they could not be read, or nobody asked for them.',
    labelNames: ['origin'],
    ...registers,
    collect: keepToOrigins,
  });
  const begun = new Set<string>();

  /** Reports each counter of a new origin as 0 first, as Prometheus sees a rise only between two values. */
  function begin(origin: string): void {
    begun.add(origin);
    for (const state of ORIGIN_STATES) answers.inc({ origin, state }, 0);
    if (origin === LOCAL_ORIGIN) return;
    dropped.inc({ origin }, 0);
    for (const status of CACHE_STATUSES) cached.inc({ origin, status }, 0);
  }

  function end(origin: string): void {
    begun.delete(origin);
    durations.remove({ origin });
    dropped.remove({ origin });
    for (const state of ORIGIN_STATES) answers.remove({ origin, state });
    for (const status of CACHE_STATUSES) cached.remove({ origin, status });
  }

  function keepToOrigins(): void {
    const origins = originKeys();
    for (const origin of begun) if (!origins.includes(origin)) end(origin);
    for (const origin of origins) if (!begun.has(origin)) begin(origin);
  }

  keepToOrigins();
  return (origin, measured) => {
    if (!begun.has(origin)) keepToOrigins();
    // The partner left the list while the question was under way.
    if (!begun.has(origin)) return;
    answers.inc({ origin, state: measured.state });
    if (wasWaitedFor(measured)) durations.observe({ origin }, measured.elapsedMs / 1000);
    if (origin === LOCAL_ORIGIN) return;
    if (measured.cache === null) return;
    cached.inc({ origin, status: measured.cache.status });
    if (measured.cache.status === 'miss' && measured.dropped > 0) dropped.inc({ origin }, measured.dropped);
  };
}

/** Whether the registry was waited for: an old answer that came at once was given instead of asking a resting partner. */
function wasWaitedFor({ state, elapsedMs, cache }: MeasuredOrigin): boolean {
  if (cache?.status === 'hit' || NOT_QUERIED.has(state)) return false;
  return state !== 'stale' || elapsedMs > 0;
}
