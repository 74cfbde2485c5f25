/** What comes one by one, looked at as it passes on to its reader. */

export type Watcher<Thing> = {
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
      return {
        next: () =>
          iterator.next().then(
            (step) => {
              if (step.done === true) onEnd('ended');
              else onEach(step.value);
              return step;
            },
            (error) => {
              onEnd('failed');
              throw error;
            },
          ),
        return() {
          onEnd('left');
          return iterator.return?.() ?? Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}
