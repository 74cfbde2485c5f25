/** What was wrong with a request, in the reader's language: what was found, and what is allowed. Made on the server. */

import type { ErrorDetail, RegistryError } from '../../domain/errors.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import { PROBLEMS, phraseInFrench, reasonOfRecord } from './fr/problems.ts';
import type { AllWords } from './words.ts';

export type ToldProblem = Pick<RegistryError, 'code' | 'details' | 'message'>;

/** The sentence of the error; in English it is the one that programs are told. */
export function problemIn(words: AllWords, { code, details, message }: ToldProblem): string {
  if (code === 'search-criterion-missing') return words.nothingAsked;
  if (words.lang === 'en') return message;
  return PROBLEMS[code].replace(/\{(\w+)\}/g, (_, name: string) => inFrench(details[name])).trimEnd();
}

function inFrench(value: ErrorDetail = ''): string {
  return typeof value === 'object' ? reasonOfRecord(value as Reason) : phraseInFrench(String(value));
}
