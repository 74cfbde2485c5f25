/**
 * Limits the memory of long answers while they arrive, and the number of those that are read, over all partners
 * together. However much some answers take and however slowly they arrive, there is room for others: each limit is a
 * semaphore, in which a partner is a caller.
 */

import { semaphore, type Wait } from '../../lib/semaphore.ts';

/** The long answers of one partner. */
export type LongBodies = {
  /** Begins a long answer. Disposing of it frees its memory, and its place among those that are read. */
  begin(): LongBody;
};

export type LongBody = Disposable & {
  /** Takes room for so many bytes in all, if there is room now; returns whether it has. */
  tryGrow(toBytes: number): boolean;
  /** Resolves with whether the answer has room for so many bytes in all. */
  grow(toBytes: number, wait: Wait): Promise<boolean>;
  /** Resolves with whether the answer may be read. */
  read(wait: Wait): Promise<boolean>;
  /**
   * The same for an answer that is read and takes so many more bytes for that, of which others find no room meanwhile.
   * One such answer of all is read at a time.
   */
  readLarger(moreBytes: number, wait: Wait): Promise<boolean>;
};

type Options = {
  /** The memory of all arriving answers together. */
  mostBytes: number;
  /** The longest answer: one is reserved for the oldest of all, which ends so, and two may be of one partner. */
  longestBytes: number;
  /** How many answers are unpacked and parsed at the same time; this work depends on no partner, and always ends. */
  mostRead: number;
};

const LONGEST_OF_PARTNER = 2;

/** Returns a function that makes the limits of one partner. */
export function longBodies({ mostBytes, longestBytes, mostRead }: Options): () => LongBodies {
  const share = (LONGEST_OF_PARTNER * longestBytes) / mostBytes;
  const room = semaphore({ capacity: () => mostBytes, share, reserved: longestBytes });
  // One of a partner: one thread reads them, so two would take as long and twice the memory.
  const reading = semaphore({ capacity: () => mostRead, share: 1 / mostRead });
  const readingLarger = semaphore({ capacity: () => 1, share: 1 });
  let partners = 0;

  return () => {
    partners++;
    const partner = String(partners);
    return {
      begin() {
        const held = new DisposableStack();
        const body = held.use(room.take(partner, 0));

        async function readIn(places: typeof reading, wait: Wait): Promise<boolean> {
          const place = await places.acquire(partner, 1, wait);
          if (place === undefined) return false;
          if (held.disposed) place[Symbol.dispose]();
          else held.use(place);
          return true;
        }

        return {
          tryGrow(toBytes) {
            const has = body.hasRoom(toBytes);
            if (has) body.set(toBytes);
            return has;
          },
          grow: body.grow,
          read: (wait) => readIn(reading, wait),
          async readLarger(moreBytes, wait) {
            const hasPlace = await readIn(readingLarger, wait);
            if (hasPlace) body.set(body.weight() + moreBytes);
            return hasPlace;
          },
          [Symbol.dispose]: () => held.dispose(),
        };
      },
    };
  };
}
