/** Files of searches: few are collected at once, and the slot of each is free again whatever becomes of it. */

import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { askRaw } from '../../support/server/raw-http.ts';
import { MEBIBYTE, recordsOf, startExports } from '../../support/server/start-exports.ts';

/** Searches that end when the test ends them. */
async function startSearches(mostCollecting: number) {
  const ends: (() => void)[] = [];
  const exports = await startExports({
    limits: { mostCollecting },
    find: async (symbol) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      if (symbol === 'BROKEN') throw new Error('the disk is gone');
      return recordsOf(symbol === 'LARGE' ? 20 * MEBIBYTE : 1);
    },
  });
  /** Asks, and leaves with what is answered here. */
  function askAndLeave(symbol: string): () => void {
    const left = get(exports.url + exports.pathOf(symbol), { agent: false }).on('error', () => {});
    return () => left.destroy();
  }
  return Object.assign(exports, { ends, askAndLeave });
}

test('four are collected at once, the others after them, and those that nobody waits for not at all', async () => {
  await using exports = await startSearches(4);
  const { ends, read, askAndLeave, connections } = exports;
  const files = Array.from({ length: 6 }, (_, at) => read('BRCA1', `127.0.1.${at + 1}`));
  await expect.poll(() => ends.length).toBe(4);
  const leave = askAndLeave('BRCA1');
  await expect.poll(connections).toBe(7);
  leave();
  await expect.poll(connections).toBe(6);
  expect(ends).toHaveLength(4);
  for (let done = 0; done < 6; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(done);
    ends[done]?.();
  }
  const answers = await Promise.all(files);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(ends).toHaveLength(6);
});

test('a slot is free again when its reader leaves while the file is collected', async () => {
  await using exports = await startSearches(1);
  const { ends, read, askAndLeave } = exports;
  const leave = askAndLeave('BRCA1');
  await expect.poll(() => ends.length).toBe(1);
  const next = read('BRCA1');
  leave();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await next).toMatchObject({ status: 200, isWhole: true });
});

test('a slot is free again when the search behind it fails', async () => {
  await using exports = await startSearches(1);
  const { ends, read } = exports;
  const broken = read('BROKEN');
  await expect.poll(() => ends.length).toBe(1);
  const next = read('BRCA1');
  ends[0]?.();
  expect((await broken).status).toBe(500);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await next).toMatchObject({ status: 200, isWhole: true });
});

test('a slot is free as soon as a file is collected, though its reader has not begun to read', async () => {
  await using exports = await startSearches(1);
  const { ends, read, idle } = exports;
  idle('LARGE');
  await expect.poll(() => ends.length).toBe(1);
  ends[0]?.();
  const next = read('BRCA1');
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await next).toMatchObject({ status: 200, isWhole: true });
});

test('nothing more is searched for those who wait when the server closes their connections', async () => {
  const exports = await startSearches(1);
  const { ends, askAndLeave, connections } = exports;
  askAndLeave('BRCA1');
  askAndLeave('BRCA1');
  await expect.poll(() => ends.length).toBe(1);
  await expect.poll(connections).toBe(2);
  await exports[Symbol.asyncDispose]();
  ends[0]?.();
  await wait(50);
  expect(ends).toHaveLength(1);
});

test('HEAD answers as GET would, and searches nothing', async () => {
  await using exports = await startSearches(1);
  const { url, pathOf, ends } = exports;
  const head = await askRaw(url, pathOf('BRCA1'), { method: 'HEAD' });
  expect([head.status, head.bytes.length, ends.length]).toEqual([200, 0, 0]);
  const whole = askRaw(url, pathOf('BRCA1'));
  await expect.poll(() => ends.length).toBe(1);
  ends[0]?.();
  // How complete the file is only a search can say.
  const known = Object.entries((await whole).headers).filter(([name]) => !name.startsWith('isearch-proxy-'));
  expect({ ...head.headers, date: '', 'transfer-encoding': 'chunked' }).toEqual({
    ...Object.fromEntries(known),
    date: '',
  });
  expect((await askRaw(url, pathOf(''), { method: 'HEAD' })).status).toBe(400);
});
