/** Watches the items of an asynchronous sequence as they pass to its reader. */

/** A watcher. Its functions must not throw: the reader would get the error, and the source would not be closed. */
type Watcher<Thing> = {
  onEach(thing: Thing): void;
  /** Called once: when all items have come, when the reader stops early, or when the source fails. */
  onEnd(how: 'ended' | 'left' | 'failed'): void;
};

/** Returns the same sequence, watched; `begin` is called when reading begins. */
export function watched<Thing>(arriving: AsyncIterable<Thing>, begin: () => Watcher<Thing>): AsyncIterable<Thing> {
  return {
    [Symbol.asyncIterator]() {
      const { onEach, onEnd } = begin();
      const iterator = arriving[Symbol.asyncIterator]();
      let isOver = false;
      function end(how: 'ended' | 'left' | 'failed'): void {
        if (!isOver) onEnd(how);
        isOver = true;
      }
      return {
        next: () =>
          iterator.next().then(
            (step) => {
              if (step.done === true) end('ended');
              else onEach(step.value);
              return step;
            },
            (error) => {
              end('failed');
              throw error;
            },
          ),
        return() {
          end('left');
          return iterator.return?.() ?? Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}
