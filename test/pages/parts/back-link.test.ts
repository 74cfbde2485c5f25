/** The way back leads to a search of this site as it was, and to no other address whatever somebody writes. */

import { expect, test } from 'vitest';
import { backLink, readCameFrom } from '../../../src/pages/parts/layout.ts';
import { readHtml } from '../../support/server/read-html.ts';
import { viewIn } from './example-records.ts';

function hrefOf(from: string | undefined): string | undefined {
  const page = readHtml(backLink({ ...viewIn(), from: readCameFrom(from) }).html);
  expect(page.mistakes).toEqual([]);
  return page.elements.flatMap(({ attributes }) => attributes.get('href') ?? [])[0];
}

test.each([
  [
    'search?symbol=BRCA1&taxonId=9606&only-tier=TIER1&sort=-name',
    './search?symbol=BRCA1&taxonId=9606&only-tier=TIER1&sort=-name',
  ],
  ['coverage?symbol=BRCA1&taxonId=9606', './coverage?symbol=BRCA1&taxonId=9606'],
  ['search?symbol=BRCA1&lang=fr&render=server', './search?symbol=BRCA1'],
  ['search?symbol=%22%3E%3Cscript%3E', './search?symbol=%22%3E%3Cscript%3E'],
])('%s leads back there', (from, href) => {
  expect(hrefOf(from)).toBe(href);
});

test.each([
  undefined,
  '',
  'search',
  'search?',
  'admin?x=1',
  '//evil.example.org/search?symbol=A',
  'https://evil.example.org/search?symbol=A',
  'javascript:search?symbol=A',
  '../search?symbol=A',
  'search?symbol=A#x',
  `search?symbol=${'A'.repeat(2000)}`,
])('%s is no search of this site: back is the start', (from) => {
  expect(hrefOf(from)).toBe('./');
});
