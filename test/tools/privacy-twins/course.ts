/** What happens to twins between the questions about them: a table of people, a restart, a change of the configuration. */

import type { SeededRandom } from '../bench/invented/seeded-random.ts';
import { REMOTE_IDS } from './invented-people.ts';
import type { Setting } from './seen-by.ts';

export type Happening = { kind: 'a table' } | { kind: 'a restart' | 'another setting'; setting: Setting };

export type Course = {
  /** The setting at first. */
  first: Setting;
  /** In their order; so many questions are asked before, between and behind them. */
  happenings: readonly Happening[];
  /** Whether the twins are the same to the asker before the setting changes, too. */
  isAlikeAtFirst: boolean;
};

const MOST_HAPPENINGS = 2;
const KINDS = ['a table', 'a table', 'a table', 'a restart', 'another setting'] as const;

/** A course that begins with the setting. One in three has nothing happen. */
export function inventedCourse(first: Setting, random: SeededRandom): Course {
  let setting = first;
  const happenings = Array.from({ length: random.below(MOST_HAPPENINGS + 1) }, (): Happening => {
    const kind = random.pick(KINDS);
    if (kind === 'a table') return { kind };
    if (kind === 'another setting') setting = otherSetting(setting, random);
    return { kind, setting };
  });
  const isChangedFirst = happenings[0]?.kind === 'another setting';
  return { first, happenings, isAlikeAtFirst: !isChangedFirst || random.chance(0.5) };
}

/** The settings that the twins have from the happening on, the next one first. */
export function settingsFrom({ first, happenings }: Course, at: number): readonly [Setting, ...Setting[]] {
  const settings = [first, ...happenings.flatMap((one) => ('setting' in one ? [one.setting] : []))];
  const passed = happenings.slice(0, at).filter((one) => 'setting' in one).length;
  const [next = first, ...later] = settings.slice(passed);
  return [next, ...later];
}

function otherSetting({ anonymises, remoteSearchUserId }: Setting, random: SeededRandom): Setting {
  const other = REMOTE_IDS.find((id) => id !== remoteSearchUserId) ?? null;
  if (random.chance(0.5)) return { anonymises: !anonymises, remoteSearchUserId };
  return { anonymises: random.chance(0.5), remoteSearchUserId: other };
}
