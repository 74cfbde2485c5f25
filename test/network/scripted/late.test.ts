/** Partners that take their time: nobody waits longer than the time-outs say, and nobody else's answer waits for them. */

import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { askPlain } from '../../support/network/federated-reader.ts';
import {
  ADMIN_TOKEN,
  askBeside,
  type Expected,
  expectAnswer,
  GENES,
  learned,
  type OddEntry,
  ROUTES,
  type Route,
  startOdd,
} from '../../support/network/network-of-partners.ts';
import * as does from '../../support/partners/behaviours.ts';
import { startMuteHost } from '../../support/partners/silent-hosts.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const neighbours = neighboursForAll();

const QUIET: Expected = {
  ...{ state: 'timed-out', error: 'http_response_timeout' },
  summary: '3 of 4 registries answered; OddNet did not answer within 0.6 s.',
};
const HASTY = { 'read-timeout': 600 };
const WHOLE: Expected = { state: 'answered', count: 2, summary: 'All 4 registries answered.' };

function twoOf({ record, body }: Route): unknown {
  return body([record(1), record(2)]);
}

type Patience = { entry?: Omit<OddEntry, 'url'>; settings?: Record<string, string> };

async function answerTo(route: Route, behaviour: Behaviour, { entry = HASTY, settings = {} }: Patience = {}) {
  await using odd = await startOdd({ [route.partnerPath]: behaviour });
  return await askBeside(
    neighbours,
    { url: odd.url, ...entry },
    { path: route.path, knownAs: '1.5.10', settings, isSlow: true },
  );
}

describe.each(sampleOf(ROUTES, 1))('in $name, a partner that', (route) => {
  test('takes the question and says nothing is given up when the read time-out is over', async () => {
    const answer = await answerTo(route, does.hang());
    expectAnswer(answer, QUIET);
    expect(answer.arrivedMs).toBeGreaterThan(580);
    expect(answer.unhinderedMs).toBeLessThan(1200);
  });
});

function stateOf({ context }: TestRegistry, partner: string): string | undefined {
  return context.federation.partnerStates(PUBLIC_VIEWER).find(({ key }) => key === partner)?.state;
}

// Side by side: none of them is answered, however long that takes.
describe.concurrent('a partner that', () => {
  test('says nothing more in the middle of its answer is given up as well', async () => {
    expectAnswer(await answerTo(GENES, does.hangInside(twoOf(GENES))), {
      ...{ state: 'timed-out', error: 'connection_read_timeout' },
      ...{ summary: '3 of 4 registries answered; OddNet did not finish its answer within 0.6 s.' },
    });
  });

  test('answers a few bytes at a time is waited for as long as any partner is, and no longer', async () => {
    const settings = { APP_SETTINGS_ISEARCH_PARTNER_TIMEOUT: '1000' };
    const answer = await answerTo(GENES, does.dribble(twoOf(GENES)), { settings });
    expectAnswer(answer, {
      ...{ state: 'timed-out', error: 'connection_read_timeout' },
      summary: '3 of 4 registries answered; OddNet did not finish its answer within 1 s.',
    });
    expect(answer.arrivedMs).toBeGreaterThan(980);
  });

  test('says nothing is given up when the time of the whole search is over', async () => {
    const settings = { APP_SETTINGS_ISEARCH_SEARCH_TIMEOUT: '2500' };
    expectAnswer(await answerTo(GENES, does.hang(), { entry: {}, settings }), {
      ...QUIET,
      summary: '3 of 4 registries answered; OddNet had not answered when the search ended after 2.5 s.',
    });
  });

  test('accepts connections and says nothing on them is given up when the connect time-out is over', async () => {
    await using odd = await startMuteHost();
    const entry = { url: `https://${odd.authority}`, 'connect-timeout': 500 };
    const answer = await askBeside(neighbours, entry, { isSlow: true });
    expectAnswer(answer, {
      ...{ state: 'unreachable', error: 'connection_timeout' },
      summary: '3 of 4 registries answered; OddNet did not accept a connection in time.',
    });
    expect(answer.unhinderedMs).toBeLessThan(1000);
  });
});

describe('a partner that', () => {
  test('answers before that is waited for', async () => {
    const patience = { entry: { 'read-timeout': 1000 } };
    const answer = await answerTo(GENES, does.afterMs(500, does.json(twoOf(GENES))), patience);
    expectAnswer(answer, WHOLE);
    expect(answer.arrivedMs).toBeGreaterThan(480);
  });

  test('answers a few bytes at a time, but in time, is read to the end', async () => {
    expectAnswer(await answerTo(GENES, does.dribble(twoOf(GENES), { bytesAtOnce: 30 })), WHOLE);
  });

  test('is given more time than the others by its entry has that time, in the sentence too', async () => {
    const settings = { APP_SETTINGS_ISEARCH_READ_TIMEOUT: '300', APP_SETTINGS_ISEARCH_PARTNER_TIMEOUT: '1200' };
    const patience = { entry: { 'read-timeout': 1500 }, settings };
    expectAnswer(await answerTo(GENES, does.afterMs(900, does.json(twoOf(GENES))), patience), WHOLE);
    expectAnswer(await answerTo(GENES, does.hang(), patience), {
      ...QUIET,
      summary: '3 of 4 registries answered; OddNet did not answer within 1.5 s.',
    });
  });

  test('answers too late has its answer shown to the next who asks, who does not wait', async () => {
    await using odd = await startOdd({ [GENES.partnerPath]: does.afterMs(800, does.genes(2)) });
    await using registry = await neighbours.open({ url: odd.url, ...HASTY });
    await learned(registry, 'odd', '1.5.10');
    expect((await askPlain(registry, GENES.path)).summary).toBe(QUIET.summary);
    await expect.poll(() => stateOf(registry, 'odd')).toBe('well');
    const { complete, summary, origins, unhinderedMs } = await askPlain(registry, GENES.path, ADMIN_TOKEN);
    expect([complete, summary]).toEqual([true, 'All 4 registries answered.']);
    expect(origins.find(({ key }) => key === 'odd')).toMatchObject({
      ...{ state: 'answered', count: 2, exact: true, problem: null },
      cache: { status: 'hit', ageSeconds: 0 },
    });
    expect(unhinderedMs.odd).toBeLessThan(500);
    expect(odd.requestsTo(GENES.partnerPath)).toHaveLength(1);
  });
});
