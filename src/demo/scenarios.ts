/** The faults of a mock partner: each scenario changes the answers of one without faults. */

import { type MockAnswers, type MockVersion, mockAnswers, tokenOf } from './mock-answers.ts';
import type { Behaviour, Script } from './partner-behaviours.ts';
import * as does from './partner-behaviours.ts';

type Scenario = {
  /** A sentence for `--help`. */
  about: string;
  script: (version: MockVersion, slowMs?: number) => Script;
};

const SLOW_MS = 2000;
/** Makes every search that finds anybody answer some megabytes. */
const MANY_TIMES = 10_000;
const ELSEWHERE = 'https://elsewhere.example.org';
const HALF = [{ id: 1, name: 'Robin', lastName: 'Anders-Example' }];

/** The scenarios by name. */
export const SCENARIOS = {
  well: answers('answers every question at once', {}),
  empty: answers('answers every question, and nobody is registered', { times: 0 }),
  anonymised: answers('withholds all names: its records have anonymous ids in place of people', {
    hidesEverybody: true,
  }),
  'wrong-fields': answers('sends a name that is a number and a position that is a list', {
    change: (user) => ({ ...user, lastName: 7, researcherPosition: [] }),
  }),
  'other-address': answers(`calls itself ${ELSEWHERE}, in its description and in its records`, { origin: ELSEWHERE }),
  'refuses-token': scenario('refuses every token, and answers requests without one', (version) =>
    each(mockAnswers({ version }), (answer) =>
      does.dependingOn((request) =>
        tokenOf(request) === undefined ? answer : does.status(401, 'The API token is not valid.'),
      ),
    ),
  ),
  'ignores-filters': answers('ignores the filters of every question', {
    ignoresFilters: true,
  }),
  'repeats-records': answers('sends the same records on every page of a listing', { pages: { areOne: true } }),
  'short-pages': answers('sends two records on each page of a listing, whatever size it states', {
    pages: { mostRecords: 2 },
  }),
  'too-small-totals': answers('states a total that is smaller than the records of a listing', {
    pages: { moreInTotal: -3 },
  }),
  'too-large-totals': answers('states a total that is larger than the records of a listing', {
    pages: { moreInTotal: 3 },
  }),
  'any-token': scenario('ignores every token', (version) =>
    each(mockAnswers({ version }), (answer) => (call) => {
      const { authorization: _, ...headers } = call.request.headers;
      const params = new URLSearchParams([...call.request.params].filter(([name]) => name !== 'auth'));
      return answer({ ...call, request: { ...call.request, headers, params } });
    }),
  ),
  'no-version': scenario('does not state its version', (version) => ({
    ...mockAnswers({ version }),
    '/api': does.status(404, 'There is nothing here.'),
  })),
  slow: scenario(
    `answers searches after ${SLOW_MS / 1000} s, and everything else at once`,
    (version, slowMs = SLOW_MS) =>
      each(mockAnswers({ version }), (answer, path) =>
        path.endsWith('/search') ? does.afterMs(slowMs, answer) : answer,
      ),
  ),
  hang: always('takes every question and never answers', does.hang()),
  half: always('sends half of an answer and then nothing more', does.hangInside(HALF)),
  trickle: always('sends its answer one byte a second', does.dribble(HALF, { everyMs: 1000 })),
  reset: always('resets the connection and sends no answer', does.resetBefore()),
  'breaks-off': always('closes the connection in the middle of its answer', does.cutBody(HALF)),
  garbage: always('answers with invalid JSON', does.bytes(Buffer.from('everybody: [seven]'))),
  'not-http': always('answers with something that is not HTTP', does.notHttp()),
  'login-page': always('answers every question with a page to log in', does.htmlPage()),
  'too-large': answers('answers searches with more than is read of one answer', { times: MANY_TIMES }),
  redirects: always(`sends every question on to ${ELSEWHERE}`, does.redirect(`${ELSEWHERE}/api`)),
  fails: always('answers every question with an error of its own (500)', does.status(500, { status: 500 })),
  busy: always('asks everybody to wait (429)', does.status(429, 'Too many requests.', { 'Retry-After': 60 })),
  'switched-off': scenario('states its version, but refuses every question (503)', (version) =>
    each(mockAnswers({ version }), (answer, path) =>
      path === '/api' ? answer : does.status(503, 'Public API is not available for this registry.'),
    ),
  ),
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];

function scenario(about: string, script: Scenario['script']): Scenario {
  return { about, script };
}

function answers(about: string, how: Omit<MockAnswers, 'version'>): Scenario {
  return scenario(about, (version) => mockAnswers({ ...how, version }));
}

function always(about: string, behaviour: Behaviour): Scenario {
  return scenario(about, () => ({ '/api': behaviour, '*': behaviour }));
}

function each(script: Script, change: (answer: Behaviour, path: string) => Behaviour): Script {
  return Object.fromEntries(Object.entries(script).map(([path, answer]) => [path, change(answer, path)]));
}
