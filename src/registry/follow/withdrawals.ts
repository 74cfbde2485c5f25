/**
 * Writes what the people of a followed database have withdrawn. It reads the permissions of all people by themselves,
 * and writes them before anything else. That takes a fraction of a second, however much else has changed.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { ROLES } from '../../domain/record/model.ts';
import { permissionWriter } from '../people/permission-writer.ts';
import { type AccountPermissions, geneLevelsOf, type PermissionsOfAll } from '../rdp-database/read-permissions.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import type { WithdrawnLevels } from '../store/withdrawn.ts';
import { type PeopleMemory, storedChecksums } from './checksums.ts';
import type { HeldBack } from './held.ts';

/** What is read by itself. Each reading of one kind names everybody with a withdrawal of that kind. */
type Kind = 'accounts' | 'genes';

type Writing = {
  /** Writes the withdrawals of these people. Returns false if it cannot, and the people are then withheld. */
  write(userIds: readonly number[], change: (tx: WriteTransaction) => void): Promise<boolean>;
  /** Ends the withholding of people who have no withdrawal any more. @throws the error of writing a change */
  end(): void;
};

/** Another program may write for a while. A withdrawal waits for it no longer than this, ... */
const LATE_MS = 500;
/** ... and the next look for withdrawals no longer than this. */
const MOST_WAIT_MS = 2_000;

/** @param withhold called with the people who are withheld, whenever they are others than before */
function unwrittenWithdrawals(store: Store, withhold: (userIds: ReadonlySet<number>) => void) {
  const people: Record<Kind, Set<number>> = { accounts: new Set(), genes: new Set() };
  const withholdAll = () => withhold(new Set([...people.accounts, ...people.genes]));

  function add(kind: Kind, userIds: readonly number[]): void {
    for (const id of userIds) people[kind].add(id);
    withholdAll();
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
          if (userIds.filter((id) => people[kind].delete(id)).length > 0) withholdAll();
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
          withholdAll();
        }
        if (failure !== undefined) throw failure.error;
      }

      return { write, end };
    },
  };
}

/** The permissions of each person as last read, each as a text; a person with the same text needs no other look. */
export type LastPermissions = { accounts: Map<number, string>; genes: Map<number, string> };

export type Withdrawals = {
  /** Notes who is present. The caller decides who is held back before it writes the permissions. */
  notePresence(permissions: PermissionsOfAll): void;
  /** @throws UnusableDatabase if the file cannot be written; the people concerned are withheld then */
  write(permissions: PermissionsOfAll): Promise<void>;
  /** Forgets the permissions of people whose records were written, so that they are compared again. */
  forget(userIds: readonly number[]): void;
  lastPermissions: LastPermissions;
};

type Options = {
  store: Store;
  memory: PeopleMemory;
  held: Pick<HeldBack, 'isHeld' | 'people'>;
  /** Called with the people with a withdrawal that cannot be written. No answer may say anything about them. */
  withhold(userIds: ReadonlySet<number>): void;
  /** The last permissions of the file that has just replaced another one. */
  lastPermissions?: LastPermissions;
};

/** How many people are compared in one turn of the event loop; they have some thousand genes. */
const LOOKED_AT_ONCE = 100;
/** How many people are written in one transaction of some milliseconds. */
const WRITTEN_AT_ONCE = 1_000;

export function withdrawals(options: Options): Withdrawals {
  const { store, memory, held, withhold, lastPermissions = noPermissions() } = options;
  const stored = storedChecksums(store);
  const permissions = permissionWriter(store);
  const unwritten = unwrittenWithdrawals(store, withhold);

  /** Writes withdrawals, and notes the people whose records have to be taken over. Returns false if that is not possible. */
  async function narrow(writing: Writing, ids: readonly number[], change: (tx: WriteTransaction) => void) {
    const isWritten = await writing.write(ids, (tx) => {
      change(tx);
      stored.doubtUsers(tx, ids);
    });
    if (isWritten) memory.doubt(ids);
    return isWritten;
  }

  async function writeAccounts(accounts: NonNullable<PermissionsOfAll['accounts']>): Promise<void> {
    const missing = new Set(held.isHeld('user') ? memory.missing('user') : []);
    const keepsRoles = held.isHeld('user_role') ? held.people() : new Set<number>();
    const changed = [...everybody('user', accounts)].flatMap((id) => {
      if (missing.has(id)) return [];
      const now = keepingRoles(accounts.get(id), keepsRoles.has(id));
      const text = JSON.stringify(now) ?? '';
      return lastPermissions.accounts.get(id) === text ? [] : [{ id, now, text }];
    });
    const writing = unwritten.begin('accounts');
    for (const some of pieces(changed, WRITTEN_AT_ONCE)) {
      await nextTurn();
      const now = new Map(some.map(({ id, now }) => [id, now]));
      const narrowed = store.read((tx) => permissions.narrowedAccounts(tx, now));
      const isWritten = await narrow(writing, [...narrowed.keys()], (tx) => permissions.writeAccounts(tx, narrowed));
      for (const { id, text } of some) {
        if (isWritten || !narrowed.has(id)) lastPermissions.accounts.set(id, text);
      }
    }
    writing.end();
  }

  async function writeGenes(genes: NonNullable<PermissionsOfAll['genes']>): Promise<void> {
    const missing = new Set(missingGenes());
    const changed = [...everybody('gene', genes)].filter(
      (id) => !missing.has(id) && lastPermissions.genes.get(id) !== (genes.get(id) ?? ''),
    );
    const withdrawn: (readonly [number, WithdrawnLevels])[] = [];
    for (const some of pieces(changed, LOOKED_AT_ONCE)) {
      await nextTurn();
      const levels = new Map(some.map((id) => [id, geneLevelsOf(genes.get(id) ?? '')]));
      withdrawn.push(...store.read((tx) => permissions.withdrawnGenes(tx, levels)));
    }
    const writing = unwritten.begin('genes');
    const unwrittenNow = new Set<number>();
    for (const some of pieces(withdrawn, WRITTEN_AT_ONCE)) {
      await nextTurn();
      const ids = some.map(([id]) => id);
      const isWritten = await narrow(writing, ids, (tx) => permissions.writeWithdrawnGenes(tx, new Map(some)));
      if (!isWritten) for (const id of ids) unwrittenNow.add(id);
    }
    for (const id of changed) if (!unwrittenNow.has(id)) lastPermissions.genes.set(id, genes.get(id) ?? '');
    writing.end();
  }

  /** Returns the people whose genes stay unchanged, because most people's genes or the people themselves are missing. */
  function missingGenes(): number[] {
    const missing = memory.missing('gene');
    if (held.isHeld('gene')) return missing;
    return held.isHeld('user') ? missing.filter((id) => !memory.isPresent('user', id)) : [];
  }

  /** Returns the people who had rows in this table when they were taken over, and those who have some now. */
  function everybody(table: 'user' | 'gene', present: ReadonlyMap<number, unknown>): Set<number> {
    return new Set([...memory.takenOver(table), ...present.keys()]);
  }

  return {
    notePresence({ accounts, roleHolders, genes }) {
      if (accounts !== undefined) memory.present('user', new Set(accounts.keys()));
      if (roleHolders !== undefined) memory.present('user_role', roleHolders);
      if (genes !== undefined) memory.present('gene', new Set(genes.keys()));
    },
    async write({ accounts, genes }) {
      // Each of the two is looked through, also if the other one cannot be written.
      const ends = await Promise.allSettled([
        accounts === undefined ? undefined : writeAccounts(accounts),
        genes === undefined ? undefined : writeGenes(genes),
      ]);
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    forget(userIds) {
      for (const known of Object.values(lastPermissions)) for (const id of userIds) known.delete(id);
    },
    lastPermissions,
  };
}

function noPermissions(): LastPermissions {
  return { accounts: new Map(), genes: new Map() };
}

/** Returns the permissions with all roles if roles must stay, because the roles of most people are missing. */
function keepingRoles(permissions: AccountPermissions | undefined, keeps: boolean): AccountPermissions | undefined {
  return permissions !== undefined && keeps ? { ...permissions, roles: ROLES } : permissions;
}

function* pieces<T>(things: readonly T[], most: number): Generator<T[]> {
  for (let at = 0; at < things.length; at += most) yield things.slice(at, at + most);
}
