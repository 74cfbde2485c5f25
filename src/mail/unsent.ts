/** Sends what is due and was not sent: a process ended before it could, or the mail server was away for long. */

import type { ReceivedRequest } from '../registry/accounts/access-requests.ts';

type Options = {
  claimDue(): Promise<ReceivedRequest[]>;
  announce(request: ReceivedRequest): void;
  everyMs?: number;
};

const EVERY_MS = 60_000;

/** Looks at once and from then on. Where the requests cannot be read, which is told elsewhere, it looks again later. */
export function sendUnsent({ claimDue, announce, everyMs = EVERY_MS }: Options): AsyncDisposable {
  let isClosed = false;
  async function look(): Promise<void> {
    try {
      for (const request of await claimDue()) if (!isClosed) announce(request);
    } catch {
      // Claimed again when its time comes.
    }
  }
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearInterval(timer);
      await looking;
    },
  };
}
