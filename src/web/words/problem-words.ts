/** The sentence about an invalid request in the reader's language: the value that was found, and what is allowed. Only the server makes it. */

import type { RegistryError } from '../../domain/errors.ts';
import { ownMember } from '../../domain/own-member.ts';
import { detailInFrench, PROBLEMS } from './fr/problems.ts';
import type { AllWords } from './words.ts';

export type RegistryProblem = Pick<RegistryError, 'code' | 'details' | 'message'>;

/** Returns the sentence of the error. In English it is the same as in the API. */
export function problemIn(words: AllWords, { code, details, message }: RegistryProblem): string {
  if (code === 'search-criterion-missing') return words.criterionMissing;
  if (words.lang === 'en') return message;
  return PROBLEMS[code].replace(/\{(\w+)\}/g, (_, name: string) => detailInFrench(ownMember(details, name))).trimEnd();
}
