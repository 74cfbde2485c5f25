/**
 * Finds the viewer of a token (rdp-protocol 6.3), among access tokens and the search tokens of partners, and records
 * when tokens were used.
 */

import { type Phrase, phrase, RegistryError } from '../../domain/errors.ts';
import { memoizeByVersion } from '../../domain/memoize.ts';
import type { Role, Viewer, ViewerKind } from '../../domain/record/model.ts';
import type { RemoteSearchUserId } from '../record/user-facts.ts';
import type { StoredToken, TokenStore } from '../state/service-state.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { refuseWithheld } from '../store/withdrawn.ts';
import { sameHash, tokenHash } from './token-hash.ts';

/** An accepted token, with the name by which operators know it. */
export type AcceptedSearchToken = { readonly name: string; readonly token: string; readonly partner?: string };

/** The numbers of changed tokens; it holds no secret. */
type SearchTokensChange = { added: number; removed: number; renamed: number };

export type SearchTokens = {
  /** Returns the tokens in the order of the configuration; the same list until it is replaced. */
  current(): readonly AcceptedSearchToken[];
  /** Replaces the tokens. From the next request on, a removed token is unknown. */
  replace(tokens: readonly AcceptedSearchToken[]): SearchTokensChange;
};

export function searchTokens(first: readonly AcceptedSearchToken[]): SearchTokens {
  let current = first;
  return {
    current: () => current,
    replace(tokens) {
      const change = changeBetween(current, tokens);
      current = tokens;
      return change;
    },
  };
}

function changeBetween(
  before: readonly AcceptedSearchToken[],
  after: readonly AcceptedSearchToken[],
): SearchTokensChange {
  const among = (list: readonly AcceptedSearchToken[], { token }: AcceptedSearchToken) =>
    list.find((one) => one.token === token);
  return {
    added: after.filter((one) => among(before, one) === undefined).length,
    removed: before.filter((one) => among(after, one) === undefined).length,
    renamed: after.filter((one) => (among(before, one)?.name ?? one.name) !== one.name).length,
  };
}

export type Accounts = {
  /**
   * Returns the viewer of a token.
   *
   * @throws RegistryError `unknown-token`, `expired-token`, `invalid-token` (its account is disabled),
   * `remote-account-missing`, `record-withheld`
   */
  viewerFor(token: string): Promise<Viewer>;
  /**
   * Returns the viewer of a token now, for a request that has waited. Meanwhile somebody may have revoked the token, or
   * changed the rights of its account. Throws like {@link viewerFor}. Records no use.
   */
  viewerNow(viewer: Viewer): Promise<Viewer>;
  /** Returns the uses of the search tokens in their order, for administrators. */
  searchTokenUses(): readonly SearchTokenUse[];
  /** Returns why no search token can be used, for the operator; undefined if one can, or if there is none. */
  searchTokenTrouble(): Promise<string | undefined>;
};

/** The requests with a search token since it is accepted, or since the start of the program. */
type SearchTokenUse = { name: string; requests: number; lastUsedAt: string | null };

/** A token is identified by its hash, so that its use is preserved if it is renamed. */
type AcceptedHash = {
  name: string;
  partner: string | undefined;
  hash: Uint8Array;
  use: Omit<SearchTokenUse, 'name'>;
};

type AccountsOptions = {
  store: Store;
  /** The stores in which access tokens are looked up, one after the other. */
  tokenStores: readonly TokenStore[];
  /** Returns the search tokens that are accepted now. */
  acceptedSearchTokens: () => readonly AcceptedSearchToken[];
  remoteSearchUserId: RemoteSearchUserId;
  now: () => Date;
};

const MS_PER_HOUR = 3_600_000;

type AccountRow = [enabled: number, roles: string, email: string];

export function accounts(options: AccountsOptions): Accounts {
  const { store, tokenStores, acceptedSearchTokens, remoteSearchUserId, now } = options;
  let known: readonly AcceptedHash[] = [];
  const accepted = memoizeByVersion(acceptedSearchTokens, (tokens) => {
    known = tokens.map(({ name, token, partner }) => {
      const hash = tokenHash(token);
      const before = known.find((one) => sameHash(one.hash, hash));
      return { name, partner, hash, use: before?.use ?? { requests: 0, lastUsedAt: null } };
    });
    return known;
  });
  /** The hash of the token of each returned viewer. */
  const hashes = new WeakMap<Viewer, Uint8Array>();
  /** Ids of tokens whose use is being written; only one of the stores writes uses. */
  const notedNow = new Set<number>();
  const account = store.query<AccountRow>('SELECT enabled, roles, email FROM user WHERE id = ?');

  /** Returns the remote search account, or what it lacks. */
  function remoteAccount(tx: ReadTransaction): { userId: number; roles: string } | Phrase {
    const userId = remoteSearchUserId(tx);
    if (userId === undefined) return phrase('no-account-named');
    const row = account.first(tx, userId);
    return row === undefined ? phrase('no-such-account', { userId }) : { userId, roles: row[1] };
  }

  function partnerAdministrator(tx: ReadTransaction, { name, partner }: AcceptedHash): Viewer {
    const remote = remoteAccount(tx);
    if ('title' in remote) throw new RegistryError('remote-account-missing', { reason: remote });
    refuseWithheld(tx, remote.userId);
    const tied = partner === undefined ? {} : { partnerKey: partner };
    return { ...toViewer(remote.userId, remote.roles, true), searchToken: name, ...tied };
  }

  async function tokenWith(hash: Uint8Array): Promise<{ token: StoredToken; noteUse: TokenStore['noteUse'] }> {
    for (const { find, noteUse } of tokenStores) {
      const token = await find(hash);
      if (token !== undefined && sameHash(token.hash, hash)) return { token, noteUse };
    }
    throw new RegistryError('unknown-token');
  }

  /** Stores the use at most once an hour; the request does not wait for it. */
  function keepUse({ id, lastUsedAt }: StoredToken, noteUse: TokenStore['noteUse']): void {
    const hour = new Date(Math.floor(now().getTime() / MS_PER_HOUR) * MS_PER_HOUR).toISOString();
    if (noteUse === undefined || notedNow.has(id) || (lastUsedAt !== null && lastUsedAt >= hour)) return;
    notedNow.add(id);
    // If it cannot be stored now, because of an import or an unavailable server, the next request tries again.
    const written = noteUse(id, hour).catch(() => {});
    void written.finally(() => notedNow.delete(id));
  }

  function accountHolder(tx: ReadTransaction, { userId, email, expiresAt }: StoredToken): Viewer {
    if (now() > new Date(expiresAt)) throw new RegistryError('expired-token');
    refuseWithheld(tx, userId);
    const [enabled, roles, presentEmail] = account.first(tx, userId) ?? [0, '[]', undefined];
    const isRemote = userId === remoteSearchUserId(tx);
    // The remote search account is disabled by design (quirk 18).
    const mayUseTokens = presentEmail !== undefined && (enabled === 1 || isRemote);
    // If the state is stored apart from the data, another person may now have the id of a former account.
    const isSameHolder = email === null || email === presentEmail;
    if (!mayUseTokens || !isSameHolder) throw new RegistryError('invalid-token');
    return toViewer(userId, roles, isRemote);
  }

  async function viewerWith(hash: Uint8Array): Promise<{ viewer: Viewer; noteUse: () => void }> {
    // Every accepted token is compared, so that the time does not reveal which one it was.
    const [same] = accepted().filter((candidate) => sameHash(candidate.hash, hash));
    if (same !== undefined) {
      const noteUse = () => {
        same.use.requests += 1;
        same.use.lastUsedAt = now().toISOString();
      };
      return { viewer: store.read((tx) => partnerAdministrator(tx, same)), noteUse };
    }
    const { token, noteUse } = await tokenWith(hash);
    return { viewer: store.read((tx) => accountHolder(tx, token)), noteUse: () => keepUse(token, noteUse) };
  }

  return {
    async viewerFor(token) {
      const hash = tokenHash(token);
      const { viewer, noteUse } = await viewerWith(hash);
      noteUse();
      hashes.set(viewer, hash);
      return viewer;
    },
    async viewerNow(viewer) {
      const hash = hashes.get(viewer);
      if (hash === undefined) return viewer;
      const { viewer: present } = await viewerWith(hash);
      hashes.set(present, hash);
      return present;
    },
    searchTokenUses: () => accepted().map(({ name, use }) => ({ name, ...use })),
    searchTokenTrouble: async () =>
      store.read((tx) => {
        const remote = accepted().length === 0 ? undefined : remoteAccount(tx);
        return remote !== undefined && 'title' in remote ? remote.title : undefined;
      }),
  };
}

function toViewer(userId: number, rolesJson: string, isPartner: boolean): Viewer {
  const roles = JSON.parse(rolesJson) as Role[];
  const hasAdminRole = roles.includes('ROLE_ADMIN');
  const hasServiceRole = roles.includes('ROLE_SERVICE_ACCOUNT');
  return { kind: isPartner ? 'partner' : kindOf(hasAdminRole, hasServiceRole), userId, hasAdminRole, hasServiceRole };
}

function kindOf(hasAdminRole: boolean, hasServiceRole: boolean): ViewerKind {
  if (hasAdminRole) return 'admin';
  return hasServiceRole ? 'service' : 'member';
}
