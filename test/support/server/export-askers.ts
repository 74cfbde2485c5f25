/** Those who ask for files of searches, as the limiter sees them, with a clock that a test moves. */

import { vi } from 'vitest';
import { type ExportLimits, type ExportPlace, exportLimiter } from '../../../src/server/limits/export-limiter.ts';
import { MEBIBYTE } from './start-exports.ts';

export const LIMITS: ExportLimits = {
  mostCollecting: 2,
  mostWaitingForRoom: 1,
  mostPerAddress: 2,
  mostWaiting: 6,
  mostWaitingPerAddress: 3,
  mostWaitMs: 10_000,
  mostBytes: 100 * MEBIBYTE,
  mostBytesPerAddress: 50 * MEBIBYTE,
};

export type Step = 'waiting' | 'collecting' | 'for room' | 'reading' | 'refused' | 'left';

/** One who asks for a file, and how far they are. */
export type Asker = {
  step: Step;
  retryAfterSeconds?: number | undefined;
  place?: ExportPlace;
  /** Their file is collected, and so large. */
  hold(mebibytes: number): Promise<void>;
  letGo(mebibytes: number): Promise<void>;
  /** Closes the connection. */
  leave(): Promise<void>;
};

/** Lets everything happen that has no need of time; timers have to be those of a test. */
const settle = () => vi.advanceTimersByTimeAsync(0);

export function openLimiter(changes: Partial<ExportLimits> = {}) {
  const limiter = exportLimiter({ ...LIMITS, ...changes }, Date.now);

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
        asker.place?.[Symbol.dispose]();
      }
    }
    const asker: Asker = {
      step: 'waiting',
      hold(mebibytes) {
        asker.step = 'for room';
        if (asker.place !== undefined) void waitFor(asker.place.hold(mebibytes * MEBIBYTE), 'reading');
        return settle().then(() => {});
      },
      letGo(mebibytes) {
        asker.place?.letGo(mebibytes * MEBIBYTE);
        return settle().then(() => {});
      },
      leave() {
        left.abort();
        asker.place?.[Symbol.dispose]();
        asker.place?.[Symbol.dispose]();
        asker.step = 'left';
        return settle().then(() => {});
      },
    };
    void waitFor(limiter.enter(address, left.signal), 'collecting').then((place) => {
      if (place !== undefined) asker.place = place;
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
