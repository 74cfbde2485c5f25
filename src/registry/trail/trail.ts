/** The interface of a trail for its writers and readers, also if none is stored. */

import type { PartnerDay, TrailCall, TrailEntry, TrailFilter, TrailPage } from '../../domain/federation/trail.ts';

/** If nothing could be read, `trouble` has the reason. */
type ReadTrail = TrailPage & { keepDays: number; withText: boolean; trouble: string | null };

export type Trail = AsyncDisposable & {
  note(entry: TrailEntry): void;
  noteCall(call: TrailCall): void;
  /** The calls from before the start, the oldest first. */
  readonly callsBefore: readonly TrailCall[];
  list(filter: TrailFilter): Promise<ReadTrail>;
  /** Returns the days, the newest first. */
  partnerDays(key: string): Promise<{ days: PartnerDay[]; trouble: string | null }>;
};

export type TrailOptions = {
  databaseFile: string;
  /** 0: none is stored, and an old one is deleted. */
  keepDays: number;
  withText: boolean;
  /** Whether this process deletes old entries; one of several processes with the same file is enough. */
  tidies: boolean;
  /** Called once when the trail cannot be stored, and once when it can be again. */
  log(level: 'info' | 'warn', what: string): void;
  /** Returns milliseconds since 1970. */
  now: () => number;
};
