/**
 * Observes the questions and answers of a network for the audit log, metrics and traces, and passes the answers on
 * unchanged.
 */

import type { Origin } from '../domain/federation/origin.ts';
import {
  LOOKUPS,
  type Question,
  type QuestionKind,
  type Source,
  type SourceAnswer,
} from '../domain/federation/source.ts';
import { memoize, memoizeByVersion } from '../domain/memoize.ts';
import type { Viewer } from '../domain/record/model.ts';
import { watched } from '../lib/watched.ts';
import type { AskList, FanOut } from './fan-out.ts';

export type ObservedNetwork = { sources: () => readonly Source[]; fanOut: FanOut; askList: AskList };

/** Functions of an observer must not throw: the caller would get the error. */
export type NetworkObserver = {
  /** Begins to observe what a caller asks: of several registries together, or a lookup of one record at one registry. */
  caller?(asked: CallerAsked): Observation<ObservedAnswer>;
  /** Begins to observe one question at one registry, within what a caller asks; undefined where it is of no interest. */
  registry?(source: Source, question: Question): Observation<SourceAnswer> | undefined;
};

export type CallerAsked = {
  kind: QuestionKind | 'gene-list';
  questions: readonly Question[];
  viewer: Viewer;
  /** Whether it is a lookup, which one registry answers. */
  isLookup: boolean;
};
export type ObservedAnswer = Pick<Origin, 'key' | 'state' | 'count' | 'elapsedMs' | 'cache' | 'dropped'>;
/** Whether all answers came, the caller left before, or the asking failed. */
export type HowEnded = 'ended' | 'left' | 'failed';
export type Observation<Answer> = { answer(answer: Answer): void; end(how: HowEnded): void };

/** Returns a network with the same answers; the same one if nobody observes it. */
export function observedNetwork<Network extends ObservedNetwork>(
  network: Network,
  observers: readonly NetworkObserver[],
): Network {
  if (observers.length === 0) return network;
  const callers = observers.flatMap(({ caller }) => caller ?? []);
  const registries = observers.flatMap(({ registry }) => registry ?? []);
  const begin = (asked: CallerAsked) => together(callers.map((caller) => caller(asked)));

  /** Passes answers on as they arrive. */
  function observed<Arrived>(
    asked: Omit<CallerAsked, 'isLookup'>,
    arriving: AsyncIterable<Arrived>,
    { originOf, signal }: { originOf(arrived: Arrived): Origin; signal: AbortSignal },
  ): AsyncIterable<Arrived> {
    return watched(arriving, () => {
      const observation = begin({ ...asked, isLookup: false });
      return {
        onEach: (arrived) => observation.answer(originOf(arrived)),
        onEnd: (how) => observation.end(how === 'ended' && signal.aborted ? 'left' : how),
      };
    });
  }

  const fanOut: FanOut = (queries, viewer, signal) => {
    const arriving = network.fanOut(queries, viewer, signal);
    const [first] = queries;
    if (first === undefined) return arriving;
    const questions = [...new Set(queries.map(({ question }) => question))];
    const asked = { kind: first.question.kind, questions, viewer };
    return observed(asked, arriving, { originOf: ({ origin }) => origin, signal });
  };

  const askList: AskList = (list, viewer, signal) =>
    observed({ kind: 'gene-list', questions: list.questions, viewer }, network.askList(list, viewer, signal), {
      originOf: ({ part }) => part.origin,
      signal,
    });

  function beginAt(source: Source, question: Question, viewer: Viewer): Observation<SourceAnswer> | undefined {
    const { kind } = question;
    const isLookup = LOOKUPS.has(kind);
    if (!isLookup && registries.length === 0) return undefined;
    const atRegistry = registries.flatMap((registry) => registry(source, question) ?? []);
    if (!isLookup) return together(atRegistry);
    const caller = begin({ kind, questions: [question], viewer, isLookup });
    return together([...atRegistry, { answer: (answer) => caller.answer(answerOf(source, answer)), end: caller.end }]);
  }

  function observedSource(source: Source): Source {
    return {
      ...source,
      getCached(question, viewer, form) {
        const answer = source.getCached(question, viewer, form);
        if (answer === undefined) return undefined;
        const observation = beginAt(source, question, viewer);
        observation?.answer(answer);
        observation?.end('ended');
        return answer;
      },
      ask(question, viewer, signal, options) {
        const observation = beginAt(source, question, viewer);
        const asking = source.ask(question, viewer, signal, options);
        if (observation === undefined) return asking;
        return asking.then(
          (answer) => {
            observation.answer(answer);
            observation.end(signal.aborted ? 'left' : 'ended');
            return answer;
          },
          (error) => {
            observation.end('failed');
            throw error;
          },
        );
      },
    };
  }

  const observedOnce = memoize(observedSource);
  return {
    ...network,
    sources: memoizeByVersion(network.sources, (sources) => sources.map(observedOnce)),
    fanOut,
    askList,
  };
}

function together<Answer>(observations: readonly Observation<Answer>[]): Observation<Answer> {
  const [only, ...others] = observations;
  if (only !== undefined && others.length === 0) return only;
  return {
    answer(answer) {
      for (const observation of observations) observation.answer(answer);
    },
    end(how) {
      for (const observation of observations) observation.end(how);
    },
  };
}

function answerOf({ key }: Source, { state, records, elapsedMs, cache, dropped }: SourceAnswer): ObservedAnswer {
  return { key, state, count: records.length, elapsedMs, cache, dropped };
}
