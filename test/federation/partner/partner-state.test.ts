/** How a partner stands, for everybody; and what is for this registry's administrators alone. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { geneRecord } from '../../../src/demo/mock-people.ts';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import { partnerState } from '../../../src/federation/partner/partner-state.ts';
import { ADMIN, failing, fakePartner, json, REMOTE_ADMIN, text } from '../../support/partners/fake-partner.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const ONE = json([geneRecord(1)]);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function opened(options: Partial<Parameters<typeof fakePartner>[0]> = {}) {
  const made = fakePartner({ answers: () => ONE, ...options });
  return { ...made, state: (viewer = PUBLIC_VIEWER) => partnerState(made.partner, viewer) };
}

test('before the first question nothing is known of a partner', () => {
  expect(opened().state()).toEqual({
    key: 'fly',
    name: 'Fly Registry',
    url: 'https://fly.example.org',
    version: null,
    dialect: 'oldest',
    state: 'unknown',
    restingUntil: null,
    lastAnswerAt: null,
    lastFailure: null,
    asked: 0,
    answered: 0,
    reliability: null,
  });
});

test('a partner that answers is well, with its version and its dialect', async () => {
  const { ask, learnVersion, state } = opened({ version: '1.4.11' });
  await learnVersion();
  await ask(GENES);
  expect(state()).toMatchObject({
    version: '1.4.11',
    dialect: '1.4',
    state: 'well',
    lastAnswerAt: '2026-03-01T10:00:00.000Z',
    lastFailure: null,
    asked: 1,
    answered: 1,
    reliability: 1,
  });
});

test('a partner that fails is failing, is left alone after the third time, and is failing until it is healthy again', async () => {
  const { ask, play, state } = opened({ answers: () => failing() });
  const states: string[] = [];
  for (let userId = 1; userId <= 3; userId++) {
    await ask({ kind: 'user', userId });
    states.push(state().state);
  }
  expect(states).toEqual(['failing', 'failing', 'resting']);
  expect(state()).toMatchObject({
    restingUntil: '2026-03-01T10:00:30.000Z',
    lastFailure: {
      at: '2026-03-01T10:00:00.000Z',
      title: 'refuses connections',
      code: 'connection-refused',
      params: {},
    },
    answered: 0,
    reliability: 0,
  });
  vi.setSystemTime(START + 30_000);
  expect(state()).toMatchObject({ state: 'failing', restingUntil: null });
  play(() => ONE);
  await ask(GENES);
  expect(state()).toMatchObject({ state: 'well', restingUntil: null, asked: 4, reliability: 0.25 });
});

test('what is given from the cache, and what is not asked, counts as no question', async () => {
  const { ask, learnVersion, state } = opened({ version: '1.4.11' });
  await learnVersion();
  for (let time = 0; time < 3; time++) await ask(GENES);
  await ask(questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&tiers=TIER3'));
  await ask(questionOf('/api/ontologies/mondo/terms?ontologyTermIds=A'));
  expect(state().asked).toBe(1);
});

describe('the details', () => {
  test('are for administrators of this registry alone', () => {
    const { state } = opened();
    expect(state(PUBLIC_VIEWER)).not.toHaveProperty('details');
    expect(state(REMOTE_ADMIN)).not.toHaveProperty('details');
    expect(state(ADMIN)).toHaveProperty('details');
  });

  test('say what the partner calls itself, which may differ from what is configured', async () => {
    const { learnVersion, sayVersion, state } = opened();
    sayVersion({
      info: { version: '1.5.10', title: 'Flies RESTful API' },
      servers: [{ url: 'https://flies.example.org' }],
    });
    await learnVersion();
    expect(state(ADMIN).details).toEqual({
      consecutiveFailures: 0,
      tokenState: 'none',
      lastProblem: null,
      problem: null,
      isThisRegistry: false,
      versionLearnedAt: '2026-03-01T10:00:00.000Z',
      saysItIs: { origin: 'Flies', originUrl: 'https://flies.example.org' },
    });
    expect(state(ADMIN)).toMatchObject({ name: 'Fly Registry', url: 'https://fly.example.org' });
  });

  test('count failures in a row, and name the problem', async () => {
    const { ask, state } = opened({ answers: () => failing() });
    for (let userId = 1; userId <= 2; userId++) await ask({ kind: 'user', userId });
    const title = 'refuses connections';
    expect(state(ADMIN).details).toMatchObject({
      ...{ consecutiveFailures: 2, lastProblem: title },
      problem: { title, code: 'connection-refused', params: {} },
    });
  });

  test('say what became of our token, never the token', async () => {
    const REFUSED = text(401, 'No user associated to the provided API token.');
    const partner = opened({ token: 'a-search-token' });
    expect(partner.state(ADMIN).details?.tokenState).toBe('sent');
    partner.play(({ authorization }) => (authorization === undefined ? ONE : REFUSED));
    await partner.ask(GENES, ADMIN);
    expect(partner.state(ADMIN).details?.tokenState).toBe('refused');
    expect(JSON.stringify(partner.state(ADMIN))).not.toContain('a-search-token');
  });
});
