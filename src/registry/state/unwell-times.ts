/** Since when partners have been unwell: a short text for each in the state, which outlives restarts and which instances share. */

import { createHash } from 'node:crypto';
import type { UnwellTime } from '../../domain/federation/unwell-time.ts';
import type { SettingStore } from './service-state.ts';

/** All throw `state-unavailable` if the state is on a server that does not answer. */
export type UnwellTimes = {
  /** @param partner the key of the partner */
  find(partner: string): Promise<UnwellTime | undefined>;
  /** Replaces `before` and returns whether it was still stored; of several processes that do so at once, one succeeds. */
  change(partner: string, before: UnwellTime | undefined, after: UnwellTime | undefined): Promise<boolean>;
};

/** The beginning of the name of each of these settings. */
export const UNWELL = 'unwell-';
const NAME_DIGITS = 32;

/** Returns the times, which are stored among the settings of the state. */
export function unwellTimes(settings: SettingStore): UnwellTimes {
  return {
    async find(partner) {
      const text = await settings.find(nameOf(partner));
      return text === undefined ? undefined : timeOf(text);
    },
    change: (partner, before, after) => settings.change(nameOf(partner), textOf(before), textOf(after)),
  };
}

/** Returns the name of the setting; a hash, because keys of partners may be longer than names of settings. */
function nameOf(partner: string): string {
  return `${UNWELL}${createHash('sha256').update(partner).digest('hex').slice(0, NAME_DIGITS)}`;
}

/** Returns an equal text for equal times. `toldAt` is the name of {@link UnwellTime.notifiedAt} in the stored text. */
function textOf(time: UnwellTime | undefined): string | undefined {
  if (time === undefined) return undefined;
  const { since, seenAt, wellSince, notifiedAt: toldAt, sendingUntil } = time;
  return JSON.stringify({ since, seenAt, wellSince, toldAt, sendingUntil });
}

function timeOf(text: string): UnwellTime {
  const { toldAt: notifiedAt, ...time } = JSON.parse(text);
  return { ...time, notifiedAt };
}
