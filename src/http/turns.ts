/** Turns for work that holds much memory: a few at once, the others wait in the order in which they came. */

export type Turns = {
  /** Resolves when there is room; disposing lets the next one in. @throws AbortError when the signal is aborted before */
  take(signal: AbortSignal): Promise<Disposable>;
};

/** @param most how many have their turn at the same time */
export function turns(most: number): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;

  function turn(): Disposable {
    let isTaken = true;
    taken++;
    return {
      [Symbol.dispose]() {
        if (!isTaken) return;
        isTaken = false;
        taken--;
        const [next] = waiting;
        next?.();
      },
    };
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (taken < most) return turn();
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
      const begin = () => {
        waiting.delete(begin);
        signal.removeEventListener('abort', leave);
        resolve(turn());
      };
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
      return promise;
    },
  };
}
