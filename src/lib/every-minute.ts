/** Work that looks every minute for what is due, one look at a time. */

import { RegistryError } from '../domain/errors.ts';

export type EveryMinute = AsyncDisposable & {
  /** Looks now; resolved at the end of the look, or of the one that is under way. */
  look(): Promise<void>;
};

type Options = {
  /** Ends early when the signal is aborted, as the program stops. */
  look(stopping: AbortSignal): Promise<void>;
  /** Given what no look should fail of. Errors of the catalogue are reported where they arise, and end the look alone. */
  reportFault(error: unknown): void;
};

const EVERY_MS = 60_000;

/** The first look by itself comes after a minute. A stop waits for the look that is under way. */
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
