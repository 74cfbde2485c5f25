/**
 * Repeats saved searches without a reader: those of feeds, and with a mail server those of messages. It does so in quiet
 * hours, one at a time.
 */

import { RegistryError } from '../domain/errors.ts';
import { feedPeople } from '../domain/federation/feed.ts';
import { PUBLIC_VIEWER } from '../domain/record/model.ts';
import type { UseCases } from '../federation/use-cases.ts';
import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import { inSlices } from '../lib/slices.ts';
import type { Mailer } from '../operations/mailer.ts';
import { readSavedSearch, type SentenceOptions } from '../pages/feeds/saved-search.ts';
import type { SendLink } from '../pages/feeds/subscription-routes.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { RepeatedQuestion } from '../registry/state/service-state.ts';
import { checkSearchMode, type FeatureFlags } from '../server/request/features.ts';
import { linkRounds, linkSender, subscriptionRounds } from './subscription-rounds.ts';

type SavedSearches = {
  /** Undefined without a mail server. */
  sendLink: SendLink | undefined;
  /** Repeats the questions that are due; undefined if another process does it. */
  round: (() => Promise<void>) | undefined;
};

type Options = {
  registry: LocalRegistry;
  network: Pick<UseCases, 'wholeSearch'> & Pick<SentenceOptions, 'sources'>;
  mailer: Mailer | undefined;
  /** The kinds of questions that the operator has switched off are not repeated. */
  features: FeatureFlags;
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
  /** Only the leader of several processes repeats questions. */
  isLeader: boolean;
  warn(what: string): void;
  reportFault(error: unknown): void;
};

/** Starts the rounds of this process. @param resources closes what is opened here */
export function openSavedSearches(options: Options, resources: AsyncDisposableStack): SavedSearches {
  const { registry, network, mailer, isLeader, ...others } = options;
  const shared = { ...registry, wholeSearch: network.wholeSearch, sources: network.sources, ...others };
  const sendLink = mailer && linkSender({ ...shared, mail: mailer });
  if (!isLeader) return { sendLink, round: undefined };
  // Without a mail server no round repeats the questions of older subscriptions, so feeds must not skip them.
  const subscriptions = mailer === undefined ? { isDueToday: async () => false } : registry.subscriptions;
  const feeds = resources.use(feedRounds({ ...shared, subscriptions }));
  if (mailer === undefined || sendLink === undefined) return { sendLink, round: feeds.look };
  const links = resources.use(linkRounds(registry.subscriptions, sendLink, others.reportFault));
  const messages = resources.use(subscriptionRounds({ ...shared, mail: mailer }));
  return {
    sendLink,
    async round() {
      await links.look();
      await messages.look();
      await feeds.look();
    },
  };
}

type FeedRoundsOptions = Pick<LocalRegistry, 'feedQuestions' | 'refuseUnfit'> &
  Pick<UseCases, 'wholeSearch'> & {
    features: FeatureFlags;
    subscriptions: Pick<LocalRegistry['subscriptions'], 'isDueToday'>;
    warn(what: string): void;
    reportFault(error: unknown): void;
  };

/** Skips a question for which messages are due today too: their round asks it, and partners answer it once. */
function feedRounds(options: FeedRoundsOptions): EveryMinute {
  const { feedQuestions, refuseUnfit, wholeSearch, features, subscriptions, warn, reportFault } = options;

  async function ask({ kind, search }: RepeatedQuestion, stopping: AbortSignal): Promise<void> {
    try {
      checkSearchMode(kind, features);
      const { query, key } = readSavedSearch(kind, new URLSearchParams(search));
      if (await subscriptions.isDueToday(key)) return;
      const collected = await wholeSearch(query, PUBLIC_VIEWER, stopping).collect();
      const found = collected && (await inSlices(feedPeople(collected.parts), stopping));
      if (found !== undefined) await feedQuestions.note(key, found);
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code === 'state-unavailable') throw error;
      warn(`the question of a feed is not asked again today: ${error.code}`);
    }
  }

  async function look(stopping: AbortSignal): Promise<void> {
    refuseUnfit();
    while (!stopping.aborted) {
      const question = await feedQuestions.claim();
      if (question === undefined) return;
      await ask(question, stopping);
    }
  }

  return everyMinute({ look, reportFault });
}
