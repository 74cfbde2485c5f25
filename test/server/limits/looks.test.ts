/** Readers and searches are watched while there are any, and by no timer when they have gone. */

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { openLimits } from '../../../src/server/limits/limits.ts';

afterEach(() => void vi.useRealTimers());

/** A connection at which so many bytes wait. */
function connection(waits: number): Socket {
  return Object.defineProperty(new PassThrough(), 'writableLength', { get: () => waits }) as unknown as Socket;
}

function open() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  return openLimits({
    ...{ partnerTokens: () => [], secret: Buffer.alloc(32), warn: () => {}, searches: 10, unreadMegabytes: 8 },
    ...{ requestsPerMinute: 0, partnerRequestsPerMinute: 0, megabytesPerMinute: 0, partnerMegabytesPerMinute: 0 },
  });
}

test('what waits for readers is counted ten times a second, and by no timer while there is none', async () => {
  const limits = open();
  const waitingAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return limits.status().waitingBytes;
  };
  for (const bytes of [1000, 2000]) {
    const socket = connection(bytes);
    limits.follow(socket);
    limits.follow(socket);
    expect([waitingAfter(99), waitingAfter(1), vi.getTimerCount()]).toEqual([0, bytes, 1]);
    socket.destroy();
    await once(socket, 'close');
    expect([waitingAfter(99), waitingAfter(1), vi.getTimerCount()]).toEqual([bytes, 0, 0]);
  }
});

test('how late this process is with its work is measured while there are searches', () => {
  const { searches } = open();
  for (let times = 0; times < 2; times++) {
    {
      using _ = searches.enter();
      vi.advanceTimersByTime(1000);
      expect(vi.getTimerCount()).toBe(1);
    }
    vi.advanceTimersByTime(20);
    expect(vi.getTimerCount()).toBe(0);
  }
});
