/** What the answers to several requests of one question make together. */

import { eachReasonOnce, type Reason } from '../../domain/federation/reasons.ts';
import { answerWith, type PartnerAnswer } from '../partner/partner-query.ts';

type Joined = Partial<Omit<PartnerAnswer, 'records' | 'limits'>> & {
  /** What is said of all of them, beside what is said of each. */
  limits?: readonly Reason[];
};

/** @param records of them, as far as they are wanted */
export function joined(
  answers: readonly PartnerAnswer<unknown>[],
  records: readonly unknown[],
  { limits = [], ...more }: Joined = {},
): PartnerAnswer<unknown> {
  const all = eachReasonOnce([...answers.flatMap((answer) => answer.limits), ...limits]);
  const unread = answers.reduce((sum, answer) => sum + answer.unread, 0);
  return answerWith(records, { unread, ...more, limits: all });
}
