/** What comes one by one, looked at as it passes on to its reader. */

/** Neither throws: the reader would get what is thrown, and what arrives would go on. */
type Watcher<Thing> = {
  onEach(thing: Thing): void;
  /** Called once: when all have come, when the reader has left before, or when they failed. */
  onEnd(how: 'ended' | 'left' | 'failed'): void;
};

/** The same things, looked at as they pass; `begin` is called when they begin to be read. */
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
