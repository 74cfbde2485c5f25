/** Opens the trail of a registry as it is configured, or sees to it that there is none. */

import { storedTrail } from './stored-trail.ts';
import type { Trail, TrailOptions } from './trail.ts';
import { removeTrail, trailFileOf } from './trail-file.ts';

/** Never throws for what is wrong with the file: there are answers without a trail. */
export async function openTrail(options: TrailOptions): Promise<Trail> {
  const { databaseFile, keepDays, log } = options;
  const file = trailFileOf(databaseFile);
  if (keepDays > 0) return storedTrail({ ...options, file });
  try {
    removeTrail(file);
  } catch (error) {
    log('warn', `no trail is kept, but the old one, ${file}, cannot be deleted (${(error as Error).message})`);
  }
  return NO_TRAIL;
}

const NO_TRAIL: Trail = {
  callsBefore: [],
  note() {},
  noteCall() {},
  list: async () => ({ keepDays: 0, withText: false, entries: [], next: null, leftOut: 0, trouble: null }),
  partnerDays: async () => ({ days: [], trouble: null }),
  [Symbol.asyncDispose]: async () => {},
};
