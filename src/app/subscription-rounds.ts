/** Repeats the questions of subscribers, in quiet hours and one at a time, and writes to subscribers with new people. */

import { randomBytes } from 'node:crypto';
import { RegistryError } from '../domain/errors.ts';
import { feedPeople } from '../domain/federation/feed.ts';
import type { OriginNotice } from '../domain/federation/origin.ts';
import { PUBLIC_VIEWER } from '../domain/record/model.ts';
import type { UseCases } from '../federation/use-cases.ts';
import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import { inSlices } from '../lib/slices.ts';
import type { Mailer } from '../operations/mailer.ts';
import { confirmMessage, newsMessage } from '../pages/feeds/mails.ts';
import {
  readSavedSearch,
  type SavedSearch,
  type SentenceOptions,
  searchSentence,
} from '../pages/feeds/saved-search.ts';
import type { SendLink } from '../pages/feeds/subscription-routes.ts';
import { pickWords } from '../pages/words/languages.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { Claimed, Due, Subscription } from '../registry/state/subscriptions.ts';
import { checkSearchMode, type FeatureFlags } from '../server/request/features.ts';

type Options = Pick<LocalRegistry, 'subscriptions' | 'refuseUnfit'> &
  Pick<UseCases, 'wholeSearch'> &
  SentenceOptions & {
    features: FeatureFlags;
    /** Records the new people for feeds of the same question, too. */
    feedQuestions: Pick<LocalRegistry['feedQuestions'], 'note'>;
    mail: Pick<Mailer, 'deliver'>;
    shortname: string;
    /** The address of this registry, without a trailing slash. */
    host: string;
    warn(what: string): void;
    reportFault(error: unknown): void;
  };

/** An unfinished message: it has to be sent, or only recorded as sent if `isOut`. */
type Unsettled = { due: Due; isOut: boolean; search: SavedSearch['search']; notices: Notices };
type Notices = ReadonlyMap<string, OriginNotice>;

/** A subscriber whose message fails gets it on the next day, because people count as announced only once the message is sent. */
export function subscriptionRounds(options: Options): EveryMinute {
  const { subscriptions, feedQuestions, wholeSearch, mail, shortname, host } = options;
  const { features, warn, refuseUnfit, reportFault } = options;
  let unsettled: Unsettled[] = [];

  async function round(stopping: AbortSignal): Promise<void> {
    if (!subscriptions.isQuiet()) {
      // Unsent messages are written again tomorrow. A message that was sent and not recorded would be sent twice.
      const out = unsettled.filter(({ isOut }) => isOut);
      unsettled = [];
      await settle(out, stopping);
      return;
    }
    refuseUnfit();
    let canSend = await settle(unsettled.splice(0), stopping);
    while (canSend && !stopping.aborted) {
      const claimed = await subscriptions.claim();
      if (claimed === undefined) return;
      canSend = await answer(claimed, stopping);
    }
  }

  async function answer({ subscriptions: [one], note }: Claimed, stopping: AbortSignal): Promise<boolean> {
    if (one === undefined) return true;
    try {
      checkSearchMode(one.kind, features);
      const { search, query, key } = readSavedSearch(one.kind, new URLSearchParams(one.search));
      const collected = await wholeSearch(query, PUBLIC_VIEWER, stopping).collect();
      if (collected === undefined) return false;
      const found = await inSlices(feedPeople(collected.parts), stopping);
      if (found === undefined) return false;
      const { notices } = found;
      const dues = await note(key, found);
      await feedQuestions.note(key, found);
      return await settle(
        dues.map((due) => ({ due, isOut: false, search, notices })),
        stopping,
      );
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code === 'state-unavailable') throw error;
      warn(`the question of a subscription is not answered today: ${error.code}`);
      return true;
    }
  }

  /** Finishes the messages in order. Returns false where the mail server accepts none now; the remaining ones wait. */
  async function settle(messages: readonly Unsettled[], stopping: AbortSignal): Promise<boolean> {
    for (const [at, message] of messages.entries()) {
      const outcome = await settled(message, stopping);
      if (outcome === 'failed') {
        unsettled.push(...messages.slice(at));
        return false;
      }
      if (outcome === 'later') unsettled.push(message);
    }
    return true;
  }

  async function settled(message: Unsettled, stopping: AbortSignal): Promise<'done' | 'later' | 'failed'> {
    const { due } = message;
    try {
      if (!message.isOut) {
        if (stopping.aborted) return 'failed';
        // An old message is dropped: the question is repeated tomorrow.
        if (!due.isRecent()) return 'done';
        if (!(await subscriptions.stands(due.subscription))) return 'done';
        const delivery = await mail.deliver(await written(message));
        if (delivery !== 'sent') return delivery === 'refused' ? 'done' : delivery;
        message.isOut = true;
      }
      await due.markSent();
      return 'done';
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      return 'failed';
    }
  }

  async function written({ due, search, notices }: Unsettled) {
    const { subscription, tidings, messageKey } = due;
    const words = pickWords(undefined, subscription.lang);
    const sentence = await searchSentence(words, search, options);
    const unsubscribeUrl = `${linkBase('leave', subscription)}?lang=${words.lang}`;
    const message = newsMessage({
      words,
      shortname,
      sentence,
      host,
      search: search.params,
      tidings,
      notices,
      unsubscribeUrl,
    });
    const oneClickUrl = linkBase('one-click', subscription);
    return { ...message, to: subscription.address, key: messageKey, oneClickUrl, receiver: 'a subscriber' as const };
  }

  function linkBase(kind: 'leave' | 'one-click', subscription: Subscription): string {
    return `${host}/subscriptions/${subscriptions.linkToken(kind, subscription)}/${kind}`;
  }

  return everyMinute({ look: round, reportFault });
}

type LinkOptions = {
  subscriptions: Pick<LocalRegistry['subscriptions'], 'linkToken' | 'isLinkDue' | 'linkSent'>;
  mail: Pick<Mailer, 'queue'>;
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
};

/** Returns a function that writes the message of a subscription and queues it. */
export function linkSender({ subscriptions, mail, shortname, host }: LinkOptions): SendLink {
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
