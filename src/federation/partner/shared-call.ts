/** A call that several readers wait for, and that none of them can cancel for the others (design 6). */

type Running<Answer> = {
  /** Aborted when nobody is left for whom the call could still be of use. */
  signal: AbortSignal;
  /** To be called when the first request has really begun. */
  onBegin: () => void;
  /** Answers the readers before the call has ended; the call goes on, for those who come later. */
  resolveEarly: (answer: Answer) => void;
};

type Options<Answer> = {
  run: (running: Running<Answer>) => Promise<Answer>;
  /** Whether a call that has begun ends when its last reader leaves. One that has not begun always does. */
  endsWithReaders: boolean;
};

export type SharedCall<Answer> = {
  /** The answer; `waiting` when `timeoutMs` passed first, `left` when this reader did. */
  wait(signal: AbortSignal, timeoutMs: number): Promise<Answer | 'waiting' | 'left'>;
  hasBegun(): boolean;
  /** Whether it was cancelled, so that who comes now must call anew. */
  isCancelled(): boolean;
  /** Resolves when the call is over, whatever became of it. */
  ended: Promise<void>;
};

export function sharedCall<Answer>({ run, endsWithReaders }: Options<Answer>): SharedCall<Answer> {
  const cancel = new AbortController();
  const early = Promise.withResolvers<Answer>();
  let readers = 0;
  let hasBegun = false;
  const result = run({
    signal: cancel.signal,
    onBegin: () => {
      hasBegun = true;
    },
    resolveEarly: early.resolve,
  });
  const answer = Promise.race([result, early.promise]);
  // A call that ends in an error when nobody is left is nobody's error.
  const ended = answer.then(() => result).then(nothing, nothing);

  function leave(): void {
    readers--;
    if (readers === 0 && (endsWithReaders || !hasBegun)) cancel.abort();
  }

  return {
    hasBegun: () => hasBegun,
    isCancelled: () => cancel.signal.aborted,
    ended,
    async wait(signal, timeoutMs) {
      if (signal.aborted) return 'left';
      readers++;
      const timer = Promise.withResolvers<'waiting'>();
      const left = Promise.withResolvers<'left'>();
      const onLeave = () => left.resolve('left');
      const timeout = setTimeout(timer.resolve, timeoutMs, 'waiting');
      signal.addEventListener('abort', onLeave, { once: true });
      try {
        return await Promise.race([answer, timer.promise, left.promise]);
      } finally {
        clearTimeout(timeout);
        signal.removeEventListener('abort', onLeave);
        leave();
      }
    },
  };
}

function nothing(): void {}
