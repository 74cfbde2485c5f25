/**
 * For tests of many cases: `npm test` tries some of them, `npm run test:programs` all. A file of tests that imports this
 * is run by both, as test/vitest.config.ts has it.
 */

import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set where a sample is enough. */
    isSampled?: boolean;
  }
}

const isSampled = inject('isSampled') === true;

/** So many of the cases, spread evenly, the first among them; all of them where no sample is enough. */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (!isSampled || cases.length <= count) return cases;
  return Array.from({ length: count }, (_, index) => cases[Math.floor((index * cases.length) / count)] as Case);
}

/** A number of repetitions: the smaller one where a sample is enough. */
export function sampledCount(sampled: number, whole: number): number {
  return isSampled ? sampled : whole;
}
