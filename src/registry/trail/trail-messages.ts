/** The messages to and from the thread of the trail. */

import type { TrailCall, TrailEntry, TrailFilter } from '../../domain/federation/trail.ts';

/** The data with which the thread starts. */
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
  /** The reason follows "cannot be used:". */
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'aside'; reason: string };
