/** Who a token belongs to, and the tokens of the accounts (rdp-protocol 6.3). */

import { randomBytes } from 'node:crypto';
import { RegistryError } from '../../domain/errors.ts';
import type { Role, Viewer, ViewerKind } from '../../domain/record/model.ts';
import type { RemoteSearchUserId } from '../record/user-facts.ts';
import type { KeptToken, TokenStore } from '../state/service-state.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { sameHash, tokenHash } from './token-hash.ts';

export type Accounts = {
  /**
   * The viewer a token stands for.
   *
   * @throws RegistryError `unknown-token`, `expired-token`, `invalid-token` (its account is disabled),
   *   `remote-account-missing`
   */
  viewerFor(token: string): Promise<Viewer>;
  /** The tokens of an account, as far as their holder is told of them: never the secret itself. */
  tokensOf(userId: number): Promise<OwnToken[]>;
  /** The search tokens in their order, for administrators. */
  searchTokenUses(): readonly SearchTokenUse[];
  /** Why nobody can come with a search token, for the operator; undefined where somebody can, or there is none. */
  searchTokenTrouble(): Promise<string | undefined>;
};

/** A token that administrators of partners come with, under the name that operators know it by. */
export type AcceptedSearchToken = { readonly name: string; readonly token: string };

/** What came with such a token since the start of the program. */
export type SearchTokenUse = { name: string; requests: number; lastUsedAt: string | null };

export type OwnToken = Pick<TokenEntry, 'id' | 'label' | 'createdAt' | 'expiresAt'>;

type AccountsOptions = {
  store: Store;
  /** Where access tokens are looked up, one after the other. */
  tokenStores: readonly TokenStore[];
  /** The tokens that administrators of partners come with. */
  acceptedSearchTokens: readonly AcceptedSearchToken[];
  remoteSearchUserId: RemoteSearchUserId;
  now: () => Date;
};

type AccountRow = [enabled: number, roles: string, email: string];

export function accounts(options: AccountsOptions): Accounts {
  const { store, tokenStores, acceptedSearchTokens, remoteSearchUserId, now } = options;
  const accepted = acceptedSearchTokens.map(({ name, token }) => ({ name, hash: tokenHash(token) }));
  const uses = new Map(accepted.map(({ name }) => [name, { requests: 0, lastUsedAt: null as string | null }]));
  const account = store.query<AccountRow>('SELECT enabled, roles, email FROM user WHERE id = ?');

  /** The account that partners' administrators act as, or what is missing of it. */
  function remoteAccount(tx: ReadTransaction): { userId: number; roles: string } | string {
    const userId = remoteSearchUserId(tx);
    if (userId === undefined) return 'no account is named for it';
    const row = account.first(tx, userId);
    return row === undefined ? `no user can be found with ID ${userId}` : { userId, roles: row[1] };
  }

  function partnerAdministrator(tx: ReadTransaction, searchToken: string): Viewer {
    const remote = remoteAccount(tx);
    if (typeof remote === 'string') throw new RegistryError('remote-account-missing', { reason: remote });
    const { requests } = uses.get(searchToken) ?? { requests: 0 };
    uses.set(searchToken, { requests: requests + 1, lastUsedAt: now().toISOString() });
    return { ...toViewer(remote.userId, remote.roles, true), searchToken };
  }

  async function tokenWith(hash: Uint8Array): Promise<KeptToken> {
    for (const { find } of tokenStores) {
      const token = await find(hash);
      if (token !== undefined && sameHash(token.hash, hash)) return token;
    }
    throw new RegistryError('unknown-token');
  }

  function accountHolder(tx: ReadTransaction, { userId, email, expiresAt }: KeptToken): Viewer {
    if (now() > new Date(expiresAt)) throw new RegistryError('expired-token');
    const [enabled, roles, presentEmail] = account.first(tx, userId) ?? [0, '[]', undefined];
    const isRemote = userId === remoteSearchUserId(tx);
    // The remote search account is disabled by design (quirk 18).
    const mayUseTokens = presentEmail !== undefined && (enabled === 1 || isRemote);
    // Where the state is apart from the data, another person may have got the id of a former account.
    const isSameHolder = email === null || email === presentEmail;
    if (!mayUseTokens || !isSameHolder) throw new RegistryError('invalid-token');
    return toViewer(userId, roles, isRemote);
  }

  return {
    async viewerFor(token) {
      const hash = tokenHash(token);
      // Every accepted token is compared, so that the time tells nothing about which one it was.
      const [same] = accepted.filter((candidate) => sameHash(candidate.hash, hash));
      if (same !== undefined) return store.read((tx) => partnerAdministrator(tx, same.name));
      const kept = await tokenWith(hash);
      return store.read((tx) => accountHolder(tx, kept));
    },
    searchTokenUses: () => [...uses].map(([name, use]) => ({ name, ...use })),
    searchTokenTrouble: async () =>
      store.read((tx) => {
        const remote = accepted.length === 0 ? undefined : remoteAccount(tx);
        return typeof remote === 'string' ? remote : undefined;
      }),
    async tokensOf(userId) {
      const kept = await Promise.all(tokenStores.map(({ ofUser }) => ofUser(userId)));
      return kept.flat().map(({ id, label, createdAt, expiresAt }) => ({ id, label, createdAt, expiresAt }));
    },
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

/** A token as it is listed: never the secret itself. */
export type TokenEntry = {
  id: number;
  userId: number;
  email: string;
  label: string | null;
  createdAt: string;
  expiresAt: string;
  /** False while its account is disabled, and when it is gone or somebody else's. */
  mayBeUsed: boolean;
};

export type TokenKeeper = {
  /** Whose the account is, and whether its tokens are accepted; undefined when there is none. */
  account(userId: number): { email: string; mayUseTokens: boolean } | undefined;
  /** A new token of the account, told this once; undefined when there is no such account. */
  create(userId: number, label: string | null, expiresAt: Date): Promise<string | undefined>;
  list(): Promise<TokenEntry[]>;
  /** Whether there was such a token. */
  revoke(id: number): Promise<boolean>;
};

const TOKEN_BYTES = 24;

type KeeperOptions = Pick<AccountsOptions, 'store' | 'remoteSearchUserId' | 'now'> & {
  /** Where tokens are made. */
  tokens: TokenStore;
};

export function tokenKeeper({ store, tokens, remoteSearchUserId, now }: KeeperOptions): TokenKeeper {
  const accountById = store.query<[string, number]>('SELECT email, enabled FROM user WHERE id = ?');

  const account: TokenKeeper['account'] = (userId) =>
    store.read((tx) => {
      const [email, enabled] = accountById.first(tx, userId) ?? [];
      if (email === undefined) return undefined;
      return { email, mayUseTokens: enabled === 1 || userId === remoteSearchUserId(tx) };
    });

  function toEntry({ id, userId, email, label, createdAt, expiresAt }: KeptToken): TokenEntry {
    const holder = account(userId);
    const isSameHolder = holder !== undefined && (email ?? holder.email) === holder.email;
    const mayBeUsed = isSameHolder && holder.mayUseTokens;
    return { id, userId, email: email ?? holder?.email ?? '', label, createdAt, expiresAt, mayBeUsed };
  }

  return {
    account,
    async create(userId, label, expiresAt) {
      const holder = account(userId);
      if (holder === undefined) return undefined;
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const times = { createdAt: now().toISOString(), expiresAt: expiresAt.toISOString() };
      await tokens.create({ userId, email: holder.email, hash: tokenHash(token), label, ...times });
      return token;
    },
    list: async () => (await tokens.list()).map(toEntry),
    revoke: tokens.revoke,
  };
}
