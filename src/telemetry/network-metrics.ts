/** Counts the answers of a network as readers get them, where they leave the fan-out (decision 15). */

import { Counter } from '@prometheus-io/client';
import { isComplete } from '../domain/federation/completeness.ts';
import type { Origin } from '../domain/federation/origin.ts';
import type { Question, QuestionKind, Source } from '../domain/federation/source.ts';
import { LOOKUPS } from '../domain/federation/source.ts';
import type { AskList } from '../federation/ask-list.ts';
import type { FanOut } from '../federation/fan-out.ts';
import type { Registers } from './callback-gauges.ts';
import { eachSource } from './each-source.ts';
import { answerCounter, type MeasuredOrigin } from './origin-metrics.ts';

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
