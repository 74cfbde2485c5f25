/** What is left of JSON that did not arrive whole, and how it is distinguished from JSON that did. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBrokenOff, isJsonType, mendCut, parseJson } from '../../../src/federation/dialect/json-body.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';

// JSON has no negative zero.
const value = fc.jsonValue({ maxDepth: 2 }).map((one): unknown => JSON.parse(JSON.stringify(one)));
const record = fc.dictionary(fc.string(), value, { maxKeys: 3 });
const records = fc.array(fc.oneof(record, value), { maxLength: 5 });
const spaces = fc.constantFrom(0, 2);

describe('a list that was cut', () => {
  test.each([
    ['[{"id":1},{"id":2},{"id"', [{ id: 1 }, { id: 2 }]],
    ['[{"id":1},{"id":2}', [{ id: 1 }, { id: 2 }]],
    ['[{"id":1},{"id":2},', [{ id: 1 }, { id: 2 }]],
    ['[{"id":1},{"id":2}]', [{ id: 1 }, { id: 2 }]],
    ['[{"id":1},{"name":"a]},{\\"', [{ id: 1 }]],
    ['[{"id":1,"genes":[{"a":1},{"a":2}', []],
    ['[[1,2],[3', [[1, 2]]],
    ['[1,2,3', [1, 2]],
    ['[null,null', [null]],
    ['["a\\\\","b\\"', ['a\\']],
    ['\n[ {"id":1} , ', [{ id: 1 }]],
    ['[', []],
  ])('%s keeps %j', (text, kept) => {
    expect(parseJson(mendCut(text))).toEqual(kept);
  });

  test('keeps every record that arrived whole, wherever it is cut, and nothing else', () => {
    fc.assert(
      fc.property(records, spaces, fc.nat(), (all, space, at) => {
        const text = JSON.stringify(all, null, space);
        const length = at % (text.length + 1);
        const kept = parseJson(mendCut(text.slice(0, length)));
        if (length === 0) expect(kept).toBeUndefined();
        else expect(kept).toEqual(all.slice(0, arrived(all, text, length)));
      }),
    );
  });

  // An element has arrived when its last character has, and of a number or a word when something follows it.
  function arrived(all: readonly unknown[], text: string, length: number): number {
    const space = text.includes('\n') ? 2 : 0;
    return all.filter((value, index) => {
      const before = JSON.stringify(all.slice(0, index + 1), null, space);
      const end = before.length - (space === 0 ? 1 : 2);
      const closesItself = typeof value === 'object' && value !== null;
      return closesItself ? end <= length : text.slice(end, length).match(/[,\]]/) !== null;
    }).length;
  }
});

describe('a page that was cut', () => {
  test.each([
    ['{"totalElements":9,"content":[{"id":1},{"id":2},{"i', { totalElements: 9, content: [{ id: 1 }, { id: 2 }] }],
    ['{"content":[{"id":1}],"totalElements":12', { content: [{ id: 1 }] }],
    ['{"content":[{"id":1}],"totalElements":12,', { content: [{ id: 1 }], totalElements: 12 }],
    ['{"content":[{"id":1}],"pageable":{"offset":0,"x', { content: [{ id: 1 }] }],
    ['{"content":[', { content: [] }],
    ['{"conte', {}],
  ])('%s keeps %j', (text, kept) => {
    expect(parseJson(mendCut(text))).toEqual(kept);
  });

  test('keeps what arrived whole, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), spaces, fc.nat(), (content, space, at) => {
        const text = JSON.stringify({ totalElements: 7, content, last: true }, null, space);
        const kept = parseJson(mendCut(text.slice(0, 1 + (at % text.length)))) as Record<string, unknown>;
        expect({ totalElements: 7, content, last: true, ...kept }).toEqual({
          totalElements: 7,
          content: content.slice(0, Array.isArray(kept.content) ? kept.content.length : content.length),
          last: true,
        });
      }),
    );
  });
});

describe('mending', () => {
  test.each(['', 'hello', '[}', ']][', '[] []', '{"a":1,}{', '[1,,2', '{"content":[1,2]]', '[tru, {'])(
    'does not make JSON of %j',
    (text) => {
      expect(parseJson(mendCut(text))).toBeUndefined();
    },
  );

  test('goes through deep nesting in no time', () => {
    const deep = '[{"a":'.repeat(500_000);
    const tookMs = computingTime();
    expect(mendCut(deep)).toBe('[]');
    expect(mendCut(`[1,${'['.repeat(2_000_000)}`)).toBe('[1]');
    expect(tookMs()).toBeLessThan(5_000);
  });
});

describe('an answer breaks off', () => {
  test.each(['[', '{"a":1', '[{"a":"b', '[1,2', '[{"a":"]}'])('where it ends in the middle, as in %s', (text) => {
    expect(isBrokenOff(text)).toBe(true);
  });

  test.each(['', '[]', '{"a":"["}', 'No endpoint', '[1,2}', '{"a":"\\""}', ']'])(
    'nowhere in %s, which is whole or no JSON',
    (text) => {
      expect(isBrokenOff(text)).toBe(false);
    },
  );
});

describe('JSON is what calls itself', () => {
  test.each([
    'application/json',
    'application/json;charset=UTF-8',
    'Application/JSON ; charset=ISO-8859-1',
    'application/hal+json',
    'application/problem+json; charset=utf-8',
  ])('%s', (type) => {
    expect(isJsonType(type)).toBe(true);
  });

  test.each([undefined, '', 'text/html', 'text/json', 'text/plain; application/json', 'application/jsonp', 'json'])(
    'not %s',
    (type) => {
      expect(isJsonType(type)).toBe(false);
    },
  );
});
