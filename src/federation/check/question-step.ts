/** What the answer to one question of a check says of the partner. */

import type { QuestionKind } from '../../domain/federation/source.ts';
import type { PartnerAnswer } from '../partner/partner-query.ts';
import { problemOf, stateOf } from '../partner/source-answer.ts';
import { type CheckStep, checkStep } from './check-step.ts';

type Took = {
  elapsedMs: number;
  /** So long a silence is borne. */
  readTimeoutMs: number;
};

/** Slower than this share of the time for which a silence is borne, a bad day is enough for no answer. */
const SLOW_SHARE = 0.5;
/** A registry that keeps these to itself is none the less one that can be searched. */
const MAY_BE_KEPT: ReadonlySet<QuestionKind> = new Set([
  'genes-list',
  'users-list',
  'user',
  'anonymous-user',
  'anonymous-gene',
]);

export function questionStep(kind: QuestionKind, answer: PartnerAnswer, { elapsedMs, readTimeoutMs }: Took): CheckStep {
  const problem = problemOf(answer);
  const state = stateOf(answer);
  const records = answer.records?.length ?? null;
  const isSlow = answer.records !== undefined && elapsedMs > readTimeoutMs * SLOW_SHARE;
  const parts = [
    ...(answer.records === undefined ? [] : [amount(answer)]),
    ...(problem === undefined ? [] : [problem.title]),
    ...(isSlow ? [`slow: a silence of ${readTimeoutMs / 1000} s ends a question`] : []),
  ];
  const facts = { elapsedMs, records, error: problem?.error ?? null };
  return checkStep(
    kind,
    isSlow ? worse(resultOf(kind, answer, state)) : resultOf(kind, answer, state),
    parts.join('; '),
    facts,
  );
}

function resultOf(
  kind: QuestionKind,
  { failure }: PartnerAnswer,
  state: ReturnType<typeof stateOf>,
): CheckStep['result'] {
  switch (state) {
    case 'answered':
    case 'empty':
      return 'ok';
    case 'limited':
    case 'unknown-term':
    case 'unsupported':
      return 'remark';
    case 'refused':
      return MAY_BE_KEPT.has(kind) ? 'remark' : 'wrong';
    default:
      // RDP fails on some anonymous ids, and on nothing else because of it (quirk 1).
      return failure?.about === 'this-question' ? 'remark' : 'wrong';
  }
}

function worse(result: CheckStep['result']): CheckStep['result'] {
  return result === 'ok' ? 'remark' : result;
}

function amount({ records = [], total }: PartnerAnswer): string {
  const told = `${records.length} ${records.length === 1 ? 'record' : 'records'}`;
  return total === undefined || total === records.length ? told : `${told} of ${total.toLocaleString('en')}`;
}
