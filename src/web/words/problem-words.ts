/** What was wrong with a request, in the reader's language: what was found, and what is allowed. Made on the server. */

import type { RegistryError } from '../../domain/errors.ts';
import { detailInFrench, PROBLEMS } from './fr/problems.ts';
import type { AllWords } from './words.ts';

export type RegistryProblem = Pick<RegistryError, 'code' | 'details' | 'message'>;

/** The sentence of the error; in English it is the one that programs read. */
export function problemIn(words: AllWords, { code, details, message }: RegistryProblem): string {
  if (code === 'search-criterion-missing') return words.criterionMissing;
  if (words.lang === 'en') return message;
  return PROBLEMS[code].replace(/\{(\w+)\}/g, (_, name: string) => detailInFrench(details[name])).trimEnd();
}
