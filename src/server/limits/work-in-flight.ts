/** How many lists of genes and files of searches may be in flight at once. Each has a semaphore with a capacity of its own. */

import { RegistryError } from '../../domain/errors.ts';
import { type Semaphore, type SemaphoreSlot, semaphore, type Wait } from '../../lib/semaphore.ts';
import { type SharedState, takeSlot } from '../../lib/shared-state.ts';
import { networkOf } from '../request/rate-limit.ts';

type ListLimits = { mostInAll: number; mostPerAddress: number };

/** Limits how many lists of genes are searched for at once, because each gives partners work for a while. */
export type ListSlots = {
  /** Takes a slot, which is free again when it is disposed of. @throws RegistryError `too-many-lists` */
  enter(address: string): Promise<Disposable>;
  inFlight(): number;
};

/** One address may have several slots, as people of one institution often share an address. */
export const LIST_LIMITS: ListLimits = { mostInAll: 16, mostPerAddress: 4 };

/** Makes the slots of lists. @param state what the processes of this registry share; undefined for one that serves alone */
export function listSlots({ mostInAll, mostPerAddress }: ListLimits, state?: Pick<SharedState, 'claim'>): ListSlots {
  const slots = semaphore({ capacity: () => mostInAll, share: mostPerAddress / mostInAll });

  return {
    async enter(address) {
      const from = networkOf(address);
      if (!slots.hasRoom(from, 1)) throw tooMany('too-many-lists');
      using taken = new DisposableStack();
      taken.use(slots.take(from, 1));
      if (state === undefined) return taken.move();
      for (const [key, count] of [
        [`lists of ${from}`, mostPerAddress],
        ['lists', mostInAll],
      ] as const) {
        const slot = await takeSlot(state, key, count);
        if (slot === undefined) throw tooMany('too-many-lists');
        taken.use(slot);
      }
      return taken.move();
    },
    inFlight: slots.weight,
  };
}

export type FileLimits = {
  /** How many files may be collected at once, including collected ones that wait for room. */
  mostCollecting: number;
  /** How many of those may wait for room, so that small files find a slot and room while large ones wait. */
  mostWaitingForRoom: number;
  mostWaiting: number;
  mostWaitingPerAddress: number;
  /** How long a file may wait in all, for a slot and for room. */
  mostWaitMs: number;
  /** How many bytes may be held for all readers together. */
  mostBytes: number;
};

/**
 * Limits how many files of searches are collected at once, and how much memory they hold for readers. A collected file
 * frees its slot for the next one, and holds room for its unread bytes. So a slow reader holds no slot, and many of
 * them cannot fill the memory. One address has at most half of both.
 */
export type FileSlots = {
  /**
   * Waits for a slot to collect a file in.
   *
   * @throws RegistryError `too-many-exports` if the wait is too long; the signal's reason if it is aborted
   */
  enter(address: string, signal: AbortSignal): Promise<FileSlot>;
  /** How many files are waiting, collected or being read. */
  inFlight(): number;
};

/** The slot of one file. Disposing of it releases all that the file still holds. */
export type FileSlot = Disposable & {
  /**
   * Called when the file is collected: waits for room for its bytes, then frees the slot.
   *
   * @throws RegistryError `too-many-exports` if no room was free in time; the signal's reason if it is aborted
   */
  hold(bytes: number): Promise<void>;
  /** Releases so many of the held bytes. */
  letGo(bytes: number): void;
};

const BYTES_PER_MEBIBYTE = 1024 * 1024;

/** Limits for files of up to some tens of megabytes, the size that a large network's have. */
export const FILE_LIMITS: FileLimits = {
  mostCollecting: 4,
  mostWaitingForRoom: 2,
  mostWaiting: 200,
  mostWaitingPerAddress: 8,
  mostWaitMs: 10_000,
  mostBytes: 64 * BYTES_PER_MEBIBYTE,
};

/** What one address may have of the slots and of the room. */
const ADDRESS_SHARE = 1 / 2;
/** Memory of one reader besides the file: text that is being sent, and buffers. It also bounds the number of readers. */
const READER_BYTES = 1024 * 1024;

/** Makes the slots of files. */
export function fileSlots(limits: FileLimits): FileSlots {
  const { mostCollecting, mostWaitingForRoom, mostWaiting, mostWaitingPerAddress, mostWaitMs, mostBytes } = limits;
  const collecting = semaphore({
    ...{ capacity: () => mostCollecting, share: ADDRESS_SHARE, mostWaiting },
    mostWaitingOfCaller: mostWaitingPerAddress,
  });
  const room = semaphore({ capacity: () => mostBytes, share: ADDRESS_SHARE, mostWaiting: mostWaitingForRoom });

  let inFlight = 0;

  async function acquire(from: Semaphore, name: string, weight: number, wait: Wait): Promise<SemaphoreSlot> {
    const slot = await from.acquire(name, weight, wait);
    if (slot !== undefined) return slot;
    wait.signal.throwIfAborted();
    throw tooMany('too-many-exports');
  }

  return {
    async enter(address, signal) {
      const from = networkOf(address);
      const began = performance.now();
      using file = new DisposableStack();
      inFlight++;
      file.defer(() => void inFlight--);
      const slot = file.use(await acquire(collecting, from, 1, { withinMs: mostWaitMs, signal }));
      const waitedMs = performance.now() - began;
      const holding = file.move();
      let held: SemaphoreSlot | undefined;
      let bytes = 0;
      /** A larger file counts as the share of an address, or it could never be sent. */
      const counted = () => Math.min(bytes, mostBytes * ADDRESS_SHARE);
      return {
        async hold(fileBytes) {
          bytes = fileBytes + READER_BYTES;
          const wait = { withinMs: Math.max(0, mostWaitMs - waitedMs), signal };
          held = holding.use(await acquire(room, from, counted(), wait));
          slot[Symbol.dispose]();
        },
        letGo(fewer) {
          bytes -= fewer;
          held?.set(counted());
        },
        [Symbol.dispose]: () => holding.dispose(),
      };
    },
    inFlight: () => inFlight,
  };
}

const RETRY_AFTER_SECONDS = 10;

function tooMany(code: 'too-many-lists' | 'too-many-exports'): RegistryError {
  return new RegistryError(code, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
