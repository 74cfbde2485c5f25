/** Records the results of every question to other registries for the audit log. */

import type { AuditAnswer, AuditEntry, AuditOutcome, AuditText } from '../domain/federation/audit-log.ts';
import { isComplete, isFull } from '../domain/federation/completeness.ts';
import { LOCAL_ORIGIN } from '../domain/federation/origin.ts';
import { questionKey } from '../domain/federation/query-key.ts';
import type { Question } from '../domain/federation/source.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { HowEnded, NetworkObserver, ObservedAnswer } from './observed-network.ts';

type Options = {
  /** Called with one entry for each question that reached another registry, when it has ended. Must not throw. */
  note(entry: AuditEntry): void;
  /** Whether the text of the question, and the account of its caller, are recorded as well. */
  withText: boolean;
  /** Returns milliseconds since 1970. */
  now: () => number;
};

/** In characters, for all questions of a list together. */
const LONGEST_TEXT = 500;

/** Returns an observer that makes one entry of what a caller asks. What is asked of this registry alone is not recorded. */
export function auditObserver({ note, withText, now }: Options): NetworkObserver {
  return {
    caller({ kind, questions, viewer }) {
      const atMs = now();
      const began = performance.now();
      const answers = new Map<string, AuditAnswer>();
      let elapsedMs = 0;
      return {
        answer(observed) {
          const answer = answerOf(observed);
          const before = answers.get(observed.key);
          answers.set(observed.key, before === undefined ? answer : together(before, answer));
          elapsedMs = performance.now() - began;
        },
        end(how) {
          const noted = [...answers.values()];
          if (!noted.some(({ key }) => key !== LOCAL_ORIGIN)) return;
          const asked = withText ? textOf(questions, viewer) : undefined;
          const outcome = outcomeOf(how, noted);
          note({ atMs, kind, viewer: viewer.kind, outcome, elapsedMs: Math.round(elapsedMs), answers: noted, asked });
        },
      };
    },
  };
}

function answerOf({ key, state, count, elapsedMs, cache }: ObservedAnswer): AuditAnswer {
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

function outcomeOf(ended: HowEnded, answers: readonly AuditAnswer[]): AuditOutcome {
  if (ended !== 'ended') return ended;
  return isComplete(answers) ? 'complete' : 'incomplete';
}

function textOf(questions: readonly Question[], { userId }: Viewer): AuditText {
  const texts = questions.map((question) => questionKey(question).slice(question.kind.length + 1));
  return { text: texts.join('\n').slice(0, LONGEST_TEXT), userId: userId ?? null };
}
