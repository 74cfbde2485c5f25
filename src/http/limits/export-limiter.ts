/**
 * How many files of searches are under way at once, and how much memory they hold for readers.
 *
 * A file is collected in one of a few places. Then its place goes to the next, and what is not yet read of the file
 * counts against a bound for all readers: neither does a reader who does not read keep a place, nor do many fill the
 * memory.
 */

import { RegistryError } from '../../domain/errors.ts';
import { networkOf } from '../request/network-of.ts';

export type ExportLimits = {
  /** How many files are collected at once, with those that are collected and wait for room. */
  mostCollecting: number;
  /** Of those, how many may wait for room: small files find room while large ones wait, and need a place for that. */
  mostWaitingForRoom: number;
  /** How many files of one address are collected or read at once. */
  mostPerAddress: number;
  mostWaiting: number;
  mostWaitingPerAddress: number;
  /** How long a file waits in all: for a place, and for room. */
  mostWaitMs: number;
  /** What is held for all readers together. */
  mostBytes: number;
  /** What is held for the readers at one address. A larger file counts as so much, or nobody could ever have it. */
  mostBytesPerAddress: number;
};

export type ExportLimiter = {
  /**
   * Waits for a place to collect a file in; of those who wait, the address that asks for the fewest is next.
   *
   * @throws RegistryError `too-many-exports` when too many wait or it took too long; the reason of the signal
   */
  enter(address: string, signal: AbortSignal): Promise<ExportPlace>;
  /** How many files there are from the moment they are asked for until their readers have them. */
  underWay(): number;
};

/** The place of one file. Disposing of it gives back whatever the file still has. */
export type ExportPlace = Disposable & {
  /**
   * The file is collected: waits for room to hold so many bytes, then gives back the place for collecting.
   *
   * @throws RegistryError `too-many-exports` when there was no room in time; the reason of the signal
   */
  hold(bytes: number): Promise<void>;
  /** So many of the bytes are held no longer. */
  letGo(bytes: number): void;
};

/** A file from the moment it is asked for until its reader has it or has left. */
type Entry = {
  readonly from: string;
  /** `collected`: it still has its place for collecting, and waits for room. */
  step: 'waiting' | 'collecting' | 'collected' | 'reading';
  bytes: number;
  waitedMs: number;
  goOn: () => void;
};

const BYTES_PER_MEBIBYTE = 1024 * 1024;

/** A file of a large network is some tens of megabytes. */
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
/** What a reader takes besides the file: text that is on its way, buffers. It bounds how many readers there are, too. */
const READER_BYTES = 1024 * 1024;

/** @param now in milliseconds */
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

  /** Waits until the entry may go on from its step. */
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

/** Who may go on: whoever is collected and finds room, then whoever is next to be collected. */
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

/** Whether an entry that may not go on would be one more than may wait at its step. */
function isCrowded(entries: readonly Entry[], { step, from }: Entry, limits: ExportLimits): boolean {
  const waiting = entries.filter((entry) => entry.step === step);
  if (step === 'collected') return waiting.length > limits.mostWaitingForRoom;
  if (step !== 'waiting') return false;
  const own = waiting.filter((entry) => entry.from === from);
  return waiting.length > limits.mostWaiting || own.length > limits.mostWaitingPerAddress;
}
