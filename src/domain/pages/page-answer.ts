/** The answer of an origin for one page of a listing: what is missing in it is what is missing on this page. */

import { allReasons, type Reason, reason } from '../federation/reasons.ts';
import type { SourceAnswer } from '../federation/source.ts';
import type { ListingRead, MissingRows } from './listing-reads.ts';

/**
 * Returns an answer with the records of a page and with the reasons that concern the page. The answer may be to a
 * request for more rows, among them rows of pages before, which have told what is missing there.
 */
export function answerOfPage(answer: SourceAnswer, { records, missing }: ListingRead): SourceAnswer {
  const about = { ...answer, records, dropped: missing.rows };
  const state = records.length === 0 ? 'empty' : 'answered';
  if (answer.state === 'answered' || answer.state === 'empty') return { ...about, state };
  if (answer.state !== 'limited' || answer.problem === undefined) return about;
  const { reason: because } = answer.problem;
  const [reasons, cause] =
    because.code === 'limited' ? [because.params.reasons, because.params.because] : [[because], null];
  const ofPage = reasons.flatMap((one) => reasonOfPage(one, missing, records.length === 0));
  if (ofPage.length > 0) return { ...about, problem: { ...answer.problem, reason: allReasons(ofPage, cause) } };
  return { ...about, state, isExact: true, problem: undefined };
}

/** Returns a reason with the rows of the page; nothing if it is about other rows alone. */
function reasonOfPage(one: Reason, { unreadable, notGiven }: MissingRows, isNothingThere: boolean): Reason[] {
  if (one.code === 'unreadable-records' && unreadable !== undefined) {
    return unreadable === 0 ? [] : [reason('unreadable-records', { records: unreadable })];
  }
  if (one.code === 'rows-missing' && notGiven !== undefined) {
    return notGiven === 0 ? [] : [reason('rows-missing', { missing: notGiven, isNothingThere })];
  }
  return [one];
}
