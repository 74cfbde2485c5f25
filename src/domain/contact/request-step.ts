/** The note of an administrator about a request for access: its state, a few words, and what the sender may read. */

import { REQUEST_STATES, type RequestState } from '../../api/words.ts';

export { REQUEST_STATES, type RequestState };

/** The name and address that the person chooses to give to the sender, and a few words. */
export type Acceptance = { name: string; address: string; words: string | null };
/** The person has no time now, and until which day, such as `2026-12-24`, if the person says so. */
export type Postponement = { until: string | null };
/** The answer that the sender is shown. */
export type RequestAnswer = Acceptance | Postponement;

export type RequestStep =
  | { state: 'accepted'; answer: Acceptance; note: string | null }
  /** Without an answer, the sender is shown nothing. */
  | { state: 'not-now'; answer: Postponement | null; note: string | null }
  | { state: Exclude<RequestState, 'accepted' | 'not-now'>; answer: null; note: string | null };

/** In characters. */
export const LONGEST_NOTE = 500;
export const LONGEST_ANSWER_NAME = 200;
export const LONGEST_ANSWER_ADDRESS = 254;
export const LONGEST_ANSWER_WORDS = 2000;
