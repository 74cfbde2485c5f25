/** What the answer to one question of a check says of the partner. */

import { hasReason } from '../../domain/federation/reasons.ts';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';
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
const DISPENSABLE: ReadonlySet<QuestionKind> = new Set([
  'genes-list',
  'users-list',
  'user',
  'anonymous-user',
  'anonymous-gene',
]);

export function questionStep(kind: QuestionKind, answer: PartnerAnswer, { elapsedMs, readTimeoutMs }: Took): CheckStep {
  const problem = problemOf(answer);
  const result = resultOf(kind, answer);
  const records = answer.records?.length ?? null;
  const isSlow = answer.records !== undefined && elapsedMs > readTimeoutMs * SLOW_SHARE;
  const parts = [
    ...(answer.records === undefined ? [] : [amount(answer)]),
    ...(problem === undefined ? [] : [titled(problem)]),
    ...(isSlow ? [`slow: it is given up after ${readTimeoutMs / 1000} s of silence`] : []),
  ];
  const facts = { elapsedMs, records, error: problem?.error ?? null };
  return checkStep(kind, isSlow && result === 'ok' ? 'remark' : result, parts.join('; '), facts);
}

function resultOf(kind: QuestionKind, answer: PartnerAnswer): CheckStep['result'] {
  switch (stateOf(answer)) {
    case 'answered':
    case 'empty':
      return 'ok';
    case 'limited':
      // There may be many more, and nobody knows which.
      return hasReason(answer.limits, 'cut-by-size') ? 'wrong' : 'remark';
    case 'unknown-term':
    case 'unsupported':
      return 'remark';
    case 'refused':
      return DISPENSABLE.has(kind) ? 'remark' : 'wrong';
    default:
      // RDP fails on some anonymous ids, and on nothing else because of it (quirk 1).
      return answer.failure?.about === 'this-question' ? 'remark' : 'wrong';
  }
}

function titled({ reason, status }: NonNullable<ReturnType<typeof problemOf>>): string {
  const title = titleOf(reason);
  return status === undefined ? title : `${title} (${status})`;
}

function amount({ records = [], total }: PartnerAnswer): string {
  const amount = `${records.length} ${records.length === 1 ? 'record' : 'records'}`;
  return total === undefined || total === records.length ? amount : `${amount} of ${total.toLocaleString('en')}`;
}
