/** What is computed once. */

import { describe, expect, test } from 'vitest';
import { memoize, memoizeByVersion, once } from '../../src/domain/memoize.ts';

describe('once', () => {
  test('computes once, for those who come together and those who come later', async () => {
    let opened = 0;
    const open = once(async () => ++opened);
    expect(await Promise.all([open(), open()])).toEqual([1, 1]);
    expect(await open()).toBe(1);
  });

  test('computes again after an error, and after a promise is rejected', async () => {
    let tries = 0;
    const value = once(() => {
      if (++tries === 1) throw new Error('not yet');
      return tries;
    });
    expect(value).toThrow('not yet');
    expect([value(), value()]).toEqual([2, 2]);
    let opens = 0;
    const open = once(async () => {
      if (++opens === 1) throw new Error('EMFILE: too many open files');
      return 'open';
    });
    expect(await Promise.allSettled([open(), open()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect([await open(), opens]).toEqual(['open', 2]);
  });
});

describe('memoize', () => {
  test('computes once for each object, and an object that is equal to another is another one', () => {
    let made = 0;
    const number = memoize((_from: { name: string }) => ++made);
    const [one, other] = [{ name: 'a' }, { name: 'a' }];
    expect([number(one), number(other), number(one), number(other)]).toEqual([1, 2, 1, 2]);
  });

  test('computes again after a promise is rejected', async () => {
    let read = 0;
    const ofObject = memoize(async (_from: object) => {
      if (++read === 1) throw new Error('not yet');
      return read;
    });
    const from = {};
    await expect(ofObject(from)).rejects.toThrow('not yet');
    expect(await ofObject(from)).toBe(2);
  });
});

describe('memoizeByVersion', () => {
  test('computes again when the version is another one, also a former one', () => {
    let version: string | undefined = 'a';
    const made: (string | undefined)[] = [];
    const value = memoizeByVersion(
      () => version,
      (from) => made.push(from),
    );
    for (const next of ['a', 'a', 'b', undefined, undefined, 'a']) {
      version = next;
      value();
    }
    expect(made).toEqual(['a', 'b', undefined, 'a']);
  });

  test('computes from the argument, whose version counts', () => {
    const value = memoizeByVersion(
      (of: { version: number; text: string }) => of.version,
      (version, { text }) => `${version} ${text}`,
    );
    const texts = [
      { version: 1, text: 'a' },
      { version: 1, text: 'b' },
      { version: 2, text: 'c' },
    ].map((of) => value(of));
    expect(texts).toEqual(['1 a', '1 a', '2 c']);
  });

  test('computes again after an error', () => {
    let tries = 0;
    const value = memoizeByVersion(
      () => 'a',
      () => {
        if (++tries === 1) throw new Error('not yet');
        return tries;
      },
    );
    expect(value).toThrow('not yet');
    expect([value(), value()]).toEqual([2, 2]);
  });
});
