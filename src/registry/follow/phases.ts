/**
 * The phases of a follower, and what leads from one to another.
 *
 *     first ◄────► steady ◄────► held        by the open file, whenever that may have changed (noticed)
 *       │ due        │ due
 *       └──────┬─────┘
 *              ▼      read         poll           opened
 *           reading ───────► read ───────► opening ───────► staged
 *              │              ▲               │              │  │
 *              │ failed       └── outdated ───│──────────────┘  │ swapped
 *              ▼                              ▼ failed          ▼ rejected
 *                             first, steady or held
 *
 * `first`: there are no data of the database to answer from yet. `steady`: changes are taken over, person by person. `held`:
 * the same, while many people are missing in the database and are still shown. In the others a rebuild is under way: a thread
 * reads the whole database into a file beside the open one, the next poll opens that file, and while it is `staged` its people
 * are compared and withdrawals are written to both files, until it replaces the open one (`swapped`). It is `rejected` if it
 * lacks much that the open one has, and `outdated` if something was loaded into the open one meanwhile. Polls go on beside a
 * rebuild; without data to answer from they wait for it. Nothing leads out of `closed`.
 */

/** A phase without a rebuild. */
type Idle = 'first' | 'steady' | 'held';

export type Phase = Idle | 'reading' | 'read' | 'opening' | 'staged' | 'closed';

export type PhaseEvent =
  | 'noticed'
  | 'due'
  | 'read'
  | 'poll'
  | 'opened'
  | 'failed'
  | 'outdated'
  | 'rejected'
  | 'swapped'
  | 'closed';

/** What is known of the open file: whether its data are those of the database, and whether missing people are still shown. */
export type OpenFile = { hasData: boolean; isHeld: boolean };

const NEXT: Record<Exclude<Phase, 'closed'>, Partial<Record<PhaseEvent, Phase | 'idle'>>> = {
  first: { noticed: 'idle', due: 'reading' },
  steady: { noticed: 'idle', due: 'reading' },
  held: { noticed: 'idle' },
  reading: { noticed: 'reading', read: 'read', failed: 'idle' },
  read: { noticed: 'read', poll: 'opening' },
  opening: { noticed: 'opening', opened: 'staged', failed: 'idle' },
  staged: { noticed: 'staged', outdated: 'read', rejected: 'idle', swapped: 'idle' },
};

/** Returns the phase without a rebuild. */
export function idlePhase({ hasData, isHeld }: OpenFile): Idle {
  if (!hasData) return 'first';
  return isHeld ? 'held' : 'steady';
}

/** Returns the phase after an event. @throws Error for an event that cannot happen in this phase */
export function nextPhase(phase: Phase, event: PhaseEvent, open: OpenFile): Phase {
  if (phase === 'closed' || event === 'closed') return 'closed';
  const next = NEXT[phase][event];
  if (next === undefined) throw new Error(`A follower that is ${phase} cannot be ${event}.`);
  return next === 'idle' ? idlePhase(open) : next;
}
