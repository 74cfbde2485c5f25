/** Joins the answers to several requests of one question. */

import { eachReasonOnce, type Reason } from '../../domain/federation/reasons.ts';
import { answerWith, type PartnerAnswer } from '../partner/partner-query.ts';

type Joined = Partial<Omit<PartnerAnswer, 'records' | 'limits'>> & {
  /** Limits of the joined answer, beside those of each answer. */
  limits?: readonly Reason[];
};

/** @param records those of the answers that belong to the joined answer */
export function joined(
  answers: readonly PartnerAnswer<unknown>[],
  records: readonly unknown[],
  { limits = [], ...more }: Joined = {},
): PartnerAnswer<unknown> {
  const all = eachReasonOnce([...answers.flatMap((answer) => answer.limits), ...limits]);
  const unread = answers.reduce((sum, answer) => sum + answer.unread, 0);
  return answerWith(records, { unread, ...more, limits: all });
}
