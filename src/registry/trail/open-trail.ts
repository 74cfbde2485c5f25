/** Opens the trail of a registry as it is configured, or sees to it that there is none. */

import type { PartnerDay, TrailCall, TrailEntry, TrailFilter, TrailPage } from '../../domain/federation/trail.ts';
import { keptTrail } from './kept-trail.ts';
import { removeTrail, trailFileOf } from './trail-file.ts';

/** Where nothing could be read, the reason stands in `trouble`. */
export type ToldTrail = TrailPage & { keepDays: number; withText: boolean; trouble: string | null };

export type Trail = AsyncDisposable & {
  note(entry: TrailEntry): void;
  noteCall(call: TrailCall): void;
  /** The calls from before the start, the oldest first. */
  readonly callsBefore: readonly TrailCall[];
  list(filter: TrailFilter): Promise<ToldTrail>;
  /** The newest first. */
  partnerDays(key: string): Promise<{ days: PartnerDay[]; trouble: string | null }>;
};

export type TrailOptions = {
  databaseFile: string;
  /** 0: none is kept, and what was kept before is deleted. */
  keepDays: number;
  withText: boolean;
  /** Whether this process deletes what is too old: of several over one file one is enough. */
  tidies: boolean;
  /** Told when the trail cannot be kept, once, and when it can again. */
  tell(level: 'info' | 'warn', what: string): void;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Never throws for what is wrong with the file: there are answers without a trail. */
export async function openTrail(options: TrailOptions): Promise<Trail> {
  const { databaseFile, keepDays, tell } = options;
  const file = trailFileOf(databaseFile);
  if (keepDays > 0) return keptTrail({ ...options, file });
  try {
    removeTrail(file);
  } catch (error) {
    tell('warn', `no trail is kept, but the old one, ${file}, cannot be deleted (${(error as Error).message})`);
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
