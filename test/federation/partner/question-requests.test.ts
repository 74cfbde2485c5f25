/** What one question may take of its partner has a number, whatever it is put again for. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SEEDED_TAXA } from '../../../src/domain/record/seeded-data.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { boundedClient, MOST_REQUESTS, questionRequests } from '../../../src/federation/partner/partner-client.ts';
import { RDP } from '../../../src/federation/rdp/rdp.ts';
import { sanitizedPartner } from '../../../src/federation/stages/stages.ts';
import { CHECKS, HUMAN } from '../../domain/sanitize/example-partner-records.ts';
import { json, text } from '../../support/partners/fake-partner.ts';
import { queryOf, type Replies } from '../../support/partners/partner-queries.ts';
import { saying } from '../../support/partners/saying.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const FAILS = json({ status: 500 }, 500);

/** Asks a partner of 1.5 as a source does; every answer comes a turn later. */
async function ask(replies: Replies, taxa: readonly { id: number; commonName: string }[] = [HUMAN]) {
  const paths: string[] = [];
  const counts = { underWay: 0, mostAtOnce: 0 };
  const client = {
    async call(path: string): Promise<CallOutcome> {
      paths.push(path);
      counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.underWay);
      await nextTurn();
      counts.underWay--;
      return replies(path, false);
    },
  };
  const options = {
    sanitize: { checks: CHECKS, taxonOrdering: () => null },
    registryUrl: 'https://registry.example.org',
    resolveGene: async () => [],
  };
  const askPartner = sanitizedPartner(
    { key: 'odd', name: 'Odd', url: 'https://odd.example.org', type: RDP, client },
    { ...options, taxa: async () => taxa },
  );
  return { answer: await askPartner(queryOf(GENES)), paths, ...counts };
}

/** Statistics that count researchers in so many organisms. */
function statsOf(organisms: number) {
  const counts = Array.from({ length: organisms }, (_, index) => [String(100_000 + index), 1]);
  return json({ users: 1, researchersByTaxonId: Object.fromEntries(counts) });
}

test('of a thousand organisms in statistics the first 48 are asked for, and the answer names the others', async () => {
  const { answer, paths, mostAtOnce } = await ask((path) => {
    if (path === '/api/stats') return statsOf(1_000);
    return path.includes('ortholog') ? json([]) : FAILS;
  });
  expect(answer.limits).toEqual([saying('was not asked for 952 of its organisms')]);
  // The whole, its statistics, and two tiers of the 48 and of those that every RDP has.
  expect(paths).toHaveLength(2 + 2 * (48 + SEEDED_TAXA.length));
  expect(mostAtOnce).toBeLessThanOrEqual(4);
});

test('a partner that asks us to wait is sent no further piece, and is left alone for as long as it says', async () => {
  let pieces = 0;
  const { answer, paths } = await ask((path) => {
    if (path === '/api/stats') return statsOf(40);
    if (!path.includes('ortholog')) return FAILS;
    return ++pieces > 8 ? text(429, 'Slowly.', 77) : json([]);
  });
  expect(answer.failure).toMatchObject({ about: 'too-many', retryAfterSeconds: 77 });
  expect(answer.limits).toMatchObject([{ code: 'organisms-not-answered' }]);
  // Four are under way at once.
  expect(paths.length).toBeLessThanOrEqual(2 + 8 + 4);
});

test.each([
  ['no numbers of organisms', { users: 1, researchersByTaxonId: { 'a mouse': 1 } }],
  ['no number of people', { users: 'many', researchersByTaxonId: { 9031: 1 } }],
  ['a list', { users: 1, researchersByTaxonId: [1, 2, 3] }],
])('statistics with %s count for nothing', async (_, stats) => {
  const { answer, paths } = await ask((path) => {
    if (path === '/api/stats') return json(stats);
    return path.includes('ortholog') ? json([]) : FAILS;
  });
  expect(answer.limits).toEqual([saying('does not say which organisms it has researchers in')]);
  expect(paths).toHaveLength(2 + 2 * SEEDED_TAXA.length);
});

test('a question takes 150 requests at most, and the answer says what is left out', async () => {
  const taxa = Array.from({ length: 1_000 }, (_, index) => ({ id: 200_000 + index, commonName: `organism ${index}` }));
  const { answer, paths } = await ask((path) => {
    if (path === '/api/stats') return statsOf(1_000);
    return path.includes('ortholog') ? json([]) : FAILS;
  }, taxa);
  expect(paths).toHaveLength(MOST_REQUESTS);
  expect(answer.limits).toContainEqual(saying('was not asked for all of it, as that takes more than one question may'));
  expect(answer.limits.join()).not.toContain('cannot answer');
});

test('a question brings ten million bytes, and then no more is asked', async () => {
  const requests = questionRequests();
  const reply = json('x'.repeat(4_000_000));
  let sent = 0;
  const { call } = boundedClient({
    call: async () => {
      sent++;
      return reply;
    },
  });
  for (let times = 0; times < 10; times++) await call('/api', { ...queryOf(GENES), requests });
  expect([sent, requests.hasOmitted()]).toEqual([3, true]);
});
