/** A long body becomes text bit by bit, and the same text as at once. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { decodeBody } from '../../../src/federation/transport/reply-body.ts';

const MEGABYTES = 5;
const NO_SIGNS = Buffer.alloc(
  MEGABYTES * 1024 * 1024,
  Uint8Array.from({ length: 125 }, (_, index) => 0x81 + index),
);
const SIGNS = Buffer.from(`\ufeff${'aé日😀'.repeat(300_000)}`);

test.each([
  ['utf-8', SIGNS],
  ['utf-8', NO_SIGNS],
  ['iso-2022-jp', NO_SIGNS],
  ['utf-16le', NO_SIGNS],
])('in %s', async (charset, bytes) => {
  let turns = 0;
  const slices = {
    next() {
      turns++;
      return nextTurn();
    },
  };
  const text = await decodeBody(bytes, `application/json; charset=${charset}`, slices);
  expect(text === new TextDecoder(charset).decode(bytes)).toBe(true);
  // A megabyte of what is no Japanese takes sixteen milliseconds.
  expect(turns).toBeGreaterThanOrEqual((4 * bytes.length) / 1024 / 1024);
});
