/** Whoever asks for a large file and does not read it keeps nobody else from theirs, on however many connections. */

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FILE_LIMITS } from '../../../src/server/limits/work-in-flight.ts';
import { isSampled, sampleOf } from '../../support/machine/sample.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';
import { madeUpSnapshot } from '../../support/registry/made-up-registry.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import {
  askAndReadNothing,
  MEBIBYTE,
  readFile,
  recordsOf,
  startExports,
  type Taken,
} from '../../support/server/start-exports.ts';

const IN_TIME_MS = 10_000;
/** Far more than the kernel takes for a reader. */
const LARGE_BYTES = 20 * MEBIBYTE;

/** The addresses of this machine from which somebody asks. */
const HONEST = '127.0.0.2';
const WEB_SERVER = '127.0.0.9';
const idleAddress = (at: number) => `127.0.1.${at + 1}`;

async function timed<T>(work: Promise<T>): Promise<T & { elapsedMs: number }> {
  const tookMs = stopwatch();
  return { ...(await work), elapsedMs: tookMs() };
}

function expectRefusal({ status, headers, text }: Pick<Taken, 'status' | 'headers' | 'text'>): void {
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'no-store']);
  expect(JSON.parse(text).detail).toBe(
    'Too many files of searches are under way, here or from your address. Please ask again in 10 seconds.',
  );
}

/** The status that has come, or comes, to a connection that reads nothing. */
async function statusOf(socket: Socket): Promise<number> {
  const [begin] = await once(socket.resume(), 'data');
  return Number(String(begin).split(' ', 2)[1]);
}

describe.skipIf(isSampled)('a registry with a file of 17 MB', () => {
  const path = '/export?format=csv&descriptionLike=h';
  const USERS = 1200;
  let registry: TestRegistry;
  let port: number;
  beforeAll(async () => {
    const snapshot = madeUpSnapshot({ users: USERS, descriptionCharacters: 14_000 });
    const settings = { APP_SITE_SHORTNAME: 'AlphaNet', SERVER_TRUSTED_PROXIES: WEB_SERVER };
    registry = await startTestRegistry({ snapshot, settings });
    port = Number(new URL(registry.url).port);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test.each(sampleOf([4, 40, 200], 1))(
    'gives it to another reader while %i connections of one address read nothing',
    async (count) => {
      const idle = Array.from({ length: count }, () => askAndReadNothing({ port, path, from: idleAddress(0) }));
      const { status, isWhole, text, elapsedMs } = await timed(readFile({ port, path, from: HONEST }));
      expect([status, isWhole]).toEqual([200, true]);
      expect(text.match(/^AlphaNet,/gm)).toHaveLength(USERS);
      expect(elapsedMs).toBeLessThan(IN_TIME_MS);
      for (const socket of idle) socket.destroy();
      expect(await readFile({ port, path, from: idleAddress(0) })).toMatchObject({ status: 200, isWhole: true });
    },
  );

  /** By one address. */
  async function everyPlaceIsTaken(): Promise<void> {
    const { mostCollecting, mostWaitingPerAddress } = FILE_LIMITS;
    const underWay = () => registry.context.limits.status().exportsUnderWay;
    await expect.poll(underWay).toBeGreaterThanOrEqual(mostCollecting / 2 + mostWaitingPerAddress);
  }

  test('refuses an address that waits for more than it may at once, and says when to ask again', async () => {
    const idle = Array.from({ length: 30 }, () => askAndReadNothing({ port, path, from: idleAddress(0) }));
    await everyPlaceIsTaken();
    const { elapsedMs, ...refusal } = await timed(readFile({ port, path, from: idleAddress(0) }));
    expect(elapsedMs).toBeLessThan(IN_TIME_MS / 2);
    expectRefusal(refusal);
    for (const socket of idle) socket.destroy();
  });

  test('distinguishes callers behind a trusted web server', async () => {
    const request = { port, path, from: WEB_SERVER };
    const idle = Array.from({ length: 30 }, () => askAndReadNothing({ ...request, forwardedFor: '192.0.2.1' }));
    await everyPlaceIsTaken();
    // For a slot, or for memory where its turn comes meanwhile.
    expect((await readFile({ ...request, forwardedFor: '192.0.2.1' })).status).toBe(503);
    expect(await readFile({ ...request, forwardedFor: '192.0.2.2' })).toMatchObject({ status: 200, isWhole: true });
    for (const socket of idle) socket.destroy();
  });
});

describe('connections of many addresses that read nothing', () => {
  const LIMITS = { mostWaitMs: 1000, mostBytes: 64 * MEBIBYTE };
  const find = async (symbol: string) => recordsOf(symbol === 'LARGE' ? LARGE_BYTES : 1000);

  const CROWDS = [
    [40, 10],
    [200, 20],
    [200, 100],
  ] as const;

  test.each(sampleOf(CROWDS, 1))(
    'leave room for small files, and the others are refused in time: %i of %i addresses',
    async (count, addresses) => {
      await using exports = await startExports({ limits: LIMITS, find });
      const idle = Array.from({ length: count }, (_, at) => exports.idle('LARGE', idleAddress(at % addresses)));
      await expect.poll(exports.connections).toBe(count);
      const small = await timed(exports.read('SMALL', HONEST));
      expect(small).toMatchObject({ status: 200, isWhole: true });
      expect(small.elapsedMs).toBeLessThan(IN_TIME_MS);
      const large = await timed(exports.read('LARGE', HONEST));
      if (large.status !== 200) expectRefusal(large);
      expect(large.elapsedMs).toBeLessThan(IN_TIME_MS);
      await wait(1.5 * LIMITS.mostWaitMs);
      const statuses = await Promise.all(idle.map(statusOf));
      const begun = statuses.filter((status) => status === 200).length;
      expect(statuses.filter((status) => status === 503)).toHaveLength(count - begun);
      // Of each, the kernel holds some megabytes.
      expect(begun * (LARGE_BYTES - 5 * MEBIBYTE)).toBeLessThan(LIMITS.mostBytes);
      expect(begun).toBeGreaterThan(1);
      for (const socket of idle) socket.destroy();
      await expect.poll(exports.connections).toBe(0);
      expect(await exports.read('LARGE', HONEST)).toMatchObject({ status: 200, isWhole: true });
    },
  );

  test('are cut off when they have taken nothing for a while, and who was refused gets the file', async () => {
    await using exports = await startExports({
      limits: { ...LIMITS, mostWaitMs: 400 },
      readerLimits: { idleMs: 1200 },
      find,
    });
    for (let at = 0; at < 3; at++) exports.idle('LARGE', idleAddress(at));
    await expect.poll(exports.connections).toBe(3);
    expectRefusal(await exports.read('LARGE', HONEST));
    await expect.poll(exports.connections).toBe(0);
    expect(await exports.read('LARGE', HONEST)).toMatchObject({ status: 200, isWhole: true });
  });
});

describe('a slow reader', () => {
  const find = async () => recordsOf(LARGE_BYTES);

  test('gets the whole file, however long that takes, as long as they are no slower than the least speed', async () => {
    const readerLimits = { idleMs: 500, leastBytesPerSecond: MEBIBYTE };
    await using exports = await startExports({ readerLimits, find });
    const began = performance.now();
    const { status, isWhole, text } = await exports.read('LARGE', HONEST, 3);
    expect([status, isWhole]).toEqual([200, true]);
    expect(JSON.parse(text).content).toHaveLength(recordsOf(LARGE_BYTES).length);
    expect(performance.now() - began).toBeGreaterThan(2 * readerLimits.idleMs);
  });

  test('who is slower is cut off, which says that the file is not whole, and leaves room for the next', async () => {
    const readerLimits = { idleMs: 500, leastBytesPerSecond: 40 * MEBIBYTE };
    const limits = { mostBytes: 32 * MEBIBYTE, mostWaitMs: 10_000 };
    await using exports = await startExports({ limits, readerLimits, find });
    const slow = exports.read('LARGE', idleAddress(0), 40);
    await expect.poll(exports.connections).toBe(1);
    expect(await timed(exports.read('LARGE', HONEST))).toMatchObject({ status: 200, isWhole: true });
    expect(await slow).toMatchObject({ status: 200, isWhole: false });
  });
});
