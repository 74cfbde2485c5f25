/** Checks every minute whether work is due, one check at a time. */

import { RegistryError } from '../domain/errors.ts';

export type EveryMinute = AsyncDisposable & {
  /** Checks now, unless a check is under way; resolves when the check ends. */
  look(): Promise<void>;
};

type Options = {
  /** Does the work that is due. It ends early when the signal is aborted, as the program stops. */
  look(stopping: AbortSignal): Promise<void>;
  /** Reports unexpected errors. RegistryErrors are reported where they arise, and only end the check. */
  reportFault(error: unknown): void;
};

const EVERY_MS = 60_000;

/** Starts the timer; its first check is after a minute. A stop waits for the check that is under way. */
export function everyMinute({ look, reportFault }: Options): EveryMinute {
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;

  async function lookOnce(): Promise<void> {
    try {
      await look(stopping.signal);
    } catch (error) {
      if (!(error instanceof RegistryError || stopping.signal.aborted)) reportFault(error);
    }
  }

  function lookNow(): Promise<void> {
    underWay ??= lookOnce().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  const timer = setInterval(lookNow, EVERY_MS).unref();
  return {
    look: lookNow,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
