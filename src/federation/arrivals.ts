/** Things that arrive one by one, taken by one reader in order of arrival. */

export type Arrivals<Thing> = {
  arrive(thing: Thing): void;
  /** The reader's next `next` throws this. */
  fail(error: unknown): void;
  /** Nothing more will come: the reader gets undefined. */
  end(): void;
  next(): Promise<Thing | undefined>;
};

export function arrivals<Thing>(): Arrivals<Thing> {
  const waiting: Thing[] = [];
  let failure: { error: unknown } | undefined;
  let hasEnded = false;
  let wake = () => {};

  async function next(): Promise<Thing | undefined> {
    for (;;) {
      if (failure !== undefined) throw failure.error;
      const thing = waiting.shift();
      if (thing !== undefined || hasEnded) return thing;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
  }

  return {
    arrive(thing) {
      waiting.push(thing);
      wake();
    },
    fail(error) {
      failure ??= { error };
      wake();
    },
    end() {
      hasEnded = true;
      wake();
    },
    next,
  };
}
