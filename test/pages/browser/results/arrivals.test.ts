/** Answers that come one after the other never move what is being read, and the order does not depend on who was first. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Origin } from '../../../../src/client/answers.ts';
import { NO_GENE, personKey } from '../../../../src/domain/people/order.ts';
import {
  arrived,
  ended,
  NOTHING_YET,
  offersOf,
  originsOf,
  type PartsShown,
  planned,
  retried,
  settled,
  showWaiting,
} from '../../../../src/pages/browser/results/arrivals.ts';
import type { Row } from '../../../../src/pages/people/order.ts';

const KEYS = ['local', 'fly', 'pampa'];
const ASKED = KEYS.map((key) => ({ key, origin: key.toUpperCase(), originUrl: `https://${key}.example.org` }));

test('nothing is shown until the window is over, then everything that came', () => {
  const before = arrived(begun(), origin('local', 2), rows('local', ['Curie', 'Anning']));
  expect([names(before), offersOf(before)]).toEqual([[], []]);
  expect(names(settled(before))).toEqual(['Anning', 'Curie']);
});

test('when everybody has answered, nobody waits for the window', () => {
  const all = KEYS.reduce((arrivals, key) => arrived(arrivals, origin(key, 1), rows(key, [key])), begun());
  expect(names(all)).toEqual(['fly', 'local', 'pampa']);
});

test('rows that come later are offered, and are shown at the reader’s wish', () => {
  const reading = settled(arrived(begun(), origin('local', 2), rows('local', ['Curie', 'Anning'])));
  const later = arrived(reading, origin('pampa', 1), rows('pampa', ['Bell']));
  expect(names(later)).toEqual(names(reading));
  expect(offersOf(later)).toEqual([{ key: 'pampa', origin: 'PAMPA', count: 1 }]);
  expect(names(showWaiting(later))).toEqual(['Anning', 'Bell', 'Curie']);
  expect(offersOf(showWaiting(later))).toEqual([]);
});

test('who comes to stand where nobody looks is put there at once, and the others of the same answer are offered', () => {
  const reading = settled(arrived(begun(), origin('local', 2), rows('local', ['Curie', 'Dirac'])));
  const isBelowDirac = ({ records }: { records: readonly [Row<string>, ...Row<string>[]] }) =>
    records[0].content > 'Dirac';
  const later = arrived(reading, origin('pampa', 2), rows('pampa', ['Bell', 'Pauli']), isBelowDirac);
  expect(names(later)).toEqual(['Curie', 'Dirac', 'Pauli']);
  expect(offersOf(later)).toEqual([{ key: 'pampa', origin: 'PAMPA', count: 1 }]);
  expect(names(showWaiting(later))).toEqual(['Bell', 'Curie', 'Dirac', 'Pauli']);
});

test('the end of the answer does not push rows that are offered', () => {
  const reading = settled(arrived(begun(), origin('local', 1), rows('local', ['Curie'])));
  const later = arrived(reading, origin('pampa', 1), rows('pampa', ['Bell']));
  expect(names(ended(later, [origin('local', 1), origin('pampa', 1)]))).toEqual(['Curie']);
});

test('into a list without anybody they come at once', () => {
  const empty = settled(arrived(begun(), origin('local', 0), []));
  expect(names(arrived(empty, origin('pampa', 1), rows('pampa', ['Bell'])))).toEqual(['Bell']);
});

test('a registry that is asked again replaces its own rows and its own line, and no others', () => {
  const first = arrived(begun(), origin('local', 1), rows('local', ['Curie']));
  const stale = settled(arrived(first, origin('pampa', 2, 'stale'), rows('pampa', ['Bell', 'Dirac'])));
  const again = retried(stale, origin('pampa', 1), rows('pampa', ['Bohr']));
  expect(names(again)).toEqual(['Bohr', 'Curie']);
  expect(originsOf(again).map(({ key, state }) => [key, state])).toEqual([
    ['local', 'answered'],
    ['pampa', 'answered'],
  ]);
});

test('what a registry says when it is asked again is newer than what the end says of it', () => {
  const down = settled(arrived(begun(), origin('pampa', 0, 'unreachable'), []));
  const again = retried(down, origin('pampa', 1), rows('pampa', ['Bohr']));
  const whole = ended(again, [origin('local', 0, 'empty'), origin('pampa', 0, 'unreachable')]);
  expect(names(whole)).toEqual(['Bohr']);
  expect(originsOf(whole).map(({ key, state }) => [key, state])).toEqual([
    ['local', 'empty'],
    ['pampa', 'answered'],
  ]);
});

test('whoever answers first, the rows end in one order', () => {
  const parts = fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 3, maxLength: 3 });
  const people = fc.array(fc.constantFrom('Ada', 'Bo', 'Cy'), { maxLength: 4 });
  fc.assert(
    fc.property(parts, fc.dictionary(fc.constantFrom(...KEYS), people), fc.nat(3), (order, found, settleAfter) => {
      const end = order.reduce((arrivals, key, index) => {
        const next = arrived(arrivals, origin(key, 1), rows(key, found[key] ?? []));
        return index === settleAfter ? settled(next) : next;
      }, begun());
      const again = KEYS.reduce((all, key) => arrived(all, origin(key, 1), rows(key, found[key] ?? [])), begun());
      expect(showWaiting(end).shown.map(({ id }) => id)).toEqual(again.shown.map(({ id }) => id));
    }),
  );
});

function begun(): PartsShown<string> {
  return planned<string>(NOTHING_YET, ASKED);
}

function rows(originKey: string, lastNames: readonly string[]): Row<string>[] {
  return lastNames.map((name, place) => ({
    id: `${originKey}-${place}`,
    originKey,
    place,
    content: name,
    order: { ...NO_GENE, ...personKey({ name, id: place }, false) },
  }));
}

function names({ shown }: PartsShown<string>): string[] {
  return shown.map(({ content }) => content);
}

function origin(key: string, count: number, state: Origin['state'] = 'answered'): Origin {
  return {
    key,
    origin: key.toUpperCase(),
    originUrl: `https://${key}.example.org`,
    version: '1.5.10',
    state,
    count,
    anonymized: 0,
    exact: true,
    elapsedMs: 5,
    retrievedAt: null,
    cache: { status: 'miss', ageSeconds: 0 },
    filters: [],
    askedAs: [],
    dropped: 0,
    shortened: 0,
    problem: null,
  };
}
