/**
 * Limits how many files of searches are under way at once, and how much memory they hold for readers.
 *
 * A file is collected in one of a few places. Then its place is free for the next file, and the unread bytes of the
 * file count against a bound for all readers: a slow reader holds no place, and many of them cannot fill the memory.
 */

import { RegistryError } from '../../domain/errors.ts';
import { networkOf } from '../request/rate-limit.ts';

export type ExportLimits = {
  /** How many files may be collected at once, including collected ones that wait for room. */
  mostCollecting: number;
  /** How many of those may wait for room, so that small files find a place and room while large ones wait. */
  mostWaitingForRoom: number;
  /** How many files of one address may be collected or read at once. */
  mostPerAddress: number;
  mostWaiting: number;
  mostWaitingPerAddress: number;
  /** How long a file may wait in all, for a place and for room. */
  mostWaitMs: number;
  /** How many bytes may be held for all readers together. */
  mostBytes: number;
  /** How many bytes may be held for the readers at one address. A larger file counts as this many, or it could never be sent. */
  mostBytesPerAddress: number;
};

export type ExportLimiter = {
  /**
   * Waits for a place to collect a file in; the address with the fewest files is next.
   *
   * @throws RegistryError `too-many-exports` if too many wait or the wait took too long; the signal's reason if it is
   *   aborted
   */
  enter(address: string, signal: AbortSignal): Promise<ExportPlace>;
  /** How many files are waiting, collected or being read. */
  underWay(): number;
};

/** The place of one file. Disposing of it releases all that the file still holds. */
export type ExportPlace = Disposable & {
  /**
   * Called when the file is collected: waits for room for its bytes, then frees the place for collecting.
   *
   * @throws RegistryError `too-many-exports` if there was no room in time; the signal's reason if it is aborted
   */
  hold(bytes: number): Promise<void>;
  /** Releases so many of the held bytes. */
  letGo(bytes: number): void;
};

/** A file, from its request until its reader has it or has disconnected. */
type Entry = {
  readonly from: string;
  /** `collected`: the file still has its place for collecting, and waits for room. */
  step: 'waiting' | 'collecting' | 'collected' | 'reading';
  bytes: number;
  waitedMs: number;
  goOn: () => void;
};

const BYTES_PER_MEBIBYTE = 1024 * 1024;

/** Limits for files of up to some tens of megabytes, the size that a large network's have. */
export const EXPORT_LIMITS: ExportLimits = {
  mostCollecting: 4,
  mostWaitingForRoom: 2,
  mostPerAddress: 2,
  mostWaiting: 200,
  mostWaitingPerAddress: 8,
  mostWaitMs: 10_000,
  mostBytes: 64 * BYTES_PER_MEBIBYTE,
  mostBytesPerAddress: 32 * BYTES_PER_MEBIBYTE,
};

const RETRY_AFTER_SECONDS = 10;
/** Memory of one reader besides the file: text that is being sent, and buffers. It also bounds the number of readers. */
const READER_BYTES = 1024 * 1024;

/** Makes the limiter. @param now the time in milliseconds */
export function exportLimiter(limits: ExportLimits, now: () => number): ExportLimiter {
  const entries = new Set<Entry>();

  function goOnWhoMay(): void {
    for (let next = nextOf([...entries], limits); next !== undefined; next = nextOf([...entries], limits)) {
      next.step = next.step === 'waiting' ? 'collecting' : 'reading';
      next.goOn();
    }
  }

  function release(entry: Entry): void {
    if (entries.delete(entry)) goOnWhoMay();
  }

  /** Waits until the entry may leave its step. */
  async function turnOf(entry: Entry, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    entry.goOn = resolve;
    goOnWhoMay();
    if (isCrowded([...entries], entry, limits)) throw tooMany();
    const began = now();
    const giveUp = () => reject(signal.reason);
    const late = setTimeout(() => reject(tooMany()), Math.max(0, limits.mostWaitMs - entry.waitedMs));
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', giveUp);
      entry.waitedMs += now() - began;
    }
  }

  return {
    async enter(address, signal) {
      const entry: Entry = { from: networkOf(address), step: 'waiting', bytes: 0, waitedMs: 0, goOn: () => {} };
      entries.add(entry);
      try {
        await turnOf(entry, signal);
      } catch (error) {
        release(entry);
        throw error;
      }
      return {
        hold(bytes) {
          entry.step = 'collected';
          entry.bytes = bytes + READER_BYTES;
          return turnOf(entry, signal);
        },
        letGo(bytes) {
          entry.bytes -= bytes;
          goOnWhoMay();
        },
        [Symbol.dispose]: () => release(entry),
      };
    },
    underWay: () => entries.size,
  };
}

function tooMany(): RegistryError {
  return new RegistryError('too-many-exports', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Returns the entry that may go on: first a collected one that finds room, then the next one to collect. */
function nextOf(entries: readonly Entry[], limits: ExportLimits): Entry | undefined {
  const withRoom = entries.find((entry) => entry.step === 'collected' && hasRoom(entries, entry, limits));
  if (withRoom !== undefined) return withRoom;
  const collecting = entries.filter(({ step }) => step === 'collecting' || step === 'collected');
  if (collecting.length >= limits.mostCollecting) return undefined;
  const numberOf = new Map<string, number>();
  const underWay = new Map<string, number>();
  for (const { from, step } of entries) {
    numberOf.set(from, (numberOf.get(from) ?? 0) + 1);
    if (step !== 'waiting') underWay.set(from, (underWay.get(from) ?? 0) + 1);
  }
  let next: Entry | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    if (entry.step !== 'waiting' || (underWay.get(entry.from) ?? 0) >= limits.mostPerAddress) continue;
    const own = numberOf.get(entry.from) ?? 0;
    if (own < fewest) [next, fewest] = [entry, own];
  }
  return next;
}

function hasRoom(entries: readonly Entry[], entry: Entry, { mostBytes, mostBytesPerAddress }: ExportLimits): boolean {
  const countedOf = ({ bytes }: Entry) => Math.min(bytes, mostBytesPerAddress);
  const readers = entries.filter(({ step }) => step === 'reading');
  const heldFor = (some: readonly Entry[]) => some.reduce((sum, one) => sum + countedOf(one), countedOf(entry));
  const own = readers.filter(({ from }) => from === entry.from);
  return heldFor(readers) <= mostBytes && heldFor(own) <= mostBytesPerAddress;
}

/** Whether more entries wait at this entry's step than may. */
function isCrowded(entries: readonly Entry[], { step, from }: Entry, limits: ExportLimits): boolean {
  const waiting = entries.filter((entry) => entry.step === step);
  if (step === 'collected') return waiting.length > limits.mostWaitingForRoom;
  if (step !== 'waiting') return false;
  const own = waiting.filter((entry) => entry.from === from);
  return waiting.length > limits.mostWaiting || own.length > limits.mostWaitingPerAddress;
}
