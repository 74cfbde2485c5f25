/** Readers are watched while there are any, and nothing of them is left when they have gone. */

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

test('what waits for readers is counted ten times a second, and by no timer while there is none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const limits = openLimits({
    ...{ partnerTokens: () => [], secret: Buffer.alloc(32), warn: () => {}, searches: 10, unreadMegabytes: 8 },
    ...{ requestsPerMinute: 0, partnerRequestsPerMinute: 0, megabytesPerMinute: 0, partnerMegabytesPerMinute: 0 },
  });
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
