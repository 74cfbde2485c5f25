/**
 * Writes what was withdrawn, and withholds the people concerned for as long as it cannot be written, such as on a full disk:
 * nothing is answered about them meanwhile.
 */

import type { Store, WriteTransaction } from '../store/store.ts';

/** What is read by itself; each reading of one kind names everybody of whom something of that kind is withdrawn. */
export type Kind = 'accounts' | 'genes';

export type Writing = {
  /** Writes what was withdrawn of these people. Returns false if it cannot be written; they are withheld then. */
  write(userIds: readonly number[], change: (tx: WriteTransaction) => void): Promise<boolean>;
  /** Ends the withholding of people of whom nothing is withdrawn any more. @throws what kept a change from being written */
  end(): void;
};

/** Another program may write for a while. Whoever withdrew something waits for it no longer than this, ... */
const LATE_MS = 500;
/** ... and the next look for withdrawals no longer than this. */
const MOST_WAIT_MS = 2_000;

/** @param withhold called with the people who are withheld, whenever they are others than before */
export function unwrittenWithdrawals(store: Store, withhold: (userIds: ReadonlySet<number>) => void) {
  const people: Record<Kind, Set<number>> = { accounts: new Set(), genes: new Set() };
  const told = () => withhold(new Set([...people.accounts, ...people.genes]));

  function add(kind: Kind, userIds: readonly number[]): void {
    for (const id of userIds) people[kind].add(id);
    told();
  }

  return {
    begin(kind: Kind): Writing {
      const unwritten = new Set<number>();
      let failure: { error: unknown } | undefined;

      async function write(userIds: readonly number[], change: (tx: WriteTransaction) => void): Promise<boolean> {
        if (userIds.length === 0) return true;
        const late = setTimeout(() => add(kind, userIds), LATE_MS);
        try {
          // What cannot be written once is not tried for others, as each try may take a while; the next look tries again.
          if (failure === undefined) await store.writeInTurn(change, MOST_WAIT_MS);
        } catch (error) {
          failure = { error };
        } finally {
          clearTimeout(late);
        }
        if (failure === undefined) {
          if (userIds.filter((id) => people[kind].delete(id)).length > 0) told();
          return true;
        }
        for (const id of userIds) unwritten.add(id);
        add(kind, userIds);
        return false;
      }

      function end(): void {
        // Those who are unwritten now are withheld already, so that others can only have left.
        if (people[kind].size > unwritten.size) {
          people[kind] = unwritten;
          told();
        }
        if (failure !== undefined) throw failure.error;
      }

      return { write, end };
    },
  };
}
