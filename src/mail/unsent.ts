/** Sends what is due and was not sent: a process ended before it could, or the mail server was away for long. */

import { everyMinute } from '../lib/every-minute.ts';
import type { ReceivedRequest } from '../registry/accounts/access-requests.ts';

type Options = {
  claimDue(): Promise<ReceivedRequest[]>;
  announce(request: ReceivedRequest): void;
  reportFault(error: unknown): void;
};

/** Looks at once and from then on. Requests that cannot be read, which the state reports, are claimed again later. */
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
