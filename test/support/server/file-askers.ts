/** Those who ask for files of searches, as the limiter sees them, with a clock that a test moves. */

import { vi } from 'vitest';
import { type FileLimits, type FileSlot, fileSlots } from '../../../src/server/limits/work-in-flight.ts';
import { MEBIBYTE } from './start-exports.ts';

export const LIMITS: FileLimits = {
  mostCollecting: 2,
  mostWaitingForRoom: 1,
  mostWaiting: 6,
  mostWaitingPerAddress: 3,
  mostWaitMs: 10_000,
  mostBytes: 100 * MEBIBYTE,
};

export type Step = 'waiting' | 'collecting' | 'for room' | 'reading' | 'refused' | 'left';

/** One who asks for a file, and how far they are. */
export type Asker = {
  step: Step;
  retryAfterSeconds?: number | undefined;
  slot?: FileSlot;
  /** Their file is collected, and so large. */
  hold(mebibytes: number): Promise<void>;
  letGo(mebibytes: number): Promise<void>;
  /** Closes the connection. */
  leave(): Promise<void>;
};

/** Lets everything happen that has no need of time; timers have to be those of a test. */
const settle = () => vi.advanceTimersByTimeAsync(0);

export function openLimiter(changes: Partial<FileLimits> = {}) {
  const limiter = fileSlots({ ...LIMITS, ...changes });

  async function ask(address: string): Promise<Asker> {
    const left = new AbortController();
    async function waitFor<T>(work: Promise<T>, then: Step): Promise<T | undefined> {
      try {
        const done = await work;
        asker.step = then;
        return done;
      } catch (error) {
        asker.retryAfterSeconds = (error as { retryAfterSeconds?: number }).retryAfterSeconds;
        asker.step = asker.retryAfterSeconds === undefined ? 'left' : 'refused';
        asker.slot?.[Symbol.dispose]();
      }
    }
    const asker: Asker = {
      step: 'waiting',
      hold(mebibytes) {
        asker.step = 'for room';
        if (asker.slot !== undefined) void waitFor(asker.slot.hold(mebibytes * MEBIBYTE), 'reading');
        return settle().then(() => {});
      },
      letGo(mebibytes) {
        asker.slot?.letGo(mebibytes * MEBIBYTE);
        return settle().then(() => {});
      },
      leave() {
        left.abort();
        asker.slot?.[Symbol.dispose]();
        asker.slot?.[Symbol.dispose]();
        asker.step = 'left';
        return settle().then(() => {});
      },
    };
    void waitFor(limiter.enter(address, left.signal), 'collecting').then((slot) => {
      if (slot !== undefined) asker.slot = slot;
    });
    await settle();
    return asker;
  }

  async function askAll(...addresses: string[]): Promise<Asker[]> {
    const askers: Asker[] = [];
    for (const address of addresses) askers.push(await ask(address));
    return askers;
  }

  return { ask, askAll };
}

export const stepsOf = (askers: readonly Asker[]) => askers.map(({ step }) => step);
