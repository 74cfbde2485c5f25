/** Records the results of every question to other registries, and passes the answers on unchanged. */

import type { AuditAnswer, AuditEntry, AuditKind, AuditOutcome, AuditText } from '../domain/federation/audit-log.ts';
import { isComplete, isFull } from '../domain/federation/completeness.ts';
import { LOCAL_ORIGIN, type Origin } from '../domain/federation/origin.ts';
import { questionKey } from '../domain/federation/query-key.ts';
import type { Question, Source, SourceAnswer } from '../domain/federation/source.ts';
import { LOOKUPS } from '../domain/federation/source.ts';
import { madeForEach, madeOnce } from '../domain/made-once.ts';
import type { Viewer } from '../domain/record/model.ts';
import { watched } from '../lib/watched.ts';
import type { AskList } from './ask-list.ts';
import type { FanOut } from './fan-out.ts';

export type RecordedNetwork = { sources: () => readonly Source[]; fanOut: FanOut; askList: AskList };

type Options = {
  /** Called with one entry for each question that reached another registry, when it has ended. Must not throw. */
  note(entry: AuditEntry): void;
  /** Whether the text of the question, and the account of its reader, are recorded as well. */
  withText: boolean;
  /** Returns milliseconds since 1970. */
  now: () => number;
};

type AuditOrigin = Pick<Origin, 'key' | 'state' | 'count' | 'elapsedMs' | 'cache'>;
type RecordedQuestions = { kind: AuditKind; questions: readonly Question[]; viewer: Viewer };
type Ended = 'ended' | 'left' | 'failed';
type EntryInMaking = { note(origin: AuditOrigin): void; end(ended: Ended): void };

/** In characters, for all questions of a list together. */
const LONGEST_TEXT = 500;

/** Returns a network with the same answers. Questions to this registry alone are not recorded. */
export function recordedNetwork<Recorded extends RecordedNetwork>(network: Recorded, options: Options): Recorded {
  const begin = (about: RecordedQuestions) => beginEntry(about, options);

  /** Passes things on as they arrive, and records each of them. */
  function recorded<Arrived>(
    about: RecordedQuestions,
    arriving: AsyncIterable<Arrived>,
    { originOf, signal }: { originOf(arrived: Arrived): Origin; signal: AbortSignal },
  ): AsyncIterable<Arrived> {
    return watched(arriving, () => {
      const entry = begin(about);
      return {
        onEach: (arrived) => entry.note(originOf(arrived)),
        onEnd: (how) => entry.end(how === 'ended' && signal.aborted ? 'left' : how),
      };
    });
  }

  const fanOut: FanOut = (queries, viewer, signal) => {
    const arriving = network.fanOut(queries, viewer, signal);
    const [first] = queries;
    if (first === undefined) return arriving;
    const questions = [...new Set(queries.map(({ question }) => question))];
    const about = { kind: first.question.kind, questions, viewer };
    return recorded(about, arriving, { originOf: ({ origin }) => origin, signal });
  };

  const askList: AskList = (list, viewer, signal) =>
    recorded({ kind: 'gene-list', questions: list.questions, viewer }, network.askList(list, viewer, signal), {
      originOf: ({ part }) => part.origin,
      signal,
    });

  function recordedLookups(source: Source): Source {
    if (source.key === LOCAL_ORIGIN) return source;
    function noteAnswer(entry: EntryInMaking, { state, records, elapsedMs, cache }: SourceAnswer): void {
      entry.note({ key: source.key, state, count: records.length, elapsedMs, cache });
    }
    return {
      ...source,
      getCached(question, viewer, form) {
        const answer = source.getCached(question, viewer, form);
        if (answer === undefined || !LOOKUPS.has(question.kind)) return answer;
        const entry = begin({ kind: question.kind, questions: [question], viewer });
        noteAnswer(entry, answer);
        entry.end('ended');
        return answer;
      },
      ask(question, viewer, signal, askOptions) {
        const asking = source.ask(question, viewer, signal, askOptions);
        if (!LOOKUPS.has(question.kind)) return asking;
        const entry = begin({ kind: question.kind, questions: [question], viewer });
        return asking.then((answer) => {
          noteAnswer(entry, answer);
          entry.end(signal.aborted ? 'left' : 'ended');
          return answer;
        });
      },
    };
  }

  const recordedOnce = madeForEach(recordedLookups);
  return {
    ...network,
    sources: madeOnce(network.sources, (sources) => sources.map(recordedOnce)),
    fanOut,
    askList,
  };
}

function beginEntry({ kind, questions, viewer }: RecordedQuestions, { note, withText, now }: Options): EntryInMaking {
  const atMs = now();
  const began = performance.now();
  const answers = new Map<string, AuditAnswer>();
  let elapsedMs = 0;
  return {
    note(origin) {
      const answer = answerOf(origin);
      const before = answers.get(origin.key);
      answers.set(origin.key, before === undefined ? answer : together(before, answer));
      elapsedMs = performance.now() - began;
    },
    end(ended) {
      const noted = [...answers.values()];
      if (!noted.some(({ key }) => key !== LOCAL_ORIGIN)) return;
      const asked = withText ? textOf(questions, viewer) : undefined;
      const outcome = outcomeOf(ended, noted);
      note({ atMs, kind, viewer: viewer.kind, outcome, elapsedMs: Math.round(elapsedMs), answers: noted, asked });
    },
  };
}

function answerOf({ key, state, count, elapsedMs, cache }: AuditOrigin): AuditAnswer {
  return { key, state, count, elapsedMs: Math.round(elapsedMs), cache: cache?.status ?? null };
}

/** Combines several questions of one list or coverage: a state that is not full stands for all of them, as does an answer that was not cached. */
function together(one: AuditAnswer, other: AuditAnswer): AuditAnswer {
  const state = isFull(one.state) && other.state !== 'empty' ? other.state : one.state;
  return {
    key: one.key,
    state,
    count: one.count + other.count,
    elapsedMs: Math.max(one.elapsedMs, other.elapsedMs),
    cache: one.cache === 'hit' ? other.cache : one.cache,
  };
}

function outcomeOf(ended: Ended, answers: readonly AuditAnswer[]): AuditOutcome {
  if (ended !== 'ended') return ended;
  return isComplete(answers) ? 'complete' : 'incomplete';
}

function textOf(questions: readonly Question[], { userId }: Viewer): AuditText {
  const texts = questions.map((question) => questionKey(question).slice(question.kind.length + 1));
  return { text: texts.join('\n').slice(0, LONGEST_TEXT), userId: userId ?? null };
}
