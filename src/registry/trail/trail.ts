/** What a trail is for those who write and read it, whether one is kept or not. */

import type { PartnerDay, TrailCall, TrailEntry, TrailFilter, TrailPage } from '../../domain/federation/trail.ts';

/** Where nothing could be read, the reason stands in `trouble`. */
type ReadTrail = TrailPage & { keepDays: number; withText: boolean; trouble: string | null };

export type Trail = AsyncDisposable & {
  note(entry: TrailEntry): void;
  noteCall(call: TrailCall): void;
  /** The calls from before the start, the oldest first. */
  readonly callsBefore: readonly TrailCall[];
  list(filter: TrailFilter): Promise<ReadTrail>;
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
  /** Called once when the trail cannot be kept, and when it can again. */
  log(level: 'info' | 'warn', what: string): void;
  /** Milliseconds since 1970. */
  now: () => number;
};
