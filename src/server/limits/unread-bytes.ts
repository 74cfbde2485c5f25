/**
 * Counts what answers hold in memory until their readers have taken it, over all connections. Slow readers are cut off
 * where others need their room: above half of the bound, and when a large answer was refused for lack of room. Above the
 * bound, they get less time. Whoever needs longest for what is held for them is cut off first.
 */

import type { Socket } from 'node:net';
import type { Response } from 'express';
import { isOver, whenOver } from '../reply/reader.ts';

type UnreadBytes = {
  /** Follows a connection until it is closed. */
  follow(socket: Socket): void;
  /** Counts the unread bytes and cuts off slow readers if need be; to be called ten times a second. */
  look(): void;
  isFull(): boolean;
  /**
   * Whether so many bytes more are too many for a large answer, which may be held for long: large answers leave half of
   * the room to small ones. A single large answer may take more.
   *
   * @param heldBytes the bytes that this answer holds already
   */
  isFullForLarge(bytes: number, heldBytes: number): boolean;
  /** Makes room for a large answer that was refused: slow readers are cut off until so many bytes are free, or some seconds are over. */
  makeRoom(bytes: number): void;
  counts(): { bytes: number; readers: number };
};

type UnreadBytesOptions = {
  mostBytes: number;
  /** How many bytes are held for a connection besides those in its own buffer. */
  heldFor: (socket: Socket) => number;
  /** The same for all connections, now and not at the last `look`. */
  heldInAll: () => number;
  /** Called with every reader who is cut off. */
  onCutOff: () => void;
  /** In milliseconds. */
  now: () => number;
};

/** A moment, in watched time, and how many bytes a reader had taken until then. */
type Mark = { atMs: number; takenBytes: number };
/** A reader who has unread bytes, from `since` on; `since` becomes `latest` when that is older than the patience. */
type Reader = { since: Mark; latest: Mark };
/** `seconds`: how long the reader needs at this rate for all that is held for them. */
type SlowReader = { socket: Socket; bytes: number; seconds: number };
/** Bytes that a refused answer needs, until a moment of watched time. */
type WantedRoom = { bytes: number; untilMs: number };

/** Readers who take more are not slow. The figure is half of what mobile networks offer when a data volume is used up. */
const SLOW_BYTES_PER_SECOND = 4 * 1024;
/** Where others are refused, readers who need longer for one answer are slow, too. */
const MOST_SECONDS_WHILE_REFUSED = 300;
const PATIENCE_MS = 5_000;
const PATIENCE_WHEN_FULL_MS = 1_000;
/** Long enough for a reader who began a moment before the refusal to be recognised as slow. */
const ROOM_IS_WANTED_MS = 2 * PATIENCE_MS;
/** A longer time between two looks counts as this long: the process had no processor time and sent nothing meanwhile. */
const MOST_BETWEEN_LOOKS_MS = 200;

/** Makes the counter of unread bytes, whose numbers are those of the last `look`. */
export function unreadBytes({ mostBytes, heldFor, heldInAll, onCutOff, now }: UnreadBytesOptions): UnreadBytes {
  const readers = new Map<Socket, Reader | undefined>();
  let unread = 0;
  let lookedMs = now();
  let watchedMs = 0;
  let wanted: WantedRoom | undefined;

  const bytesOf = (socket: Socket) => socket.writableLength + heldFor(socket);

  /** Moves the start of the measurement on: bytes taken long ago say nothing, as a kernel buffers megabytes for a reader who has stopped. */
  function moved(reader: Reader | undefined, socket: Socket): Reader {
    const latest = { atMs: watchedMs, takenBytes: takenOf(socket) };
    if (reader === undefined) return { since: latest, latest };
    return watchedMs - reader.latest.atMs < PATIENCE_MS ? reader : { since: reader.latest, latest };
  }

  function slowReaders(patienceMs: number): SlowReader[] {
    const slow: SlowReader[] = [];
    for (const [socket, reader] of readers) {
      if (reader === undefined || watchedMs - reader.since.atMs < patienceMs) continue;
      const { atMs, takenBytes } = reader.since;
      const bytesPerSecond = ((takenOf(socket) - takenBytes) / (watchedMs - atMs)) * 1000;
      const bytes = bytesOf(socket);
      const seconds = bytesPerSecond > 0 ? bytes / bytesPerSecond : Number.MAX_VALUE;
      const isTooLong = wanted !== undefined && seconds > MOST_SECONDS_WHILE_REFUSED;
      if (bytesPerSecond < SLOW_BYTES_PER_SECOND || isTooLong) slow.push({ socket, bytes, seconds });
    }
    return slow.sort((a, b) => b.seconds - a.seconds || b.bytes - a.bytes);
  }

  /** Large answers may fill one half: `bytes` are those that a refused one needs of it. */
  function isShortOfRoom(): boolean {
    return unread + (wanted?.bytes ?? 0) > mostBytes / 2;
  }

  return {
    follow(socket) {
      if (readers.has(socket) || socket.destroyed) return;
      readers.set(socket, undefined);
      socket.once('close', () => readers.delete(socket));
    },
    look() {
      const nowMs = now();
      watchedMs += Math.min(nowMs - lookedMs, MOST_BETWEEN_LOOKS_MS);
      lookedMs = nowMs;
      unread = 0;
      for (const [socket, reader] of readers) {
        unread += bytesOf(socket);
        if (socket.writableLength === 0) {
          if (reader !== undefined) readers.set(socket, undefined);
        } else readers.set(socket, moved(reader, socket));
      }
      if (wanted !== undefined && (!isShortOfRoom() || watchedMs > wanted.untilMs)) wanted = undefined;
      if (!isShortOfRoom()) return;
      for (const { socket, bytes } of slowReaders(unread > mostBytes ? PATIENCE_WHEN_FULL_MS : PATIENCE_MS)) {
        onCutOff();
        socket.destroy();
        unread -= bytes;
        if (!isShortOfRoom()) return;
      }
    },
    isFull: () => unread > mostBytes,
    isFullForLarge(bytes, heldBytes) {
      const heldForOthers = heldInAll() - heldBytes;
      const others = Math.max(unread - heldBytes, heldForOthers);
      return others > mostBytes / 2 || (heldForOthers > 0 && others + heldBytes + bytes > mostBytes / 2);
    },
    makeRoom(bytes) {
      wanted = { bytes: Math.max(bytes, wanted?.bytes ?? 0), untilMs: watchedMs + ROOM_IS_WANTED_MS };
    },
    counts: () => ({ bytes: unread, readers: readers.size }),
  };
}

function takenOf(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

const held = new WeakMap<Socket, number>();
let heldInAll = 0;

/**
 * Returns a function that counts further bytes of this response until it is over.
 *
 * @param onHeld called with every change; when the response is over, with all its bytes as a negative number
 */
export function readerHold(res: Response, onHeld: (bytes: number) => void): (bytes: number) => void {
  const { socket } = res;
  if (socket === null || isOver(res)) return () => {};
  let own = 0;
  whenOver(res, () => {
    held.set(socket, heldFor(socket) - own);
    heldInAll -= own;
    onHeld(-own);
    own = 0;
  });
  return (bytes) => {
    if (isOver(res)) return;
    own += bytes;
    onHeld(bytes);
    heldInAll += bytes;
    held.set(socket, heldFor(socket) + bytes);
  };
}

/** Returns how many bytes are held for the reader at a connection. */
export function heldFor(socket: Socket): number {
  return held.get(socket) ?? 0;
}

/** Returns how many bytes are held for all readers now. */
export function heldForAll(): number {
  return heldInAll;
}
