/** Reports write permissions: this program does not use them, but somebody who steals its configuration could. */

import type { LookedAtDatabase } from './patient-database.ts';

/** Returns a function that reports the permissions of the account beyond reading, once. */
export function rightsReport(mayDoMore: (rights: readonly string[]) => void) {
  let isReported = false;
  return async (database: Pick<LookedAtDatabase, 'readRights'>): Promise<void> => {
    if (isReported) return;
    isReported = true;
    const rights = await database.readRights().catch(() => []);
    if (rights.length > 0) mayDoMore(rights);
  };
}
