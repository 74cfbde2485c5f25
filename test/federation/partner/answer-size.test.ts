/** The cache of answers holds no more than it says, whatever a partner's records are full of. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import { sameTexts } from '../../../src/domain/sanitize/records.ts';
import { answerBytes, textBytes } from '../../../src/federation/partner/answer-cache.ts';
import { answerWith, type PartnerAnswer } from '../../../src/federation/partner/partner-query.ts';
import { toSourceAnswer } from '../../../src/federation/partner/source-answer.ts';
import { SANITIZE } from '../../domain/sanitize/example-partner-records.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { queryOf, sanitized } from '../../support/partners/partner-queries.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const MEGABYTE = 1024 * 1024;
const ROOM = 16 * MEGABYTE;
const USERS = questionOf('/api/users/search?descriptionLike=a');
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const OPTIONS = { ...SANITIZE, resolveGene: async () => [] };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** As they come from a partner: every text is one of its own. */
async function answerOf(question: Question, records: readonly unknown[]): Promise<PartnerAnswer> {
  const ask = sanitized(OPTIONS, async () => answerWith(JSON.parse(JSON.stringify(records)) as unknown[]));
  return ask(queryOf(question));
}

function people(count: number, person: (id: number) => Record<string, unknown>) {
  return Array.from({ length: count }, (_, index) => userRecord(index + 1, person(index + 1)));
}

/** Texts of one and two bytes, names that grow when they are folded, names that are part of a longer text, many small ones. */
const ODD: readonly [name: string, question: Question, records: readonly unknown[]][] = [
  ['descriptions in one byte', USERS, people(40, () => ({ description: 'é'.repeat(5_000) }))],
  ['descriptions in two bytes', USERS, people(40, () => ({ description: `${'d'.repeat(5_000)}Ω` }))],
  ['names of signs that stand for 18', USERS, people(40, () => ({ lastName: '\ufdfa'.repeat(900) }))],
  [
    'names before blanks',
    USERS,
    people(40, (id) => ({ name: null, lastName: `${'n'.repeat(14)}${id}${' '.repeat(50_000)}` })),
  ],
  ['small records', USERS, people(900, () => ({}))],
  [
    'symbols that differ',
    GENES,
    Array.from({ length: 900 }, (_, index) => geneRecord(index + 1, { symbol: `${'S'.repeat(200)}${index}` })),
  ],
];

test.each(sampleOf(ODD, 1))('a cache full of %s holds what it says', async (_, question, records) => {
  collectGarbage();
  const cache = new LRUCache<number, PartnerAnswer>({ maxSize: ROOM, sizeCalculation: answerBytes });
  const before = process.memoryUsage().heapUsed;
  for (let key = 0; cache.size === key; key++) {
    const answer = await answerOf(question, records);
    cache.set(key, answer);
    // Rows that are made of it are kept with it.
    toSourceAnswer(answer, {
      version: '1.5.10',
      elapsedMs: 0,
      cacheStatus: 'miss',
      cachedAtMs: 0,
      nowMs: 0,
      form: 'row',
    });
  }
  collectGarbage();
  const held = process.memoryUsage().heapUsed - before;
  expect(cache.calculatedSize).toBeGreaterThan(ROOM / 2);
  expect(held).toBeLessThan(cache.calculatedSize * 1.05 + MEGABYTE);
});

test('a text that was cut out of a long one does not keep all of that', () => {
  const sameText = sameTexts();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const longOnes = (index: number) => JSON.parse(`"${String(index).repeat(20_000)}"`) as string;
  const cut = Array.from({ length: 200 }, (_, index) => sameText(longOnes(index).slice(0, 20)));
  collectGarbage();
  expect(cut).toHaveLength(200);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(MEGABYTE);
});

test.each([
  ['plain', 5],
  ['Zoë', 3],
  ['\u0000ÿ', 2],
  ['Ω', 2],
  ['Zoë Ω', 10],
  ['😀', 4],
  ['', 0],
])('the text %j takes %i bytes', (text, bytes) => {
  expect(textBytes(text)).toBe(bytes);
});
