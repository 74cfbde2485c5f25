/** A long body becomes UTF-8 bit by bit, and of the same signs as at once. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inUtf8 } from '../../../src/federation/transport/reply-body.ts';
import { inSlices } from '../../../src/lib/slices.ts';

const MEGABYTES = 5;
const NO_SIGNS = Buffer.alloc(
  MEGABYTES * 1024 * 1024,
  Uint8Array.from({ length: 125 }, (_, index) => 0x81 + index),
);
const SIGNS = Buffer.from(`\ufeff${'aé日😀'.repeat(300_000)}`, 'utf16le');

test.each([
  ['iso-2022-jp', NO_SIGNS],
  ['utf-16le', SIGNS],
  ['utf-16le', NO_SIGNS],
])('in %s', async (charset, bytes) => {
  let turns = 0;
  const slices = {
    next() {
      turns++;
      return nextTurn();
    },
  };
  const steps = inUtf8({ bytes, isCut: false, free: () => {} }, `application/json; charset=${charset}`);
  const inOther = await inSlices(steps, new AbortController().signal, slices);
  expect(inOther?.bytes.toString() === new TextDecoder(charset).decode(bytes)).toBe(true);
  // A megabyte of what is no Japanese takes sixteen milliseconds.
  expect(turns).toBeGreaterThanOrEqual((4 * bytes.length) / 1024 / 1024);
});
