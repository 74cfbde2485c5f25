/** Repeats the questions of feeds without a reader, in quiet hours and one at a time, so that new people get the right date. */

import { RegistryError } from '../domain/errors.ts';
import { feedPeople } from '../domain/federation/feed-people.ts';
import { PUBLIC_VIEWER } from '../domain/record/model.ts';
import type { UseCases } from '../federation/use-cases/use-cases.ts';
import { readStandingSearch } from '../http/pages/standing-search.ts';
import { checkSearchMode, type FeatureFlags } from '../http/request/features.ts';
import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import { slicedInTurn, workedOut } from '../lib/slices.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { RepeatedQuestion } from '../registry/state/service-state.ts';

type Options = Pick<LocalRegistry, 'standingQuestions' | 'refuseUnfit'> &
  Pick<UseCases, 'wholeSearch'> & {
    features: FeatureFlags;
    subscriptions: Pick<LocalRegistry['subscriptions'], 'isDueToday'>;
    warn(what: string): void;
    reportFault(error: unknown): void;
  };

/** Skips a question for which messages are due today too: their round asks it, and partners answer it once. */
export function feedRounds(options: Options): EveryMinute {
  const { standingQuestions, refuseUnfit, wholeSearch, features, subscriptions, warn, reportFault } = options;

  async function ask({ kind, search }: RepeatedQuestion, stopping: AbortSignal): Promise<void> {
    try {
      checkSearchMode(kind, features);
      const { query, key } = readStandingSearch(kind, new URLSearchParams(search));
      if (await subscriptions.isDueToday(key)) return;
      const collected = await wholeSearch(query, PUBLIC_VIEWER, stopping).collect();
      const found = collected && (await workedOut(feedPeople(collected.parts), await slicedInTurn(), stopping));
      if (found !== undefined) await standingQuestions.note(key, found);
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code === 'state-unavailable') throw error;
      warn(`the question of a feed is not asked again today: ${error.code}`);
    }
  }

  async function look(stopping: AbortSignal): Promise<void> {
    refuseUnfit();
    while (!stopping.aborted) {
      const question = await standingQuestions.claim();
      if (question === undefined) return;
      await ask(question, stopping);
    }
  }

  return everyMinute({ look, reportFault });
}
