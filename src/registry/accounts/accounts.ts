/** Who a token belongs to, and the tokens of the accounts (rdp-protocol 6.3). */

import { randomBytes } from 'node:crypto';
import { RegistryError } from '../../domain/errors.ts';
import type { Role, Viewer, ViewerKind } from '../../domain/record/model.ts';
import type { RemoteSearchUserId } from '../record/user-facts.ts';
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
  /** The tokens that administrators of partners come with. */
  acceptedSearchTokens: readonly AcceptedSearchToken[];
  remoteSearchUserId: RemoteSearchUserId;
  now: () => Date;
};

type AccountRow = [enabled: number, roles: string];
type TokenRow = [hash: Uint8Array, userId: number, expiresAt: string];

export function accounts({ store, acceptedSearchTokens, remoteSearchUserId, now }: AccountsOptions): Accounts {
  const accepted = acceptedSearchTokens.map(({ name, token }) => ({ name, hash: tokenHash(token) }));
  const uses = new Map(accepted.map(({ name }) => [name, { requests: 0, lastUsedAt: null as string | null }]));
  const account = store.query<AccountRow>('SELECT enabled, roles FROM user WHERE id = ?');
  const tokenByHash = store.query<TokenRow>('SELECT hash, user_id, expires_at FROM access_token WHERE hash = ?');

  const tokensByUser = store.query<[number, string | null, string, string]>(
    'SELECT id, label, created_at, expires_at FROM access_token WHERE user_id = ? ORDER BY id',
  );

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

  function accountHolder(tx: ReadTransaction, hash: Uint8Array): Viewer {
    const token = tokenByHash.first(tx, hash);
    if (token === undefined || !sameHash(token[0], hash)) throw new RegistryError('unknown-token');
    const [, userId, expiresAt] = token;
    if (now() > new Date(expiresAt)) throw new RegistryError('expired-token');
    const row = account.first(tx, userId);
    const isRemote = userId === remoteSearchUserId(tx);
    // The remote search account is disabled by design (quirk 18).
    if (row === undefined || (row[0] !== 1 && !isRemote)) throw new RegistryError('invalid-token');
    return toViewer(userId, row[1], isRemote);
  }

  return {
    viewerFor: async (token) =>
      store.read((tx) => {
        const hash = tokenHash(token);
        // Every accepted token is compared, so that the time tells nothing about which one it was.
        const same = accepted.filter((candidate) => sameHash(candidate.hash, hash));
        return same[0] === undefined ? accountHolder(tx, hash) : partnerAdministrator(tx, same[0].name);
      }),
    searchTokenUses: () => [...uses].map(([name, use]) => ({ name, ...use })),
    searchTokenTrouble: async () =>
      store.read((tx) => {
        const remote = accepted.length === 0 ? undefined : remoteAccount(tx);
        return typeof remote === 'string' ? remote : undefined;
      }),
    tokensOf: async (userId) =>
      store.read((tx) =>
        tokensByUser.all(tx, userId).map(([id, label, createdAt, expiresAt]) => ({ id, label, createdAt, expiresAt })),
      ),
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
  /** False while its account is disabled. */
  mayBeUsed: boolean;
};

export type TokenKeeper = {
  /** Whose the account is, and whether its tokens are accepted; undefined when there is none. */
  account(userId: number): { email: string; mayUseTokens: boolean } | undefined;
  /** A new token of the account, told this once; undefined when there is no such account. */
  create(userId: number, label: string | null, expiresAt: Date): string | undefined;
  list(): TokenEntry[];
  /** Whether there was such a token. */
  revoke(id: number): boolean;
};

const TOKEN_BYTES = 24;

type KeeperOptions = Pick<AccountsOptions, 'store' | 'remoteSearchUserId' | 'now'>;

export function tokenKeeper({ store, remoteSearchUserId, now }: KeeperOptions): TokenKeeper {
  const accountById = store.query<[string, number]>('SELECT email, enabled FROM user WHERE id = ?');

  function mayUseTokens(tx: ReadTransaction, userId: number, enabled: number): boolean {
    return enabled === 1 || userId === remoteSearchUserId(tx);
  }

  return {
    account: (userId) =>
      store.read((tx) => {
        const row = accountById.first(tx, userId);
        return row && { email: row[0], mayUseTokens: mayUseTokens(tx, userId, row[1]) };
      }),
    create(userId, label, expiresAt) {
      return store.write((tx) => {
        if (accountById.first(tx, userId) === undefined) return undefined;
        const token = randomBytes(TOKEN_BYTES).toString('base64url');
        tx.run(
          'INSERT INTO access_token (user_id, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
          ...[userId, tokenHash(token), label, now().toISOString(), expiresAt.toISOString()],
        );
        return token;
      });
    },
    list() {
      const rows = store.query<[number, number, string, string | null, string, string, number]>(
        `SELECT access_token.id, user_id, email, label, created_at, expires_at, enabled
         FROM access_token JOIN user ON user.id = user_id ORDER BY access_token.id`,
      );
      return store.read((tx) =>
        rows.all(tx).map(([id, userId, email, label, createdAt, expiresAt, enabled]) => {
          return { id, userId, email, label, createdAt, expiresAt, mayBeUsed: mayUseTokens(tx, userId, enabled) };
        }),
      );
    },
    revoke: (id) => store.write((tx) => tx.run('DELETE FROM access_token WHERE id = ?', id).changes > 0),
  };
}
