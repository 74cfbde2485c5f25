/**
 * Limits the memory of long answers while they arrive, and the number of those that are read, over all partners
 * together. However much some answers take and however slowly they arrive, there is room for others.
 */

import { limiter } from '../../lib/limiter.ts';

/** The long answers of one partner. */
export type LongBodies = {
  /** Begins a long answer. Disposing of it frees its memory. */
  begin(): LongBody;
};

export type LongBody = Disposable & {
  /** Takes room for so many bytes in all, if there is room now; returns whether it has. */
  tryGrow(toBytes: number): boolean;
  /** Resolves with true when the answer has room for so many bytes in all; with false if the signal is aborted before. */
  grow(toBytes: number, signal: AbortSignal): Promise<boolean>;
  /** Resolves with true when the answer may be read, which lasts until `end` resolves; with false if the signal is aborted before. */
  read(end: Promise<unknown>, signal: AbortSignal): Promise<boolean>;
  /**
   * The same for an answer that is read and takes so many more bytes for that, of which others find no room meanwhile.
   * One such answer of all is read at a time.
   */
  readLarger(moreBytes: number, end: Promise<unknown>, signal: AbortSignal): Promise<boolean>;
};

type Options = {
  /** The memory of all arriving answers together. */
  mostBytes: number;
  /** How many answers are unpacked and parsed at the same time; this work depends on no partner, and always ends. */
  mostRead: number;
};

/** How many answers of one partner are read at the same time: one thread reads them, so two would take as long and twice the memory. */
const MOST_READ_OF_PARTNER = 1;
/** How many of all are read at the same time that take more memory for it; it is beyond that of all arriving answers. */
const MOST_READ_LARGER = 1;
/** The share of the memory that only the first answer of each partner may take, so that each partner can have one under way. */
const LEFT_TO_FIRSTS = 1 / 2;
/** The share that only the oldest answer of all may take: so it ends, and frees its memory. */
const LEFT_TO_OLDEST = 1 / 8;

/** In each set, the first is the oldest. */
type Partner = { bytes: number; bodies: Set<Body> };
type Body = { bytes: number; partner: Partner };

/** Returns a function that makes the limits of one partner. */
export function longBodies({ mostBytes, mostRead }: Options): () => LongBodies {
  const reading = limiter(mostRead);
  const readingLarger = limiter(MOST_READ_LARGER);
  const bodies = new Set<Body>();
  /** Each function tries again, and returns whether its answer has what it waits for. */
  const waiting = new Set<() => boolean>();
  let free = mostBytes;

  /**
   * Whether an answer may take more. Beyond its first answer, a partner may hold at most half of what remains for all
   * others, so that other partners find room (a dynamic threshold, as in network switches). First answers may take
   * more, because otherwise many could wait for each other.
   */
  function hasRoom(body: Body, more: number): boolean {
    const { partner } = body;
    const left = free - more;
    if (isFirst(bodies, body)) return left >= 0;
    if (isFirst(partner.bodies, body)) return left >= mostBytes * LEFT_TO_OLDEST;
    return left >= mostBytes * LEFT_TO_FIRSTS && partner.bytes + more <= left / 2;
  }

  function take(body: Body, more: number): void {
    body.bytes += more;
    body.partner.bytes += more;
    free -= more;
  }

  function end(body: Body): void {
    bodies.delete(body);
    body.partner.bodies.delete(body);
    take(body, -body.bytes);
    for (const tryAgain of waiting) if (tryAgain()) waiting.delete(tryAgain);
  }

  return () => {
    const partner: Partner = { bytes: 0, bodies: new Set() };
    const ownReading = limiter(MOST_READ_OF_PARTNER);
    return {
      begin() {
        const body: Body = { bytes: 0, partner };
        bodies.add(body);
        partner.bodies.add(body);

        function grown(toBytes: number): boolean {
          const more = toBytes - body.bytes;
          const has = hasRoom(body, more);
          if (has) take(body, more);
          return has;
        }

        return {
          tryGrow: grown,
          grow(toBytes, signal) {
            const { promise, resolve } = Promise.withResolvers<boolean>();
            const tryAgain = () => {
              if (!signal.aborted && !grown(toBytes)) return false;
              resolve(!signal.aborted);
              return true;
            };
            if (tryAgain()) return promise;
            waiting.add(tryAgain);
            signal.addEventListener('abort', () => waiting.delete(tryAgain) && resolve(false), { once: true });
            return promise;
          },
          read(readTo, signal) {
            return placeIn((work) => ownReading(() => reading(work, { signal }), { signal }), readTo);
          },
          async readLarger(moreBytes, readTo, signal) {
            const hasPlace = await placeIn((work) => readingLarger(work, { signal }), readTo);
            if (hasPlace && bodies.has(body)) take(body, moreBytes);
            return hasPlace;
          },
          [Symbol.dispose]: () => end(body),
        };
      },
    };
  };
}

/** Resolves with true when the work of the place begins, which lasts until `end` resolves; with false if it never does. */
function placeIn(limit: (work: () => Promise<void>) => Promise<void>, end: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const work = async () => {
    resolve(true);
    await end;
  };
  limit(work).catch(() => resolve(false));
  return promise;
}

function isFirst(bodies: ReadonlySet<Body>, body: Body): boolean {
  return bodies.values().next().value === body;
}
