/** Creates, lists and changes the accounts of this registry, for an operator. */

import type { Role } from '../../domain/record/model.ts';
import { fullName } from '../../domain/record/ordering.ts';
import { type AccountRole, accountRole, withAccountRole } from '../../domain/record/permissions.ts';
import { emptyUser, type SnapshotUser } from '../../domain/record/snapshot.ts';
import { emailKey } from '../../domain/tables/values.ts';
import type { Users } from '../people/users.ts';
import type { RemoteSearchUserId } from '../record/user-facts.ts';
import type { GivenIds } from '../store/given-ids.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';

/** An account in the list. */
type AccountEntry = {
  id: number;
  email: string;
  /** Empty for an account without a name. */
  name: string;
  role: AccountRole;
  enabled: boolean;
  /** Whether it is the remote search account. */
  isForPartners: boolean;
};

/** How an operator names an account: by id, or by e-mail address in any letter case. */
type AccountName = number | string;

type AccountOutcome =
  | { outcome: 'done' | 'unchanged'; account: AccountEntry }
  | { outcome: 'not-there' }
  /** Several addresses differ from the given one only in letter case, and none equals it. */
  | { outcome: 'ambiguous'; accounts: readonly AccountEntry[] }
  /** Another account has this address. */
  | { outcome: 'taken'; account: AccountEntry }
  /** No id is free any more, and no id is given twice. */
  | { outcome: 'no-id-left' };

export type AccountKeeper = {
  /** Returns the accounts by id. */
  list(): AccountEntry[];
  find(name: AccountName): AccountOutcome;
  /** Creates an enabled account with a private, empty profile. */
  create(email: string, role: AccountRole): AccountOutcome;
  setRole(name: AccountName, role: AccountRole): AccountOutcome;
  /** The profile and tokens of a disabled account stay, but have no effect. */
  setEnabled(name: AccountName, enabled: boolean): AccountOutcome;
  /** Changes the address of the same person: the id, the profile and the tokens stay. */
  rename(name: AccountName, email: string): AccountOutcome;
  /** Returns the remote search account; creates it, disabled and with the role of an administrator, if none is set. */
  forPartners(): AccountOutcome;
  /** Whether an enabled account can administer this registry. */
  hasAdministrator(): boolean;
};

type KeeperOptions = {
  store: Store;
  users: Pick<Users, 'find' | 'put'>;
  givenIds: Pick<GivenIds, 'highest' | 'keep'>;
  highestId: number;
  remoteSearchUserId: RemoteSearchUserId;
  /** Stores in the data which account is the remote search account. */
  nameForPartners(tx: WriteTransaction, userId: number): void;
  now: () => Date;
};

type AccountRow = [id: number, email: string, enabled: number, roles: string, name: string | null, last: string | null];

/** No host has this name (RFC 2606), so no mail is ever delivered to it. */
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
    users.put(tx, [{ ...emptyUser(id, user.email), ...user }], now());
    givenIds.keep(tx);
    return { outcome: 'done', account: present(tx, id) };
  }

  /** Writes what `change` returns for the account, unless it is unchanged. */
  function changed(tx: WriteTransaction, found: AccountOutcome, change: (user: SnapshotUser) => SnapshotUser) {
    const before = 'account' in found ? users.find(tx, found.account.id) : undefined;
    if (before === undefined) return found;
    const user = change(before);
    if (JSON.stringify(user) === JSON.stringify(before)) return found;
    users.put(tx, [user], now());
    // A token is bound to the address for which it was made, so it gets the new one.
    tx.run('UPDATE access_token SET email = ? WHERE user_id = ? AND email = ?', user.email, user.id, before.email);
    return { outcome: 'done', account: present(tx, user.id) } as const;
  }

  function change(name: AccountName, member: (user: SnapshotUser) => Partial<SnapshotUser>): AccountOutcome {
    return store.write((tx) => changed(tx, find(tx, name), (user) => ({ ...user, ...member(user) })));
  }

  /** Returns another account with the address, in any letter case. */
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
