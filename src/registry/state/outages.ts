/** The outages of partners: a short text for each in the state, which survives restarts, and instances share it. */

import { createHash } from 'node:crypto';
import type { Outage } from '../../domain/federation/outage.ts';
import type { SettingStore } from './service-state.ts';

/** All throw `state-unavailable` if the state is on a server that does not answer. */
export type Outages = {
  /** @param partner the key of the partner */
  find(partner: string): Promise<Outage | undefined>;
  /** Replaces `before` and returns whether it was still stored; of several processes that do so at once, one succeeds. */
  change(partner: string, before: Outage | undefined, after: Outage | undefined): Promise<boolean>;
};

/** The beginning of the name of each of these settings. */
export const STORED_NAME = 'unwell-';
const NAME_DIGITS = 32;

/** Returns the outages, which are stored among the settings of the state. */
export function outages(settings: SettingStore): Outages {
  return {
    async find(partner) {
      const text = await settings.find(nameOf(partner));
      return text === undefined ? undefined : outageOf(text);
    },
    change: (partner, before, after) => settings.change(nameOf(partner), textOf(before), textOf(after)),
  };
}

/** Returns the name of the setting; a hash, because keys of partners may be longer than names of settings. */
function nameOf(partner: string): string {
  return `${STORED_NAME}${createHash('sha256').update(partner).digest('hex').slice(0, NAME_DIGITS)}`;
}

/** Returns an equal text for equal outages. In it, `wellSince` and `toldAt` are `healthySince` and `notifiedAt`. */
function textOf(outage: Outage | undefined): string | undefined {
  if (outage === undefined) return undefined;
  const { since, seenAt, healthySince: wellSince, notifiedAt: toldAt, sendingUntil } = outage;
  return JSON.stringify({ since, seenAt, wellSince, toldAt, sendingUntil });
}

function outageOf(text: string): Outage {
  const { wellSince: healthySince, toldAt: notifiedAt, ...times } = JSON.parse(text);
  return { ...times, healthySince, notifiedAt };
}
