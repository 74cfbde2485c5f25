/** Reference files where they are: whatever way a file comes, its lines are the same, or it is refused in words. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytes } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { UnreadableFile } from '../../src/domain/problem.ts';
import { openReferenceFile, type ReferenceFile, type ReferenceFileLimits } from '../../src/files/reference-file.ts';

const LINES = Array.from({ length: 5000 }, (_, index) => `${index}\tgène ${index}`);
const TEXT = Buffer.from(LINES.map((line) => `${line}\n`).join(''));
const PACKED = gzipSync(TEXT);
const LENGTH = { 'Content-Length': String(PACKED.length) };
const [HEAD, TAIL] = [TEXT.subarray(0, 40_000), TEXT.subarray(40_000)];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reference-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Given = { stdin?: Readable; limits?: Partial<ReferenceFileLimits> };

function open(where: string, { stdin = Readable.from([]), limits = {} }: Given = {}): Promise<ReferenceFile> {
  return openReferenceFile(where, { stdin, userAgent: 'isearch-proxy/0.0.0 (test)', limits });
}

/** A file on the disk with that content. */
function stored(content: Uint8Array): string {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
}

async function linesOf(file: ReferenceFile): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of file.lines()) for (const line of batch) lines.push(line);
  return lines;
}

async function linesAt(where: string, given: Given = {}): Promise<string[]> {
  await using file = await open(where, given);
  return await linesOf(file);
}

describe('the lines of a file are read', () => {
  test.each([
    ['as it is', TEXT],
    ['packed', PACKED],
    ['packed in several members', Buffer.concat([gzipSync(HEAD), gzipSync(Buffer.alloc(0)), gzipSync(TAIL)])],
  ])('%s', async (_, content) => {
    await using file = await open(stored(content));
    expect(file.totalBytes).toBe(content.length);
    expect(file.readBytes()).toBe(0);
    expect(await linesOf(file)).toEqual(LINES);
    expect(file.readBytes()).toBe(content.length);
  });

  test.each([
    ['as it is', TEXT.subarray(0, 1000)],
    ['packed', gzipSync(TEXT.subarray(0, 1000))],
  ])('from standard input, byte by byte, %s', async (_, content) => {
    const stdin = Readable.from(Array.from(content, (byte) => Uint8Array.of(byte)));
    await using file = await open('-', { stdin });
    expect([file.name, file.totalBytes]).toEqual(['standard input', undefined]);
    expect((await linesOf(file)).join('\n')).toBe(TEXT.subarray(0, 1000).toString().trimEnd());
  });

  test.skipIf(process.platform === 'win32')('from a pipe', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [lines] = await Promise.all([linesAt(pipe), writeFile(pipe, PACKED)]);
    expect(lines).toEqual(LINES);
  });

  test('from an address', async () => {
    await using host = await startScriptedPartner({ '/gene_info.gz': bytes(PACKED, LENGTH) });
    await using file = await open(`${host.url}/gene_info.gz?key=secret`);
    expect([file.name, file.totalBytes]).toEqual([`${host.url}/gene_info.gz`, PACKED.length]);
    expect(await linesOf(file)).toEqual(LINES);
    expect(file.readBytes()).toBe(PACKED.length);
  });

  test('again from the first one after the first ones were looked at', async () => {
    await using file = await open(stored(PACKED));
    const first = await file.firstLines();
    expect(first.length).toBeGreaterThanOrEqual(50);
    expect(first).toEqual(LINES.slice(0, first.length));
    expect(await file.firstLines()).toBe(first);
    expect(await linesOf(file)).toEqual(LINES);
  });

  test('when there are very many empty ones', async () => {
    expect(await linesAt(stored(Buffer.alloc(270_000, '\n')))).toHaveLength(270_000);
  });
});

describe('a file is refused', () => {
  const DAMAGED = 'begins as a gzip file, but cannot be unpacked: it is damaged or cut short';
  const changed = Buffer.from(PACKED);
  changed[changed.length - 6] = (changed[changed.length - 6] ?? 0) ^ 1;
  const two = Buffer.concat([gzipSync(HEAD), gzipSync(TAIL)]);

  test.each([
    ['that was cut', PACKED.subarray(0, -1), DAMAGED],
    ['that was cut in its second member', two.subarray(0, -100), DAMAGED],
    ['that was cut where its second member begins', two.subarray(0, gzipSync(HEAD).length + 3), DAMAGED],
    ['with another checksum than its content', changed, DAMAGED],
    ['with something else behind what is packed', Buffer.concat([PACKED, Buffer.from('more')]), DAMAGED],
    [
      'with a member behind zeros, which unpacking leaves out',
      Buffer.concat([gzipSync(HEAD), Buffer.alloc(512), gzipSync(TAIL)]),
      'goes on behind the end of what is packed in it: it is damaged',
    ],
    [
      'that is a zip archive',
      Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(TEXT)]),
      'is a zip archive; plain text and gzip can be read',
    ],
    ['packed with zstd', zstdCompressSync(TEXT), 'is packed with zstd; plain text and gzip can be read'],
    ['packed with bzip2', Buffer.from('BZh91AY'), 'is packed with bzip2; plain text and gzip can be read'],
    ['packed with xz', Buffer.from('\xfd7zXZ', 'latin1'), 'is packed with xz; plain text and gzip can be read'],
    ['that is empty', Buffer.alloc(0), 'is empty'],
    ['in another charset', Buffer.from('gène', 'latin1'), 'is not text in UTF-8, in line 1 or soon after it'],
    ['packed twice', gzipSync(PACKED), 'is not text in UTF-8, in line 1 or soon after it'],
  ])('%s', async (_, content, problem) => {
    const path = stored(content);
    await expect(linesAt(path)).rejects.toThrow(new UnreadableFile(problem, path));
  });

  test.each<[string, Partial<ReferenceFileLimits>, string]>([
    ['unpacks to more than is allowed', { mostUnpackedBytes: 50_000 }, 'unpacks to more than 50,000 bytes'],
    ['has a line without end', { mostLineLength: 5 }, 'has more than 5 characters in line 1'],
  ])('that %s', async (_, limits, problem) => {
    const path = stored(PACKED);
    await expect(linesAt(path, { limits })).rejects.toThrow(`${path} ${problem}`);
  });

  test('that unpacks without end, after so much of it as does no harm', async () => {
    const bomb = gzipSync(`${'a'.repeat(9999)}\n`.repeat(300));
    await using file = await open(stored(bomb), { limits: { harmlessBytes: 1_000_000 } });
    let count = 0;
    const readAll = async () => {
      for await (const batch of file.lines()) count += batch.length;
    };
    await expect(readAll()).rejects.toThrow('unpacks to more than 1,000,000 bytes, and no more are read of it.');
    expect(count).toBeGreaterThan(90);
    expect(count).toBeLessThanOrEqual(100);
  });

  test.each([
    ['/nowhere/gene_info', 'cannot be read: there is no such file'],
    [tmpdir(), 'cannot be read: it is a directory'],
    ['/dev/zero', 'cannot be read: it is a device'],
    [
      'ftp://example.org/gene_info',
      'begins with ftp://; files are fetched over https://, or http:// from this machine',
    ],
    [
      'http://example.org/a?key=secret',
      'begins with http://; files are fetched over https://, or http:// from this machine',
    ],
  ])('when it is %s', async (where, problem) => {
    await expect(open(where)).rejects.toThrow(new UnreadableFile(problem, where.split('?')[0]));
  });

  test('again when it is looked at again', async () => {
    await using file = await open(stored(PACKED.subarray(0, 12)));
    await expect(file.firstLines()).rejects.toThrow('cannot be unpacked');
    await expect(linesOf(file)).rejects.toThrow('cannot be unpacked');
  });
});

test('a file that is closed before its end is let go', async () => {
  const stdin = new Readable({ read: () => {} });
  stdin.push(PACKED.subarray(0, 30_000 - (30_000 % 2)));
  {
    await using file = await open('-', { stdin });
    expect((await file.firstLines()).length).toBeGreaterThan(0);
  }
  expect(stdin.destroyed).toBe(true);
});
