/** What the thread of the trail has to do, and what it says of it. */

import type { TrailCall, TrailEntry, TrailFilter } from '../../domain/federation/trail.ts';

/** What the thread begins with. */
export type TrailJob = { file: string };

export type TrailOrder =
  | { kind: 'write'; entries: readonly TrailEntry[]; calls: readonly TrailCall[] }
  | { kind: 'list'; filter: TrailFilter }
  | { kind: 'partner-days'; key: string }
  | { kind: 'calls' }
  | { kind: 'tidy'; nowMs: number; keeping: { keepDays: number; withText: boolean } }
  | { kind: 'close' };

export type TrailAnswerMessage =
  | { kind: 'done'; id: number; result: unknown }
  /** In words that follow "cannot be used:". */
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'aside'; reason: string };
