/**
 * For tests of many cases: `npm test` tries some of them, `npm run test:programs` all. A file of tests that imports this
 * is run by both, as test/vitest.config.ts has it.
 */

import { inject, TestRunner } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set where a sample is enough. */
    isSampled?: boolean;
  }
  interface TaskMeta {
    /** Of a test that tries more under the same name where no sample is enough: what passed with a sample is tried again. */
    triesSample?: boolean;
  }
}

/** Whether a sample is enough: a test that waits long is skipped then, `test.skipIf(isSampled)`. */
export const isSampled = inject('isSampled') === true;

/** So many of the cases, spread evenly, the first among them; all of them where no sample is enough. */
export function sampleOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined) test.meta.triesSample = true;
  if (!isSampled || cases.length <= count) return cases;
  return Array.from({ length: count }, (_, index) => cases[Math.floor((index * cases.length) / count)] as Case);
}

/** A number of repetitions within a test: the smaller one where a sample is enough. */
export function sampledCount(sampled: number, whole: number): number {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error('A number of repetitions is asked for by the test that repeats something.');
  test.meta.triesSample = true;
  return isSampled ? sampled : whole;
}
