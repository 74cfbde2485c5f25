/** What is to happen, the earliest first; of two at the same time, the one that was put in first. */

export type EventQueue<Event> = {
  put(atMs: number, event: Event): void;
  /** Undefined when nothing is left. */
  next(): { atMs: number; event: Event } | undefined;
};

type Entry<Event> = { atMs: number; place: number; event: Event };

/** A binary heap. */
export function eventQueue<Event>(): EventQueue<Event> {
  const heap: Entry<Event>[] = [];
  let places = 0;

  const at = (index: number) => heap[index] as Entry<Event>;
  const isBefore = (one: Entry<Event>, other: Entry<Event>) =>
    one.atMs < other.atMs || (one.atMs === other.atMs && one.place < other.place);

  function rise(entry: Entry<Event>): void {
    let index = heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, at(parent))) break;
      heap[index] = at(parent);
      index = parent;
    }
    heap[index] = entry;
  }

  function sink(entry: Entry<Event>): void {
    let index = 0;
    for (let child = 1; child < heap.length; child = 2 * index + 1) {
      if (child + 1 < heap.length && isBefore(at(child + 1), at(child))) child++;
      if (!isBefore(at(child), entry)) break;
      heap[index] = at(child);
      index = child;
    }
    heap[index] = entry;
  }

  return {
    put(atMs, event) {
      const entry = { atMs, place: places++, event };
      heap.push(entry);
      rise(entry);
    },
    next() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (heap.length > 0) sink(last);
      return { atMs: first.atMs, event: first.event };
    },
  };
}
