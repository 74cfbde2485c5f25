/** Members that are there twice in a JSON text: JSON.parse takes the last of them and says nothing. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repeatedMember } from '../../src/files/snapshot-file.ts';
import { sampledCount } from '../support/machine/sample.ts';

test.each([
  ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}, "a", "a"]}', undefined],
  ['{"a": "a", "b": ["x", "x"], "": ":", "\\"": 1}', undefined],
  [' {"level": 0, "level": 2}', { name: 'level', position: 14 }],
  ['[1, {"a": {"b": [], "c": {}, "b": 1}}]', { name: 'b', position: 29 }],
  ['{"a": [{"a": 1}], "a": 2}', { name: 'a', position: 18 }],
  ['{"level": 0, "leve\\u006c": 2}', { name: 'level', position: 13 }],
  ['{"a\\\\": 0, "b\\"": 1, "a\\\\": 2}', { name: 'a\\', position: 21 }],
  ['{"__proto__": 0, "__proto__": 2}', { name: '__proto__', position: 17 }],
])('%s', (text, found) => {
  expect(() => JSON.parse(text)).not.toThrow();
  expect(repeatedMember(text)).toEqual(found);
});

/** A value as a text, and whether an object in it has a member twice. */
type Written = { json: string; isRepeated: boolean };

const name = fc.oneof(fc.constantFrom('a', 'b', '"', '\\', '{', ','), fc.string({ maxLength: 3 }));
const { value } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc
      .oneof(name, fc.integer(), fc.constantFrom(null, true))
      .map((one) => ({ json: JSON.stringify(one), isRepeated: false })),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => ({
      json: `[${values.map(({ json }) => json).join(', ')}]`,
      isRepeated: values.some(({ isRepeated }) => isRepeated),
    })),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((members) => ({
      json: `{${members.map(([key, { json }]) => `${JSON.stringify(key)} : ${json}`).join(' ,')}}`,
      isRepeated:
        new Set(members.map(([key]) => key)).size < members.length || members.some(([, { isRepeated }]) => isRepeated),
    })),
  ),
}));

test('is found in any text of JSON where there is one, and in no other', () => {
  fc.assert(
    fc.property(value, ({ json, isRepeated }) => {
      expect(() => JSON.parse(json)).not.toThrow();
      expect(repeatedMember(json) !== undefined).toBe(isRepeated);
    }),
    { numRuns: sampledCount(500, 10_000) },
  );
});

const LONG = 2_000_000;

describe('texts on which a search that begins again would take hours:', () => {
  test.each([
    ['backslashes', `["${'\\\\'.repeat(LONG)}"]`],
    ['quotation marks', `["${'\\"'.repeat(LONG)}"]`],
    ['lists in lists', `${'['.repeat(LONG)}${']'.repeat(LONG)}`],
    ['members', `{${Array.from({ length: LONG / 10 }, (_, at) => `"${at}":1`).join()}}`],
  ])('%s', (_, text) => {
    expect(repeatedMember(text)).toBe(undefined);
  });
});
