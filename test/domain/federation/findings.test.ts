/** What the test of a partner found, in words with the numbers of it. */

import { expect, test } from 'vitest';
import type { Finding } from '../../../src/domain/federation/findings.ts';
import { findingInEnglish } from '../../../src/domain/federation/findings-in-english.ts';

test.each<[Finding, string]>([
  [{ code: 'version-timed-out', params: { timeoutMs: 3000 } }, '/api gave no answer within 3 s'],
  [
    { code: 'version-too-long', params: { mostBytes: 2048 } },
    '/api answered with more than 2 kB, which is not a document that states a version',
  ],
])('%j is said as %j', (finding, words) => {
  expect(findingInEnglish(finding)).toBe(words);
});
