/**
 * What long answers of partners take while they arrive and while they are read, of all partners together. However much some
 * of them hold and however slowly they send, room is left for the others.
 */

import { limiter } from '../../lib/limiter.ts';

/** The long answers of one partner. */
export type LongBodies = {
  /** An answer that turns out to be long. What it holds is given back when it is disposed of. */
  begin(): LongBody;
};

export type LongBody = Disposable & {
  /** Whether there is room now for so many bytes of it in all; then it has that. */
  tryGrow(toBytes: number): boolean;
  /** Resolves with true when it has room for so many bytes in all; with false when the signal is aborted before. */
  grow(toBytes: number, signal: AbortSignal): Promise<boolean>;
  /** Resolves with true when it may be read, which it is until `end` resolves; with false as above. */
  read(end: Promise<unknown>, signal: AbortSignal): Promise<boolean>;
};

type Options = {
  /** What is held of those that arrive. */
  mostBytes: number;
  /** How many are unpacked and parsed at once: that is work of this program alone, and comes to its end. */
  mostRead: number;
};

/** Of one partner at once: reading is work of one thread, and two side by side take no less time, but twice the memory. */
const MOST_READ_OF_PARTNER = 1;
/** Of what may be held, so much is left to the first answers of partners, so that each has one under way. */
const LEFT_TO_FIRSTS = 1 / 2;
/** And so much to the one that began before all others: it ends, and gives back what it has. */
const LEFT_TO_OLDEST = 1 / 8;

/** The first of each set began before the others. */
type Partner = { bytes: number; bodies: Set<Body> };
type Body = { bytes: number; partner: Partner };

/** Answers what opens the share of one partner. */
export function longBodies({ mostBytes, mostRead }: Options): () => LongBodies {
  const reading = limiter(mostRead);
  const bodies = new Set<Body>();
  /** Each tries again, and answers whether it has what it waits for. */
  const waiting = new Set<() => boolean>();
  let free = mostBytes;

  /**
   * With more than its first answer a partner holds at most half of what it leaves to all others, so that whoever comes next
   * finds room, too (a dynamic threshold, as in switches of networks). First ones go on, or many would wait for each other.
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
            const { promise, resolve } = Promise.withResolvers<boolean>();
            const work = async () => {
              resolve(true);
              await readTo;
            };
            ownReading(() => reading(work, { signal }), { signal }).catch(() => resolve(false));
            return promise;
          },
          [Symbol.dispose]: () => end(body),
        };
      },
    };
  };
}

function isFirst(bodies: ReadonlySet<Body>, body: Body): boolean {
  return bodies.values().next().value === body;
}
