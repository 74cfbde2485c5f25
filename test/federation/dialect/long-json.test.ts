/** JSON is read piece by piece as it would be at once, as far as it arrived whole, and never more of it than is bounded. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, readLongJson } from '../../../src/federation/dialect/json-body.ts';
import { inSlices, sliced } from '../../../src/lib/slices.ts';
import { computingTime, leastOfThree, longestTurnMs } from '../../support/machine/stopwatch.ts';

const STAYING = new AbortController().signal;
const readBytes = (bytes: Buffer, isCut = false) => inSlices(readLongJson(bytes, isCut), STAYING, sliced());
const read = (text: string, isCut = false) => readBytes(Buffer.from(text), isCut);

/** What is read of a text that was cut; undefined where it is no JSON. */
async function kept(text: string): Promise<unknown> {
  const json = await read(text, true);
  return typeof json === 'object' ? json.value : undefined;
}

// JSON has no negative zero.
const value = fc.jsonValue({ maxDepth: 2 }).map((one): unknown => JSON.parse(JSON.stringify(one)));
const record = fc.dictionary(fc.string(), value, { maxKeys: 3 });
const records = fc.array(fc.oneof(record, value), { maxLength: 6 });
const spaces = fc.constantFrom(0, 2);

describe('what is whole is read as JSON is', () => {
  test('in a list', async () => {
    await fc.assert(
      fc.asyncProperty(records, spaces, async (all, space) => {
        expect(await read(JSON.stringify(all, null, space))).toEqual({ value: all, unread: 0 });
      }),
    );
  });

  test('in a page, and in any object', async () => {
    const page = fc.record({ totalElements: fc.nat(), content: records, last: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.oneof(page, fc.dictionary(fc.string(), value)), spaces, async (one, space) => {
        expect(await read(JSON.stringify(one, null, space))).toEqual({ value: { ...one }, unread: 0 });
      }),
    );
  });

  test.each([
    '[]',
    ' [ ] ',
    '{"a":"["}',
    '{"a":"\\""}',
    '{}',
    '{"content":[]}',
    '{"content" : [ 1 , "]" ], "a":{"content":[2]}}',
    '\uFEFF[1]',
    '["\\\\","\\""]',
  ])('as in %s', async (text) => {
    expect(await read(text)).toEqual({ value: parseJson(text), unread: 0 });
  });
});

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
  ])('%s keeps %j', async (text, whole) => {
    expect(await kept(text)).toEqual(whole);
  });

  test('keeps every record that arrived whole, wherever it is cut, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(records, spaces, fc.nat(), async (all, space, at) => {
        const text = JSON.stringify(all, null, space);
        const length = at % (text.length + 1);
        const whole = await kept(text.slice(0, length));
        if (length === 0) expect(whole).toBeUndefined();
        else expect(whole).toEqual(all.slice(0, arrived(all, text, length)));
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
  ])('%s keeps %j', async (text, whole) => {
    expect(await kept(text)).toEqual(whole);
  });

  test('keeps what arrived whole, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 5 }), spaces, fc.nat(), async (content, space, at) => {
        const text = JSON.stringify({ totalElements: 7, content, last: true }, null, space);
        const whole = (await kept(text.slice(0, 1 + (at % text.length)))) as Record<string, unknown>;
        expect({ totalElements: 7, content, last: true, ...whole }).toEqual({
          totalElements: 7,
          content: content.slice(0, Array.isArray(whole.content) ? whole.content.length : content.length),
          last: true,
        });
      }),
    );
  });
});

describe('what was cut', () => {
  test.each(['', 'hello', '[}', ']][', '[] []', '{"a":1,}{', '[1,,2', '{"content":[1,2]]', '[tru, {'])(
    'is no JSON where it was none, as %j',
    async (text) => {
      expect(await kept(text)).toBeUndefined();
    },
  );
});

describe('what is no JSON is not read', () => {
  test.each([
    '[}',
    ']',
    '[] []',
    '{"a":1,}',
    '[1,,2]',
    '[1,]',
    '[,1]',
    '{"content":[1,2}]',
    '{"content":[1]x}',
    '[tru]',
    '[1,2}',
    'No endpoint',
    '5',
    'null',
  ])('%s', async (text) => {
    expect(await read(text)).toBe('not-json');
  });

  test.each(['[', '[1', '[1,2', '["a', '{"a":1', '[{"a":"b', '[{"a":"]}', '{"content":[{"a":1},'])(
    'nor what breaks off, as %s',
    async (text) => {
      expect(await read(text)).toBe('broken-off');
    },
  );
});

test.each(['', ' \n', '\uFEFF'])('what is blank holds nothing (%#)', async (text) => {
  expect(await read(text)).toBe('nothing');
});

test('signs that are cut or none of UTF-8 are as in the whole text', async () => {
  const signs = fc.uint8Array({ maxLength: 6 }).map((bytes) => bytes.filter((byte) => byte > 0x7f));
  await fc.assert(
    fc.asyncProperty(fc.array(signs, { maxLength: 5 }), async (texts) => {
      const bytes = Buffer.concat([
        Buffer.from('["'),
        ...texts.flatMap((text) => [text, Buffer.from('","\\"é日😀')]),
        Buffer.from('"]'),
      ]);
      const value = JSON.parse(new TextDecoder().decode(bytes));
      expect(await readBytes(bytes)).toEqual({ value, unread: 0 });
    }),
  );
});

describe('what is read is bounded', () => {
  const most = (count: number, one: string) => `[${Array(count).fill(one).join()}]`;

  test('to 1000 records, and those behind them are counted', async () => {
    expect(await read(most(45_000, '{"id":1}'))).toEqual({ value: Array(1000).fill({ id: 1 }), unread: 44_000 });
  });

  test.each([
    ['of more than half a megabyte', `{"a":"${'x'.repeat(600_000)}"}`],
    ['of many values', `{"a":[${Array(40_000).fill(1).join()}]}`],
    ['of many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [index, 1])))],
    ['in which lists are in lists', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
  ])('to records that can be; one %s is nothing', async (_, record) => {
    expect(await read(`[{"id":1},${record},{"id":2}]`)).toEqual({ value: [{ id: 1 }, null, { id: 2 }], unread: 0 });
    expect(await read(`{"id":1,"member":${record}}`)).toBe('too-long');
  });

  test.each([['[{"a":'.repeat(500_000)], ['['.repeat(2_000_000)], [`[${'{},'.repeat(1_300_000)}{}]`]])(
    'to a number of lists and objects (%#)',
    async (text) => {
      const leastMs = await leastOfThree(1_000, async () => {
        const tookMs = computingTime();
        expect(await read(text)).toBe('too-many');
        return tookMs();
      });
      expect(leastMs).toBeLessThan(1_000);
    },
  );
});

test.each([
  ['records', JSON.stringify(Array.from({ length: 12_000 }, (_, id) => ({ id, description: 'd'.repeat(380) })))],
  ['one text full of quotes', `["${'\\"'.repeat(2_500_000)}"]`],
  ['nothing but blanks', `[${' '.repeat(5_000_000)}]`],
  ['numbers', `[${'0,'.repeat(2_400_000)}0]`],
])('nobody waits for long while five megabytes are read (%s)', async (_, text) => {
  expect(await leastOfThree(30, () => longestTurnMs(read(text)))).toBeLessThan(30);
});
