/** A queue of things that arrive one by one, for one reader. */

type Arrivals<Thing> = {
  arrive(thing: Thing): void;
  /** Makes the reader's next `next` reject with this error. */
  fail(error: unknown): void;
  /** Ends the queue: the reader gets undefined. */
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
