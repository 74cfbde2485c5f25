/** Things that arrive one by one, taken by one reader in order of arrival. */

type Arrivals<Thing> = {
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
  let wanted: PromiseWithResolvers<Thing | undefined> | undefined;

  function take(): PromiseWithResolvers<Thing | undefined> | undefined {
    const reader = wanted;
    wanted = undefined;
    return reader;
  }

  return {
    arrive(thing) {
      const reader = take();
      if (reader === undefined) waiting.push(thing);
      else reader.resolve(thing);
    },
    fail(error) {
      failure ??= { error };
      take()?.reject(failure.error);
    },
    end() {
      hasEnded = true;
      take()?.resolve(undefined);
    },
    next() {
      if (failure !== undefined) return Promise.reject(failure.error);
      const thing = waiting.shift();
      if (thing !== undefined || hasEnded) return Promise.resolve(thing);
      wanted = Promise.withResolvers();
      return wanted.promise;
    },
  };
}
