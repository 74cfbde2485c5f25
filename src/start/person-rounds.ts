/** Writes to the people whom requests for access are about, when a message is due. */

import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import type { Mailer } from '../mail/mailer.ts';
import { personMessage } from '../mail/person-message.ts';
import type { MessageAbout } from '../mail/request-message.ts';
import type { DuePerson } from '../registry/accounts/forwarded-requests.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';

type Options = {
  forwardedRequests: Pick<LocalRegistry['forwardedRequests'], 'claim' | 'lookAtAll'>;
  mail: Pick<Mailer, 'deliver'>;
  about: MessageAbout;
  reportFault(error: unknown): void;
};

/** Looks for due messages now and every minute. Of several processes only one writes to a person at a time. */
export function personRounds({ forwardedRequests, mail, about, reportFault }: Options): EveryMinute {
  let isFirst = true;

  /** Sends the messages of one person; those that are not sent are claimed again later. Returns whether the mail server accepts messages. */
  async function write({ messages, settle }: DuePerson): Promise<boolean> {
    for (const { message, note } of messages) {
      const delivery = await mail.deliver(personMessage(message, about));
      if (delivery === 'failed') return false;
      if (delivery === 'later') return true;
      await note(delivery === 'sent' ? 'asked' : 'undelivered');
    }
    await settle();
    return true;
  }

  const rounds = everyMinute({
    async look(stopping) {
      if (isFirst) await forwardedRequests.lookAtAll();
      isFirst = false;
      while (!stopping.aborted) {
        const due = await forwardedRequests.claim();
        if (due === undefined || !(await write(due))) return;
      }
    },
    reportFault,
  });
  void rounds.look();
  return rounds;
}
