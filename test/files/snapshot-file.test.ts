/** What is given to import is read as far as it may be one: its size is known first, or counted while it comes. */

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundedBytes, TooManyBytes } from '../../src/files/file-bytes.ts';
import { fileInput, readInput, readSoundSnapshot } from '../../src/files/snapshot-file.ts';
import { sampledCount } from '../support/machine/sample.ts';

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;
const TABLE_SAID = 'is larger than 32 MB, the most that a table of people may have.';
const SNAPSHOT_SAID = 'is larger than 512 MB, the most that a snapshot may have.';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-file-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of a gigabyte, of which the disk holds the beginning. */
function hugeFile(beginning: string): string {
  const file = join(folder, 'huge');
  writeFileSync(file, beginning.padEnd(2000));
  truncateSync(file, GIGABYTE);
  return file;
}

/** Pieces of 64 kB without end, and how many bytes were taken of them. */
function endless(beginning: string) {
  const piece = Buffer.from(beginning.padEnd(64 * 1024));
  let taken = 0;
  async function* pieces() {
    for (;;) {
      taken += piece.length;
      yield piece;
    }
  }
  return { pieces: pieces(), taken: () => taken };
}

describe('a file of a gigabyte is refused by its size', () => {
  test.each([
    ['a table', 'e-mail,name\n', TABLE_SAID],
    ['a workbook', 'PK\u0003\u0004', TABLE_SAID],
    ['a snapshot', '{"format": "registry-snapshot",', SNAPSHOT_SAID],
  ])('that begins as %s', async (_, beginning, said) => {
    const file = hugeFile(beginning);
    const before = process.memoryUsage().arrayBuffers;
    await expect(readInput(fileInput(file))).rejects.toThrow(`${file} ${said}`);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * MEGABYTE);
  });
});

test('what comes without an end is read as far as a table may go, and is let go then', async () => {
  const { pieces, taken } = endless('e-mail,name\n');
  const input = {
    name: 'standard input',
    read: (mostBytes: (beginning: Uint8Array) => number) => boundedBytes(pieces, { mostBytes }),
  };
  await expect(readInput(input)).rejects.toThrow(`standard input ${TABLE_SAID}`);
  expect(taken()).toBeLessThan(33 * MEGABYTE);
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
});

test('a file that grows while it is read is refused at the bound as well', async () => {
  const { pieces, taken } = endless('');
  await expect(boundedBytes(pieces, { expectedBytes: 10, mostBytes: () => MEGABYTE })).rejects.toThrow(TooManyBytes);
  expect(taken()).toBeLessThan(2 * MEGABYTE);
});

test('bytes come back as they came, in whatever pieces', async () => {
  const bytes = Buffer.from(Array.from({ length: 200_001 }, (_, at) => at % 251));
  for (const size of [1000, 1023, 65_536, 200_001]) {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    for (const expectedBytes of [undefined, bytes.length, 5]) {
      const seen: Buffer[] = [];
      const found = await boundedBytes(pieces(), {
        expectedBytes,
        mostBytes(beginning) {
          seen.push(Buffer.from(beginning));
          return bytes.length;
        },
      });
      expect(Buffer.from(found).equals(bytes)).toBe(true);
      expect(seen).toEqual([bytes.subarray(0, 1024)]);
    }
  }
});

describe('a snapshot that is no JSON is reported with its place, and without much work', () => {
  test.each<[string, (levels: number) => string, (levels: number) => string | RegExp]>([
    ['lists within lists without end', (levels) => '['.repeat(levels), () => 'f is not JSON: it ends in the middle.'],
    [
      'lists within lists',
      (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`,
      () => /^f was not imported, because one thing is wrong/,
    ],
    [
      'lines without end',
      (levels) => `${'\n'.repeat(levels)}x`,
      (levels) => `f is not JSON: "x" is not expected in line ${levels + 1}, column 1.`,
    ],
  ])('%s', async (_, text, said) => {
    const levels = sampledCount(200_000, 2_000_000);
    const input = { name: 'f', read: async () => Buffer.from(text(levels)) };
    await expect(readSoundSnapshot(input, () => {})).rejects.toThrow(said(levels));
  });
});
