/** A shortlist keeps its people in their order, and never more than it may. */

import { describe, expect, test } from 'vitest';
import {
  type Chosen,
  hasExpired,
  keyOf,
  LONGEST_NOTE,
  MOST_CHOSEN,
  moved,
  readShortlist,
  withChosen,
  withNote,
  withoutChosen,
  writeShortlist,
} from '../../../src/domain/contact/shortlist.ts';

function chosen(person: string, more: Partial<Chosen> = {}): Chosen {
  return {
    origin: 'local',
    registry: 'DemoNet',
    person,
    expires: '',
    name: `Person ${person}`,
    organisation: 'University of Example',
    gene: 'Kcnq2',
    organism: 'mouse',
    search: 'symbol=KCNQ2&taxonId=9606',
    at: '2026-11-22T15:00:00.000Z',
    note: '',
    ...more,
  };
}

const people = (list: readonly Chosen[]) => list.map(({ person }) => person).join('');
const list = [chosen('1'), chosen('2'), chosen('3')];

describe('a shortlist', () => {
  test('has everybody once, though the same number may be somebody else in another registry', () => {
    expect(withChosen(list, chosen('2', { name: 'Another' }))).toBe(list);
    expect(people(withChosen(list, chosen('2', { origin: 'fjordnet' })) ?? [])).toBe('1232');
  });

  test('can be put in another order, one step at a time', () => {
    expect(people(moved(list, keyOf(chosen('3')), -1))).toBe('132');
    expect(people(moved(list, keyOf(chosen('1')), 1))).toBe('213');
    expect(people(moved(list, keyOf(chosen('1')), -1))).toBe('123');
    expect(people(moved(list, keyOf(chosen('3')), 1))).toBe('123');
    expect(people(moved(list, 'nobody', 1))).toBe('123');
  });

  test('loses who is removed, and keeps a note with who it is about', () => {
    const noted = withNote(list, keyOf(chosen('2')), 'x'.repeat(LONGEST_NOTE + 1));
    expect(noted.map(({ note }) => note.length)).toEqual([0, LONGEST_NOTE, 0]);
    expect(people(withoutChosen(noted, keyOf(chosen('1'))))).toBe('23');
  });

  test('takes nobody more when it is full', () => {
    const full = Array.from({ length: MOST_CHOSEN }, (_, at) => chosen(String(at)));
    expect(withChosen(full, chosen('one more'))).toBeUndefined();
    expect(withChosen(full, chosen('7'))).toBe(full);
  });

  test('is read as it was written', () => {
    expect(readShortlist(writeShortlist(list))).toEqual(list);
    expect(readShortlist(null)).toEqual([]);
  });

  test.each(['', 'no JSON', '{}', '[null, 1, {}]', '[{"origin": "local", "person": 7}]'])(
    'is empty where %j is in its place',
    (text) => {
      expect(readShortlist(text)).toEqual([]);
    },
  );

  test('is bounded when it is read, and holds nothing that it does not know', () => {
    const many = Array.from({ length: 80 }, (_, at) => ({ ...chosen(String(at)), name: 'x'.repeat(9999), secret: 1 }));
    const read = readShortlist(JSON.stringify([...many, ...many]));
    expect(read).toHaveLength(MOST_CHOSEN);
    expect(read[0]?.name).toHaveLength(300);
    expect(read[0]).not.toHaveProperty('secret');
  });
});

test('an anonymous id expires; a person who is named does not', () => {
  const now = Date.parse('2026-11-22T16:00:00.000Z');
  expect(hasExpired({ expires: '' }, now)).toBe(false);
  expect(hasExpired({ expires: '2026-11-22T16:00:01.000Z' }, now)).toBe(false);
  expect(hasExpired({ expires: '2026-11-22T16:00:00.000Z' }, now)).toBe(true);
  expect(hasExpired({ expires: 'whenever' }, now)).toBe(true);
});
