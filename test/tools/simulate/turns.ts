/** The requests of one instance to one registry: a few at once, further ones in the order in which they came. */

export type Turns<Call> = {
  /** Answers whether its turn is now, or it waits, or too many wait already. */
  enter(call: Call): 'now' | 'waits' | 'full';
  /** A turn is over; answers whose is next. */
  leave(): Call | undefined;
};

/** As src/federation/partner/partner-queue.ts has it. */
const MOST_WAITING = 1000;

/** The rule of src/federation/partner/partner-queue.ts without promises, which know no simulated time; a test compares the two. */
export function turns<Call>(most: number): Turns<Call> {
  let waiting: Call[] = [];
  let first = 0;
  let atWork = 0;
  return {
    enter(call) {
      if (atWork < most) {
        atWork++;
        return 'now';
      }
      if (waiting.length - first >= MOST_WAITING) return 'full';
      waiting.push(call);
      return 'waits';
    },
    leave() {
      const next = waiting[first];
      if (next === undefined) {
        atWork--;
        return undefined;
      }
      first++;
      if (first >= MOST_WAITING) {
        waiting = waiting.slice(first);
        first = 0;
      }
      return next;
    },
  };
}
