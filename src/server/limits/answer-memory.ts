/**
 * The memory of answers until their readers have taken them: who finds room for a large answer, and which readers are
 * cut off for others.
 *
 * Large answers hold slots of one semaphore, from before their first record is read until they are sent. Together these
 * have half of the bound, less what small answers leave unread. The other half is for small answers. Without room, a
 * large answer is refused at once. Slow readers are cut off when others need their room: above half of the bound, and
 * after a large answer was refused for lack of room. Above the bound, they get less time. The reader who needs longest
 * for their part is cut off first.
 */

import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { type SemaphoreSlot, semaphore } from '../../lib/semaphore.ts';
import { isOver, whenOver } from '../reply/reader.ts';

/** The memory of one answer. */
export type AnswerMemory = {
  /**
   * Counts rows and bytes before they are collected; negative numbers count that they are gone.
   *
   * @throws what `refuse` throws if there is no room
   */
  reserve(rows: number, bytes: number): void;
  /** Resolves when the first rows are counted. After that, the answer is refused only if it grows beyond the reserved memory. */
  begun(): Promise<void>;
  /** Counts from now on and refuses nothing, for an answer that has begun and has another bound. */
  refuseNothing(): void;
};

type AnswersMemory = {
  /** Follows how fast the reader at a connection reads, until it is closed. */
  follow(socket: Socket): void;
  /** Makes the memory of one answer. Every request has one, so the parts that few answers need are made at first use. */
  open(req: Request, res: Response): AnswerMemory;
  /** Whether even small answers find no room. */
  isFull(): boolean;
  /** Counts the unread bytes and cuts off slow readers if need be; to be called ten times a second while there are readers. */
  look(): void;
  /** `unreadBytes` and `readers` are those of the last look; `heldBytes` are those of large answers now. */
  counts(): { unreadBytes: number; heldBytes: number; readers: number };
};

type Options = {
  /** How much memory all unread answers may take together. */
  mostBytes: number;
  /** Returns the name of the caller; undefined if the request counts for none. */
  callerOf: (req: Request) => string | undefined;
  /** Called with all rows and bytes that are collected, also for small answers. */
  onReserved: (req: Request, rows: number, bytes: number) => void;
  /** Called with every answer that finds no room; it throws. */
  refuse: () => never;
  /** Called with every reader who is cut off. */
  onCutOff: () => void;
  /** In milliseconds. */
  now: () => number;
};

/** A moment, in watched time, and how many bytes a reader had taken until then. */
type Mark = { atMs: number; takenBytes: number };
/** When a reader began to have unread bytes; `since` becomes `latest` when that is older than the patience. */
type Marks = { since: Mark; latest: Mark };
/** `marks`: undefined while nothing is unread. */
type Reader = { heldBytes: number; marks: Marks | undefined };
/** `seconds`: how long the reader needs at this rate for all that is held for them. */
type SlowReader = { socket: Socket; bytes: number; seconds: number };
/** Bytes that a refused answer needs, until a moment of watched time. */
type WantedRoom = { bytes: number; untilMs: number };

/** Smaller answers are not counted as held memory; there are never more of them than connections. */
const LARGE_BYTES = 256 * 1024;
/** The share of the bound that large answers may take together. */
const LARGE_SHARE = 1 / 2;
/** What one caller may have of that, beyond one answer. */
const CALLER_SHARE = 1 / 2;
/** Readers who take more are not slow. The figure is half of what mobile networks offer when a data volume is used up. */
const SLOW_BYTES_PER_SECOND = 4 * 1024;
/** While others are refused, readers who need longer for one answer are slow, too. */
const MOST_SECONDS_WHILE_REFUSED = 300;
const PATIENCE_MS = 5_000;
const PATIENCE_WHEN_FULL_MS = 1_000;
/** Long enough for a reader who began a moment before the refusal to be recognised as slow. */
const ROOM_IS_WANTED_MS = 2 * PATIENCE_MS;
/** A longer time between two looks counts as this long: the process had no processor time and sent nothing meanwhile. */
const MOST_BETWEEN_LOOKS_MS = 200;

/** Makes the memory of all answers. */
export function answersMemory(options: Options): AnswersMemory {
  const { mostBytes, callerOf, onReserved, refuse, onCutOff, now } = options;
  const mostLarge = mostBytes * LARGE_SHARE;
  const readers = new Map<Socket, Reader>();
  /** Of the last look: all that waits for readers, and what of it large answers do not hold. */
  let unread = 0;
  let small = 0;
  let lookedMs = now();
  let watchedMs = 0;
  let wanted: WantedRoom | undefined;
  const large = semaphore({ capacity: () => mostLarge - small, share: CALLER_SHARE });

  function open(req: Request, res: Response): AnswerMemory {
    let hasBegun = false;
    let begun: PromiseWithResolvers<void> | undefined;
    let slot: SemaphoreSlot | undefined;
    let reader: Reader | undefined;
    let bytes = 0;
    /** What of these is held for the reader. */
    let held = 0;
    let refuses = true;

    function count(more: number): void {
      if (slot === undefined && bytes + more < LARGE_BYTES) {
        bytes += more;
        return;
      }
      const hasRoom = slot === undefined ? large.hasRoom(callerOf(req), bytes + more) : slot.hasRoom(bytes + more);
      if (refuses && more > 0 && !hasRoom) {
        wanted = { bytes: Math.max(bytes + more, wanted?.bytes ?? 0), untilMs: watchedMs + ROOM_IS_WANTED_MS };
        refuse();
      }
      if (isOver(res)) return;
      bytes += more;
      if (slot === undefined) hold();
      slot?.set(bytes);
      if (reader !== undefined) reader.heldBytes += bytes - held;
      held = bytes;
    }

    function hold(): void {
      const taken = large.take(callerOf(req), bytes);
      slot = taken;
      reader = res.socket === null ? undefined : readers.get(res.socket);
      whenOver(res, () => {
        taken[Symbol.dispose]();
        if (reader !== undefined) reader.heldBytes -= held;
      });
    }

    return {
      reserve(rows, more) {
        count(more);
        if (rows > 0 || more > 0) onReserved(req, Math.max(0, rows), Math.max(0, more));
        hasBegun = true;
        begun?.resolve();
      },
      begun() {
        begun ??= Promise.withResolvers();
        if (hasBegun) begun.resolve();
        return begun.promise;
      },
      refuseNothing() {
        refuses = false;
      },
    };
  }

  /** Moves the start of the measurement on: bytes taken long ago say nothing, as a kernel buffers megabytes for a reader who has stopped. */
  function measure(reader: Reader, socket: Socket): void {
    const { marks } = reader;
    if (marks !== undefined && watchedMs - marks.latest.atMs < PATIENCE_MS) return;
    const latest = { atMs: watchedMs, takenBytes: takenOf(socket) };
    reader.marks = { since: marks === undefined ? latest : marks.latest, latest };
  }

  function slowReaders(patienceMs: number): SlowReader[] {
    const slow = [...readers].flatMap(([socket, { marks, heldBytes }]): SlowReader[] => {
      const since = marks?.since;
      if (since === undefined || watchedMs - since.atMs < patienceMs) return [];
      const bytesPerSecond = ((takenOf(socket) - since.takenBytes) / (watchedMs - since.atMs)) * 1000;
      const bytes = socket.writableLength + heldBytes;
      const seconds = bytesPerSecond > 0 ? bytes / bytesPerSecond : Number.MAX_VALUE;
      const isTooLong = wanted !== undefined && seconds > MOST_SECONDS_WHILE_REFUSED;
      return bytesPerSecond < SLOW_BYTES_PER_SECOND || isTooLong ? [{ socket, bytes, seconds }] : [];
    });
    return slow.sort((a, b) => b.seconds - a.seconds || b.bytes - a.bytes);
  }

  /** Large answers may fill one half: `bytes` are those that a refused one needs of it. */
  function isShortOfRoom(): boolean {
    return unread + (wanted?.bytes ?? 0) > mostLarge;
  }

  function look(): void {
    const nowMs = now();
    watchedMs += Math.min(nowMs - lookedMs, MOST_BETWEEN_LOOKS_MS);
    lookedMs = nowMs;
    small = 0;
    for (const [socket, reader] of readers) {
      small += socket.writableLength;
      if (socket.writableLength === 0) reader.marks = undefined;
      else measure(reader, socket);
    }
    unread = small + large.weight();
    if (wanted !== undefined && (!isShortOfRoom() || watchedMs > wanted.untilMs)) wanted = undefined;
    if (!isShortOfRoom()) return;
    for (const { socket, bytes } of slowReaders(unread > mostBytes ? PATIENCE_WHEN_FULL_MS : PATIENCE_MS)) {
      onCutOff();
      socket.destroy();
      unread -= bytes;
      if (!isShortOfRoom()) return;
    }
  }

  return {
    follow(socket) {
      if (readers.has(socket) || socket.destroyed) return;
      readers.set(socket, { heldBytes: 0, marks: undefined });
      socket.once('close', () => readers.delete(socket));
    },
    open,
    isFull: () => unread > mostBytes,
    look,
    counts: () => ({ unreadBytes: unread, heldBytes: large.weight(), readers: readers.size }),
  };
}

function takenOf(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
