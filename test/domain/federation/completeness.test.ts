/** What is said of how complete a federated answer is: a caller may cite it, so it must be true word for word. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasAnswered, isComplete, isFull } from '../../../src/domain/federation/completeness.ts';
import { completenessSentence } from '../../../src/domain/federation/completeness-sentence.ts';
import { ORIGIN_STATES, type Origin, type OriginState } from '../../../src/domain/federation/origin.ts';
import { type Reason, reason } from '../../../src/domain/federation/reasons.ts';
import { problemOf } from '../../support/partners/saying.ts';
import { anOrigin } from './generated-parts.ts';

const REFUSES = reason('connection-refused', { cause: null });

/** What each state says of itself when one origin alone was asked. */
const REASONS: Record<OriginState, Reason | undefined> = {
  answered: undefined,
  empty: undefined,
  limited: reason('too-many-records', { records: 1200, shown: 1000 }),
  'unknown-term': reason('unknown-symbol', { symbol: 'BRCA9' }),
  unsupported: reason('too-old', { version: '1.3.4' }),
  stale: reason('no-answer', { timeoutMs: 3000 }),
  'timed-out': reason('no-answer', { timeoutMs: 3000 }),
  unreachable: REFUSES,
  failed: reason('answer-broken-off', { cause: null }),
  refused: reason('access-denied', { status: 401 }),
  busy: reason('asks-to-wait', { retryAfterSeconds: null, atMostSeconds: 3600 }),
  resting: reason('resting', { because: REFUSES }),
  'not-asked': reason('left-out'),
};

function originIn(name: string, state: OriginState): Origin {
  const because = REASONS[state];
  const problem = because === undefined ? null : problemOf(because);
  return anOrigin(name, state, { origin: name, problem });
}

describe('one registry alone', () => {
  test.each<[OriginState, isComplete: boolean, sentence: string]>([
    ['answered', true, 'B answered.'],
    ['empty', true, 'B answered.'],
    ['limited', false, 'B answered; B gave 1200 records, of which 1000 are shown.'],
    ['unknown-term', false, 'B answered; B does not know the symbol BRCA9.'],
    ['unsupported', false, 'The one registry chosen did not answer; B is too old to be asked this (version 1.3.4).'],
    [
      'stale',
      false,
      'The one registry chosen did not answer; B did not answer within 3 s and is shown as of 2026-03-01 10:20 UTC.',
    ],
    ['timed-out', false, 'The one registry chosen did not answer; B did not answer within 3 s.'],
    ['unreachable', false, 'The one registry chosen did not answer; B refuses connections.'],
    ['failed', false, 'The one registry chosen did not answer; B broke off its answer.'],
    ['refused', false, 'The one registry chosen did not answer; B does not let us read this.'],
    ['busy', false, 'The one registry chosen did not answer; B asks us to wait.'],
    [
      'resting',
      false,
      'The one registry chosen did not answer; B is not asked for a while, as it refuses connections.',
    ],
    ['not-asked', false, 'No registry was asked; B was not asked.'],
  ])('that is %s: complete is %s', (state, complete, sentence) => {
    expect([isComplete([{ state }]), completenessSentence([originIn('B', state)])]).toEqual([complete, sentence]);
  });

  test('is looked at in every state there is', () => {
    expect(Object.keys(REASONS).sort()).toEqual([...ORIGIN_STATES].sort());
  });
});

describe('several registries', () => {
  test.each<[states: OriginState[], isComplete: boolean, sentence: string]>([
    [['answered', 'empty'], true, 'Both registries answered.'],
    [['empty', 'empty'], true, 'Both registries answered.'],
    [['answered', 'answered', 'empty'], true, 'All 3 registries answered.'],
    [['answered', 'timed-out'], false, '1 of 2 registries answered; B did not answer within 3 s.'],
    [['unreachable', 'failed'], false, 'None of 2 registries answered; A refuses connections; B broke off its answer.'],
    [['answered', 'not-asked'], true, 'A answered; B was not asked.'],
    [['answered', 'empty', 'not-asked'], true, 'Both registries answered; C was not asked.'],
    [['not-asked', 'not-asked'], false, 'No registry was asked; A and B were not asked.'],
    [
      ['not-asked', 'not-asked', 'failed', 'not-asked', 'answered'],
      false,
      '1 of 2 registries answered; C broke off its answer; A, B and D were not asked.',
    ],
    [['answered', 'not-asked', 'not-asked', 'not-asked', 'not-asked'], true, 'A answered; 4 others were not asked.'],
    [
      ['answered', 'limited', 'empty'],
      false,
      'All 3 registries answered; B gave 1200 records, of which 1000 are shown.',
    ],
    [
      ['answered', 'stale', 'busy', 'empty', 'unknown-term', 'not-asked'],
      false,
      '3 of 5 registries answered; B did not answer within 3 s and is shown as of 2026-03-01 10:20 UTC; ' +
        'C asks us to wait; E does not know the symbol BRCA9; F was not asked.',
    ],
    [['unknown-term', 'unknown-term'], false, 'Both registries answered; A and B do not know the symbol BRCA9.'],
    [
      ['unknown-term', 'answered', 'unknown-term', 'failed', 'unknown-term'],
      false,
      '4 of 5 registries answered; A, C and E do not know the symbol BRCA9; D broke off its answer.',
    ],
    [
      ['unknown-term', 'unknown-term', 'unknown-term', 'unknown-term'],
      false,
      'All 4 registries answered; A, B, C and D do not know the symbol BRCA9.',
    ],
  ])('that are %j: complete is %s', (states, complete, sentence) => {
    const origins = states.map((state, index) => originIn(String.fromCharCode(65 + index), state));
    expect([isComplete(origins), completenessSentence(origins)]).toEqual([complete, sentence]);
  });

  test('one that was left out by a rule and not by the caller is named with that rule', () => {
    const origin = anOrigin('b', 'not-asked', {
      origin: 'B',
      problem: problemOf(reason('this-registry-itself')),
    });
    expect(completenessSentence([originIn('A', 'answered'), origin, originIn('C', 'not-asked')])).toBe(
      'A answered; B is this registry itself, under another address; C was not asked.',
    );
  });

  test('without any registry, the sentence says that nobody was asked', () => {
    expect([isComplete([]), completenessSentence([])]).toEqual([false, 'No registry was asked.']);
  });

  test('what else there is to say is at the end, in the same sentence', () => {
    const remarks = ['what A holds has changed since the first page', 'and so on'];
    expect(completenessSentence([originIn('A', 'answered'), originIn('B', 'failed')], remarks)).toBe(
      '1 of 2 registries answered; B broke off its answer; what A holds has changed since the first page; and so on.',
    );
  });

  test('are one clause where they do not know the same, and no other', () => {
    const unknowing = (name: string, because: Reason) =>
      anOrigin(name, 'unknown-term', { origin: name, problem: problemOf(because) });
    const none = reason('no-symbol');
    expect(
      completenessSentence([
        unknowing('A', none),
        unknowing('B', reason('unknown-taxon', { taxonId: 7 })),
        unknowing('C', none),
        unknowing('D', reason('unknown-taxon', { taxonId: 8 })),
      ]),
    ).toBe(
      'All 4 registries answered; A and C know no gene without a symbol; B does not know the taxon 7; ' +
        'D does not know the taxon 8.',
    );
  });

  test('one that has nothing to say of itself is named all the same', () => {
    const silent = anOrigin('b', 'failed', { origin: 'B', problem: null });
    expect(completenessSentence([originIn('A', 'answered'), silent])).toBe(
      '1 of 2 registries answered; B gave no full answer.',
    );
  });

  test('an old answer whose time nobody knows is not given one', () => {
    const old = { ...originIn('B', 'stale'), retrievedAt: null };
    expect(completenessSentence([old])).toBe('The one registry chosen did not answer; B did not answer within 3 s.');
  });
});

describe('"did not answer" never looks like "found nothing"', () => {
  const mixes = fc
    .array(fc.constantFrom(...ORIGIN_STATES), { minLength: 1, maxLength: 12 })
    .map((states) => states.map((state, index) => originIn(`Registry ${index + 1}.`, state)));

  test('whoever was asked and did not answer in full is named, and the answer is not complete', () => {
    fc.assert(
      fc.property(mixes, (origins) => {
        const sentence = completenessSentence(origins);
        const wanting = origins.filter(({ state }) => !['answered', 'empty', 'not-asked'].includes(state));
        const isAnybodyWhole = origins.some(({ state }) => isFull(state));
        expect(isComplete(origins)).toBe(wanting.length === 0 && isAnybodyWhole);
        const unknowing = wanting.filter(({ state }) => state === 'unknown-term');
        const alone = wanting.filter((one) => unknowing.length === 1 || !unknowing.includes(one));
        for (const { origin, problem } of alone) expect(sentence).toContain(`; ${origin} ${problem?.title}`);
        const names = unknowing.map(({ origin }) => origin);
        const all = `; ${names.slice(0, -1).join(', ')} and ${names.at(-1)} do not know the symbol BRCA9`;
        if (names.length > 1) expect(sentence).toContain(all);
      }),
    );
  });

  test('nobody who answered in full is blamed', () => {
    fc.assert(
      fc.property(mixes, (origins) => {
        const sentence = completenessSentence(origins);
        for (const { origin, state } of origins) if (isFull(state)) expect(sentence).not.toContain(`; ${origin} `);
      }),
    );
  });

  test('the numbers are those of the registries that were asked and of those that answered now', () => {
    fc.assert(
      fc.property(mixes, (origins) => {
        const queried = origins.filter(({ state }) => state !== 'not-asked');
        const answered = queried.filter(({ state }) =>
          ['answered', 'empty', 'limited', 'unknown-term'].includes(state),
        );
        const [numbers = ''] = completenessSentence(origins).split(/[;.]/);
        expect(numbersIn(numbers)).toEqual([answered.length, queried.length]);
      }),
    );
  });

  test('a stale answer does not count as an answer', () => {
    expect(hasAnswered('stale')).toBe(false);
    expect(ORIGIN_STATES.filter(hasAnswered)).toEqual(['answered', 'empty', 'limited', 'unknown-term']);
    expect(ORIGIN_STATES.filter(isFull)).toEqual(['answered', 'empty']);
  });
});

/** How many answered and how many were asked, as the first clause has it. */
function numbersIn(clause: string): [answered: number, asked: number] {
  const some = /^(None|\d+) of (\d+) registries answered$/.exec(clause);
  if (some !== null) return [some[1] === 'None' ? 0 : Number(some[1]), Number(some[2])];
  if (/^Registry \d+$/.test(clause)) return [1, 1];
  const all = /^All (\d+) registries answered$/.exec(clause)?.[1];
  if (all !== undefined) return [Number(all), Number(all)];
  const few: Record<string, [number, number]> = {
    'No registry was asked': [0, 0],
    'The one registry chosen did not answer': [0, 1],
    'Both registries answered': [2, 2],
  };
  const found = few[clause];
  if (found === undefined) throw new Error(`Nobody expected '${clause}'`);
  return found;
}
