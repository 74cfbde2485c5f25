/** The accounts of this registry: made, listed, disabled, given another role or address, by an operator. */

import { type AccountRole, accountRole, withAccountRole } from '../../domain/record/account-roles.ts';
import type { Role } from '../../domain/record/model.ts';
import { fullName } from '../../domain/record/ordering.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { newUser } from '../../domain/tables/people-plan.ts';
import { emailKey } from '../../domain/tables/values.ts';
import type { Users } from '../people/users.ts';
import type { RemoteSearchUserId } from '../record/user-facts.ts';
import type { GivenIds } from '../store/given-ids.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';

/** An account as it is listed. */
type AccountEntry = {
  id: number;
  email: string;
  /** Empty for one that shows no name. */
  name: string;
  role: AccountRole;
  enabled: boolean;
  /** The account that administrators of partners act as. */
  isForPartners: boolean;
};

/** How an operator names an account: by its id, or by its e-mail address in any letter case. */
type AccountName = number | string;

type AccountOutcome =
  | { outcome: 'done' | 'unchanged'; account: AccountEntry }
  | { outcome: 'not-there' }
  /** Addresses that differ in letter case alone, and none is the one that was named. */
  | { outcome: 'ambiguous'; accounts: readonly AccountEntry[] }
  /** Another account has this address. */
  | { outcome: 'taken'; account: AccountEntry }
  /** Every id was given once, and none is given again. */
  | { outcome: 'no-id-left' };

export type AccountKeeper = {
  /** By id. */
  list(): AccountEntry[];
  find(name: AccountName): AccountOutcome;
  /** An enabled account whose profile is private and shows nothing. */
  create(email: string, role: AccountRole): AccountOutcome;
  setRole(name: AccountName, role: AccountRole): AccountOutcome;
  /** The profile and the tokens of a disabled account count no more, and are kept. */
  setEnabled(name: AccountName, enabled: boolean): AccountOutcome;
  /** Another address of the same person: the id, the profile and the tokens stay. */
  rename(name: AccountName, email: string): AccountOutcome;
  /** The account that administrators of partners act as: made disabled, with the role of an administrator, where none is named. */
  forPartners(): AccountOutcome;
  /** Whether somebody can administer this registry. */
  hasAdministrator(): boolean;
};

type KeeperOptions = {
  store: Store;
  users: Pick<Users, 'find' | 'put'>;
  givenIds: Pick<GivenIds, 'highest'>;
  highestId: number;
  remoteSearchUserId: RemoteSearchUserId;
  /** Keeps in the data which account administrators of partners act as. */
  nameForPartners(tx: WriteTransaction, userId: number): void;
  now: () => Date;
};

type AccountRow = [id: number, email: string, enabled: number, roles: string, name: string | null, last: string | null];

/** No host has this name (RFC 2606), so nobody is written to. */
const ADDRESS_FOR_PARTNERS = 'partners@registry.invalid';

export function accountKeeper(options: KeeperOptions): AccountKeeper {
  const { store, users, givenIds, highestId, remoteSearchUserId, nameForPartners, now } = options;
  const all = store.query<AccountRow>('SELECT id, email, enabled, roles, name, last_name FROM user ORDER BY id');

  function entries(tx: ReadTransaction): AccountEntry[] {
    const remote = remoteSearchUserId(tx);
    return all.all(tx).map(([id, email, enabled, roles, name, lastName]) => ({
      ...{ id, email, name: fullName(name, lastName) },
      role: accountRole(JSON.parse(roles) as Role[]),
      enabled: enabled === 1,
      isForPartners: id === remote,
    }));
  }

  function find(tx: ReadTransaction, name: AccountName): AccountOutcome {
    const found = entries(tx).filter(({ id, email }) => id === name || emailKey(email) === emailKey(String(name)));
    const exact = found.find(({ id, email }) => id === name || email === name);
    const account = exact ?? found[0];
    if (account === undefined) return { outcome: 'not-there' };
    if (exact === undefined && found.length > 1) return { outcome: 'ambiguous', accounts: found };
    return { outcome: 'unchanged', account };
  }

  function present(tx: ReadTransaction, id: number): AccountEntry {
    return entries(tx).find((entry) => entry.id === id) as AccountEntry;
  }

  function make(tx: WriteTransaction, user: Pick<SnapshotUser, 'email' | 'enabled' | 'roles'>): AccountOutcome {
    const id = givenIds.highest(tx) + 1;
    if (id > highestId) return { outcome: 'no-id-left' };
    users.put(tx, [{ ...newUser(id, user.email), ...user }], now());
    return { outcome: 'done', account: present(tx, id) };
  }

  /** Writes what `change` makes of the account, unless that is what it was. */
  function changed(tx: WriteTransaction, found: AccountOutcome, change: (user: SnapshotUser) => SnapshotUser) {
    const before = 'account' in found ? users.find(tx, found.account.id) : undefined;
    if (before === undefined) return found;
    const user = change(before);
    if (JSON.stringify(user) === JSON.stringify(before)) return found;
    users.put(tx, [user], now());
    // A token counts for the holder of the address that it was made for.
    tx.run('UPDATE access_token SET email = ? WHERE user_id = ? AND email = ?', user.email, user.id, before.email);
    return { outcome: 'done', account: present(tx, user.id) } as const;
  }

  function change(name: AccountName, member: (user: SnapshotUser) => Partial<SnapshotUser>): AccountOutcome {
    return store.write((tx) => changed(tx, find(tx, name), (user) => ({ ...user, ...member(user) })));
  }

  /** Another account than this one that has the address, in any letter case. */
  function holderOf(tx: ReadTransaction, email: string, exceptId?: number): AccountEntry | undefined {
    return entries(tx).find((entry) => entry.id !== exceptId && emailKey(entry.email) === emailKey(email));
  }

  return {
    list: () => store.read(entries),
    find: (name) => store.read((tx) => find(tx, name)),
    create: (email, role) =>
      store.write((tx): AccountOutcome => {
        const holder = holderOf(tx, email);
        if (holder !== undefined) return { outcome: 'taken', account: holder };
        return make(tx, { email, enabled: true, roles: withAccountRole([], role) });
      }),
    setRole: (name, role) => change(name, ({ roles }) => ({ roles: withAccountRole(roles, role) })),
    setEnabled: (name, enabled) => change(name, () => ({ enabled })),
    rename: (name, email) =>
      store.write((tx): AccountOutcome => {
        const found = find(tx, name);
        const holder = 'account' in found ? holderOf(tx, email, found.account.id) : undefined;
        if (holder !== undefined) return { outcome: 'taken', account: holder };
        return changed(tx, found, (user) => ({ ...user, email }));
      }),
    forPartners: () =>
      store.write((tx): AccountOutcome => {
        const named = remoteSearchUserId(tx);
        if (named !== undefined) return find(tx, named);
        const made = make(tx, { email: ADDRESS_FOR_PARTNERS, enabled: false, roles: withAccountRole([], 'admin') });
        if (made.outcome !== 'done') return made;
        nameForPartners(tx, made.account.id);
        return { outcome: 'done', account: { ...made.account, isForPartners: true } };
      }),
    hasAdministrator: () =>
      store.read((tx) =>
        entries(tx).some(({ role, enabled, isForPartners }) => role === 'admin' && enabled && !isForPartners),
      ),
  };
}
