/** Reasons by what is said of them, for tests that are about the words. */

import { expect } from 'vitest';
import { renderReason } from '../../../src/domain/federation/federated-answer.ts';
import type { RenderedProblem } from '../../../src/domain/federation/origin.ts';
import type { Reason } from '../../../src/domain/federation/reasons.ts';
import { detailOf, titleOf } from '../../../src/domain/federation/reasons-in-english.ts';

export type Saying = { asymmetricMatch(other: unknown): boolean };

/** Equals every reason with this title, and this detail where one is given; each may be a matcher itself. */
export function saying(title: unknown, detail: unknown = expect.anything()): Saying {
  return {
    asymmetricMatch: (other) => matches([titleOf(other as Reason), detailOf(other as Reason)], [title, detail]),
    toString: () => `Saying ${String(title)}`,
  } as Saying;
}

function matches(found: unknown, wanted: unknown): boolean {
  try {
    expect(found).toEqual(wanted);
    return true;
  } catch {
    return false;
  }
}

/** Such as `did not answer within 3 s`. */
export function titleIn(origin: { reason: Reason } | undefined): string | undefined {
  return origin && titleOf(origin.reason);
}

/** As it stands in an answer. */
export function problemOf(reason: Reason, about: Partial<RenderedProblem> = {}): RenderedProblem {
  return { ...renderReason(reason), error: null, status: null, nextTryAt: null, ...about } as RenderedProblem;
}
