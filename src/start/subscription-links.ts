/** Sends the link that confirms a subscription. The message is due until the mail server has accepted it, so that a stop loses none. */

import { randomBytes } from 'node:crypto';
import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import type { Mailer } from '../operations/mailer.ts';
import { confirmMessage } from '../pages/feeds/mails.ts';
import type { SendLink } from '../pages/feeds/subscription-routes.ts';
import { pickWords } from '../pages/words/languages.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';

type Options = {
  subscriptions: Pick<LocalRegistry['subscriptions'], 'linkToken' | 'isLinkDue' | 'linkSent'>;
  mail: Pick<Mailer, 'queue'>;
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
};

/** Returns a function that writes the message of a subscription and queues it. */
export function linkSender({ subscriptions, mail, shortname, host }: Options): SendLink {
  return (subscription) => {
    const { address, lang } = subscription;
    const words = pickWords(undefined, lang);
    const token = subscriptions.linkToken('confirm', subscription);
    const confirmUrl = `${host}/subscriptions/${token}/confirm?lang=${words.lang}`;
    const message = confirmMessage({ words, shortname, confirmUrl });
    const key = randomBytes(16).toString('hex');
    const single = { ...message, to: address, key, oneClickUrl: undefined, receiver: 'a subscriber' as const };
    mail.queue(single, {
      isDue: () => subscriptions.isLinkDue(subscription),
      settled: () => subscriptions.linkSent(subscription),
    });
  };
}

/** Sends the links that another process, or this one before its stop, has not sent. */
export function linkRounds(
  { claimLinks }: Pick<LocalRegistry['subscriptions'], 'claimLinks'>,
  send: SendLink,
  reportFault: (error: unknown) => void,
): EveryMinute {
  return everyMinute({
    async look(stopping) {
      for (const subscription of await claimLinks()) if (!stopping.aborted) send(subscription);
    },
    reportFault,
  });
}
