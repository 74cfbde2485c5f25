/** Sends due messages that were not sent, as a process ended before or the mail server was away for long. */

import { everyMinute } from '../lib/every-minute.ts';
import type { ReceivedRequest } from '../registry/accounts/access-requests.ts';

type Options = {
  claimDue(): Promise<ReceivedRequest[]>;
  announce(request: ReceivedRequest): void;
  reportFault(error: unknown): void;
};

/** Looks for unsent messages now and every minute. Where the state cannot be read, which it reports, they are claimed again later. */
export function sendUnsent({ claimDue, announce, reportFault }: Options): AsyncDisposable {
  const unsent = everyMinute({
    async look(stopping) {
      for (const request of await claimDue()) if (!stopping.aborted) announce(request);
    },
    reportFault,
  });
  void unsent.look();
  return unsent;
}
