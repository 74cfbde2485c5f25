/**
 * What answers hold in memory until their readers have taken it, over all connections. Beyond half of the bound, readers
 * who hardly take anything are cut off, the slowest first; beyond the bound, they are given less time.
 */

import type { Socket } from 'node:net';

type UnreadBytes = {
  /** Follows a connection until it is closed. */
  follow(socket: Socket): void;
  /** Looks how much there is, and cuts off whoever is to be; to be called ten times a second. */
  look(): void;
  isFull(): boolean;
  /**
   * Whether so many bytes more are too many for a large answer, which may be held for long: it leaves half of the room to
   * small ones. One alone may take more.
   *
   * @param heldBytes what is held for that very answer already
   */
  isFullForLarge(bytes: number, heldBytes: number): boolean;
  counts(): { bytes: number; readers: number };
};

type UnreadBytesOptions = {
  mostBytes: number;
  /** What is held for a connection besides what it holds itself. */
  heldFor: (socket: Socket) => number;
  /** The same for all, as it is now and not when it was looked last. */
  heldInAll: () => number;
  /** Called with every reader who is cut off. */
  onCutOff: () => void;
  /** In milliseconds. */
  now: () => number;
};

/** When it was, in time that was watched, and what a reader had taken until then. */
type Mark = { atMs: number; takenBytes: number };
/** A reader who has not taken all there is, from `since` on; `since` follows once `latest` is older than the patience. */
type Reader = { since: Mark; latest: Mark };
type SlowReader = { socket: Socket; bytes: number; bytesPerSecond: number };

/** Whoever takes more is not slow: half of what mobile networks leave to those whose volume is used up. */
const SLOW_BYTES_PER_SECOND = 4 * 1024;
const PATIENCE_MS = 5_000;
const PATIENCE_WHEN_FULL_MS = 1_000;
/** Whoever looks later has had no processor meanwhile: nothing was sent, and no reader is slow for that. */
const MOST_BETWEEN_LOOKS_MS = 200;

export function unreadBytes({ mostBytes, heldFor, heldInAll, onCutOff, now }: UnreadBytesOptions): UnreadBytes {
  const readers = new Map<Socket, Reader | undefined>();
  let unread = 0;
  let lookedMs = now();
  let watchedMs = 0;

  const bytesOf = (socket: Socket) => socket.writableLength + heldFor(socket);

  /** What was taken long ago says nothing: a kernel takes megabytes for a reader who takes nothing any more. */
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
      if (bytesPerSecond < SLOW_BYTES_PER_SECOND) slow.push({ socket, bytes: bytesOf(socket), bytesPerSecond });
    }
    return slow.sort((a, b) => a.bytesPerSecond - b.bytesPerSecond || b.bytes - a.bytes);
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
      if (unread <= mostBytes / 2) return;
      for (const { socket, bytes } of slowReaders(unread > mostBytes ? PATIENCE_WHEN_FULL_MS : PATIENCE_MS)) {
        onCutOff();
        socket.destroy();
        unread -= bytes;
        if (unread <= mostBytes / 2) return;
      }
    },
    isFull: () => unread > mostBytes,
    isFullForLarge(bytes, heldBytes) {
      const heldForOthers = heldInAll() - heldBytes;
      const others = Math.max(unread - heldBytes, heldForOthers);
      return others > mostBytes / 2 || (heldForOthers > 0 && others + heldBytes + bytes > mostBytes / 2);
    },
    counts: () => ({ bytes: unread, readers: readers.size }),
  };
}

function takenOf(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
