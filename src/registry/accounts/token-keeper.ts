/** Creates, lists and revokes the tokens of accounts, for the command line and for administrators. */

import { randomBytes } from 'node:crypto';
import type { RemoteSearchUserId } from '../record/user-facts.ts';
import type { StoredToken, TokenStore } from '../state/service-state.ts';
import type { Store } from '../store/store.ts';
import { tokenHash } from './token-hash.ts';

/** A token in the list, without its secret. */
export type TokenEntry = {
  id: number;
  userId: number;
  email: string;
  label: string | null;
  createdAt: string;
  expiresAt: string;
  /** The beginning of the hour in which it was last accepted; null if it never was, or not since this is stored. */
  lastUsedAt: string | null;
  /** False while its account is disabled, is gone, or belongs to another person. */
  mayBeUsed: boolean;
};

export type TokenKeeper = {
  /** Returns the address of an account and whether its tokens are accepted; undefined for an unknown account. */
  account(userId: number): { email: string; mayUseTokens: boolean } | undefined;
  /** Creates a token, which is returned this once only; undefined for an unknown account. */
  create(userId: number, label: string | null, expiresAt: Date): Promise<string | undefined>;
  list(): Promise<TokenEntry[]>;
  /** Returns a token of any store as it is listed. */
  toEntry(token: StoredToken): TokenEntry;
  /** Revokes a token and returns whether it existed. */
  revoke(id: number): Promise<boolean>;
};

const TOKEN_BYTES = 24;

type KeeperOptions = {
  store: Store;
  /** The store in which tokens are created. */
  tokens: TokenStore;
  remoteSearchUserId: RemoteSearchUserId;
  now: () => Date;
};

export function tokenKeeper({ store, tokens, remoteSearchUserId, now }: KeeperOptions): TokenKeeper {
  const accountById = store.query<[string, number]>('SELECT email, enabled FROM user WHERE id = ?');

  const account: TokenKeeper['account'] = (userId) =>
    store.read((tx) => {
      const [email, enabled] = accountById.first(tx, userId) ?? [];
      if (email === undefined) return undefined;
      return { email, mayUseTokens: enabled === 1 || userId === remoteSearchUserId(tx) };
    });

  const toEntry: TokenKeeper['toEntry'] = ({ id, userId, email, label, createdAt, expiresAt, lastUsedAt }) => {
    const holder = account(userId);
    const isSameHolder = holder !== undefined && (email ?? holder.email) === holder.email;
    const mayBeUsed = isSameHolder && holder.mayUseTokens;
    return { id, userId, email: email ?? holder?.email ?? '', label, createdAt, expiresAt, lastUsedAt, mayBeUsed };
  };

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
    toEntry,
    list: async () => (await tokens.list()).map(toEntry),
    revoke: tokens.revoke,
  };
}
