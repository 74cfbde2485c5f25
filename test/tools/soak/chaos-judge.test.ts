/** The judge of the chaos run must be able to find an answer wrong: one test for every lie that an answer could have. */

import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Answered } from './chaos/ask.ts';
import { type Expectation, judge, type Model } from './chaos/judge.ts';
import { openRunRecord } from './chaos/record-of-run.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const PERSON = { registry: 'elm', kind: 'steady', id: 1, firstLetters: 'Anders', symbols: ['BRCA1'] } as const;
const EXPECTATION: Expectation = { form: 'records', viewer: 'public', isStreamed: false, expects: () => true };
let clock = NOW;

function model(prepare: (run: Model['run']) => void = () => {}): Model {
  clock = NOW - 60_000;
  const run = openRunRecord(() => clock);
  prepare(run);
  const names = new Map([
    ['local', 'HomeNet'],
    ['elm', 'ElmNet'],
    ['larch', 'LarchNet'],
  ]);
  return { run, people: new Map([['elm', [PERSON]]]), names, freshMs: 3000 };
}

const ORIGIN = { key: 'elm', state: 'answered', retrievedAt: new Date(NOW).toISOString() };
const NAMED = { geneId: 672, remoteUser: { id: 1, lastName: 'Anders-steady-1-elm', origin: 'ElmNet' } };
type Given = { status?: number; headers?: IncomingHttpHeaders; path?: string; token?: string };
const WHOLE = { content: [NAMED], complete: true, origins: [ORIGIN], cursor: null, retryCursor: null };

function answered(body: unknown, { status = 200, headers = {}, path = '/', ...of }: Given = {}): Answered {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    question: { instance: 'first', path, ...of },
    askedMs: NOW,
    answeredMs: NOW + 100,
    reply: { status, headers, text },
  };
}

const wrongOf = (body: object, prepare?: (run: Model['run']) => void, expectation = EXPECTATION) =>
  judge(model(prepare), answered(body), expectation);

test('a right answer is found right', () => {
  expect(wrongOf(WHOLE)).toEqual([]);
});

test.each([
  ['leaves somebody out', { ...WHOLE, content: [] }, 'lacks steady 1 of elm'],
  ['is complete without a registry', { ...WHOLE, origins: [{ ...ORIGIN, state: 'stale' }] }, 'elm is stale'],
  [
    'has a record of a registry that was not asked',
    { ...WHOLE, content: [NAMED, { remoteUser: { id: 2, origin: 'FarNet' } }] },
    "'FarNet', which was not asked",
  ],
  [
    'gives somebody to another registry',
    { ...WHOLE, content: [NAMED, { remoteUser: { id: 7, lastName: 'Dorn-steady-7-alder', origin: 'ElmNet' } }] },
    'steady 7 of alder in a record of elm',
  ],
  [
    'joins a withheld record to a person',
    { ...WHOLE, content: [NAMED, { anonymousId: 'x', remoteUser: { id: 4, origin: 'ElmNet' } }] },
    'joins a withheld record of elm',
  ],
  [
    'names who is withheld',
    { ...WHOLE, content: [NAMED, { remoteUser: { id: 8, lastName: 'Dorn-withheld-8-elm', origin: 'ElmNet' } }] },
    'whose name is withheld',
  ],
  [
    'gives what is too old as an answer',
    { ...WHOLE, origins: [{ ...ORIGIN, retrievedAt: new Date(NOW - 600_000).toISOString() }] },
    'which is too old',
  ],
  [
    'gives the public an exact time',
    { ...WHOLE, origins: [{ ...ORIGIN, retrievedAt: new Date(NOW - 1000).toISOString() }] },
    'the exact time of elm',
  ],
])('an answer is found wrong that %s', (_, body, sentence) => {
  expect(wrongOf(body).join()).toContain(sentence);
});

describe('an account, which gets exact times,', () => {
  const wrongAt = (agoMs: number, cache: object, prepare?: (run: Model['run']) => void) => {
    const origin = { ...ORIGIN, retrievedAt: new Date(NOW - agoMs).toISOString(), cache };
    const reply = answered({ ...WHOLE, origins: [origin] }, { token: 'of-an-account' });
    return judge(model(prepare), reply, EXPECTATION).join();
  };

  test('may get an answer as old as answers are fresh', () => {
    expect(wrongAt(3000, { status: 'hit' })).toBe('');
    expect(wrongAt(0, { status: 'miss' })).toBe('');
  });

  test.each([5500, 30_000, 299_000])('gets none that is %i ms old, which no coarse time would show', (agoMs) => {
    expect(wrongAt(agoMs, { status: 'hit' })).toContain('which is too old');
  });

  test('gets no old answer as one that was asked now', () => {
    expect(wrongAt(3000, { status: 'miss' })).toContain('asked now');
  });

  test('gets no answer of a moment in which the partner answered nothing', () => {
    const away = (run: Model['run']) => {
      clock = NOW - 60_000;
      const back = run.goesAway('elm');
      clock = NOW - 500;
      back();
    };
    expect(wrongAt(3000, { status: 'hit' }, away)).toContain('when it answered nothing');
  });
});

test('an answer of a partner that was away is found wrong', () => {
  const wrong = wrongOf(WHOLE, (run) => {
    const back = run.goesAway('elm');
    clock = NOW + 60_000;
    back();
  });
  expect(wrong.join()).toContain('when it answered nothing');
});

describe('somebody who withdrew', () => {
  const waverer = { registry: 'elm', kind: 'wavering', id: 5 } as const;
  const content = [NAMED, { remoteUser: { id: 5, lastName: 'Dorn-wavering-5-elm', origin: 'ElmNet' } }];

  test('longer ago than the promise must not be named', () => {
    expect(wrongOf({ ...WHOLE, content }, (run) => run.changes(waverer, false)()).join()).toContain(
      'had withdrawn there',
    );
  });

  test('here must not be named in a page either', () => {
    const withdrawn = model((run) => run.changes({ ...waverer, registry: 'home' }, false)());
    const page = answered('<p>Dorn-wavering-5-home</p>');
    expect(judge(withdrawn, page, { ...EXPECTATION, form: 'text' }).join()).toContain('longer ago than the promise');
  });

  test('at a partner must not be named by its record alone either', () => {
    const withdrawn = model((run) => run.changes(waverer, false)());
    const record = answered({ id: 5, lastName: 'Dorn-wavering-5-elm' });
    const wrong = judge(withdrawn, record, { form: 'text', viewer: 'public', isStreamed: false, isOneRecord: true });
    expect(wrong.join()).toContain('longer ago than the promise');
  });

  test('may be named while the source is away', () => {
    const withdrawn = model((run) => {
      run.goesAway('source of first');
      run.changes({ ...waverer, registry: 'home' }, false)();
    });
    const page = answered('<p>Dorn-wavering-5-home</p>');
    expect(judge(withdrawn, page, { ...EXPECTATION, form: 'text' })).toEqual([]);
  });
});

describe('an error of the server', () => {
  const find = (
    code: string,
    status: number,
    headers: IncomingHttpHeaders = {},
    prepare?: (run: Model['run']) => void,
  ) =>
    judge(
      model(prepare),
      answered({ code }, { status, headers, path: '/api/federated/users/1?origin=elm' }),
      EXPECTATION,
    );

  test('is wrong without an explanation', () => {
    expect(find('internal', 500)).toHaveLength(1);
    expect(find('origin-failed', 502)).toHaveLength(1);
    expect(find('stopping', 503, { 'retry-after': '5' })).toHaveLength(1);
  });

  test('is right as a page, too, while the instance stops', () => {
    const page = '<p>This registry is stopping. Please ask again in a moment.</p>';
    const reply = answered(page, { status: 503, headers: { 'retry-after': '5' } });
    expect(judge(model(), reply, EXPECTATION)).toHaveLength(1);
    expect(
      judge(
        model((run) => void run.goesAway('stop of first')),
        reply,
        EXPECTATION,
      ),
    ).toEqual([]);
  });

  test('is right without a code, too, while somebody is withheld whose withdrawal cannot be written', () => {
    const message =
      'This cannot be answered at the moment, as the data of this registry are being updated. Please ask again later.';
    const reply = answered(
      { status: 503, message },
      { status: 503, headers: { 'retry-after': '30' }, path: '/api/users/6' },
    );
    expect(judge(model(), reply, EXPECTATION)).toHaveLength(1);
    const isAway = model((run) => void run.goesAway('source of first'));
    expect(judge(isAway, reply, EXPECTATION)).toEqual([]);
  });

  test('is right where a partner had failed, or where it says when to ask again', () => {
    expect(find('origin-failed', 502, {}, (run) => void run.goesAway('elm'))).toEqual([]);
    expect(find('origin-unavailable', 503, {}, (run) => void run.goesAway('elm'))).toHaveLength(1);
    expect(find('origin-unavailable', 503, { 'retry-after': '2' }, (run) => void run.goesAway('elm'))).toEqual([]);
    expect(find('too-many-searches', 503, { 'retry-after': '1' })).toEqual([]);
    expect(find('too-many-searches', 503)).toHaveLength(1);
  });
});

test('a machine that gave nobody a turn makes partners late, and nothing else', () => {
  const find = (code: string, status: number) => {
    const starved = model((run) => run.wasAway('machine', { fromMs: NOW - 2000, untilMs: NOW - 1000 }));
    const headers = { 'retry-after': '2' };
    return judge(
      starved,
      answered({ code }, { status, headers, path: '/api/federated/users/1?origin=elm' }),
      EXPECTATION,
    );
  };
  expect(find('origin-timed-out', 504)).toEqual([]);
  expect(find('origin-unavailable', 503)).toEqual([]);
  expect(find('origin-failed', 502)).toHaveLength(1);
});

test('a connection that breaks off is right only while a process was killed', () => {
  const broken = { question: { instance: 'first', path: '/' }, askedMs: NOW, answeredMs: NOW + 100, broken: 'hang up' };
  expect(judge(model(), broken, EXPECTATION)).toHaveLength(1);
  expect(
    judge(
      model((run) => void run.goesAway('worker of first')),
      broken,
      EXPECTATION,
    ),
  ).toEqual([]);
});
