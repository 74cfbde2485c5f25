/** The message with the link to confirm a subscription: due until the mail server has taken it, so that a stop loses none. */

import { randomBytes } from 'node:crypto';
import { readStandingSearch, type ToldOptions, toldIn } from '../http/pages/standing-search.ts';
import type { SendLink } from '../http/pages/subscription-routes.ts';
import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import { confirmMessage } from '../web/pages/subscription-message.ts';
import { pickWords } from '../web/words/languages.ts';

type Options = Pick<LocalRegistry, 'subscriptions'> &
  ToldOptions & {
    mail: Pick<Mailer, 'queue'>;
    shortname: string;
    /** The address of this registry, without a trailing slash. */
    host: string;
  };

/** Writes the message of a subscription, and takes it to be sent. */
export function linkSender({ subscriptions, mail, shortname, host, ...options }: Options): SendLink {
  return async (subscription) => {
    const { address, kind, lang } = subscription;
    const words = pickWords(undefined, lang);
    const { search } = readStandingSearch(kind, new URLSearchParams(subscription.search));
    const told = await toldIn(words, search, options);
    const token = subscriptions.linkToken('confirm', subscription);
    const confirmUrl = `${host}/subscriptions/${token}/confirm?lang=${words.lang}`;
    const message = confirmMessage({ words, shortname, told, confirmUrl });
    const key = randomBytes(16).toString('hex');
    const single = { ...message, to: address, key, oneClickUrl: undefined, receiver: 'a subscriber' as const };
    mail.queue(single, () => subscriptions.linkSent(subscription));
  };
}

/** Sends what another process, or this one before its stop, has not sent. */
export function linkRounds(
  { claimLinks }: Pick<LocalRegistry['subscriptions'], 'claimLinks'>,
  send: SendLink,
  reportFault: (error: unknown) => void,
): EveryMinute {
  return everyMinute({
    async look(stopping) {
      for (const subscription of await claimLinks()) if (!stopping.aborted) await send(subscription);
    },
    reportFault,
  });
}
