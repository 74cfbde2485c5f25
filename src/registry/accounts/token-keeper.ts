/** Creates, lists and revokes the tokens of accounts: for the command line, and over HTTP for administrators. */

import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../domain/durations.ts';
import { RegistryError } from '../../domain/errors.ts';
import type { TokenOrder } from '../../domain/query/token-order.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Lookups } from '../record/lookups.ts';
import type { RemoteSearchUserId } from '../record/user-facts.ts';
import type { StoredToken, TokenStore } from '../state/service-state.ts';
import type { Store } from '../store/store.ts';
import { type NamedPerson, readPeople, withoutEmail } from './people-by-id.ts';
import { tokenHash } from './token-hash.ts';

/** A token in the list, without its secret. */
type TokenEntry = {
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
  /** Returns a token of any store in the form of lists. */
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

/** A token in the list, without its secret. */
type ListedToken = Omit<TokenEntry, 'userId' | 'email'> & {
  user: NamedPerson;
  isOwn: boolean;
  /** False for a token that came with the data of a followed database, because it is administered there. */
  mayBeRevoked: boolean;
};

/** For administrators of this registry only. */
export type TokenDesk = {
  /** Returns the viewer's own tokens first, then the newest, and the number of all. */
  list(viewer: Viewer): Promise<{ tokens: ListedToken[]; total: number }>;
  /**
   * Creates a token, which is returned this once only. It has the rights of its account, at most those of an administrator.
   *
   * @throws RegistryError `account-unfit`, `account-full`
   */
  create(viewer: Viewer, order: TokenOrder): Promise<{ token: string; userId: number; expiresAt: string }>;
  /** Revokes a token at once. Returns whether it existed. */
  revoke(id: number): Promise<boolean>;
};

type TokenDeskOptions = {
  keeper: TokenKeeper;
  /** The store in which tokens are created. */
  made: TokenStore;
  /** All stores in which tokens are looked up. */
  tokenStores: readonly TokenStore[];
  lookups: Pick<Lookups, 'userById'>;
  now: () => Date;
};

const MOST_LISTED = 1000;
const MOST_OF_AN_ACCOUNT = 100;

export function tokenDesk({ keeper, made, tokenStores, lookups, now }: TokenDeskOptions): TokenDesk {
  /** Returns the tokens of the viewer's account that came with the data of a followed database. */
  async function ownFromElsewhere({ userId }: Viewer): Promise<StoredToken[]> {
    if (userId === undefined) return [];
    const others = tokenStores.filter(({ noteUse }) => noteUse === undefined);
    return (await Promise.all(others.map(({ ofUser }) => ofUser(userId)))).flat();
  }

  return {
    async list(viewer) {
      const madeHere = (await keeper.list()).map((entry) => ({ ...entry, mayBeRevoked: true }));
      const elsewhere = (await ownFromElsewhere(viewer)).map((stored) => ({
        ...keeper.toEntry(stored),
        mayBeRevoked: false,
      }));
      const all = [...elsewhere, ...madeHere].map((entry) => ({ ...entry, isOwn: entry.userId === viewer.userId }));
      all.sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.id - a.id);
      const listed = all.slice(0, MOST_LISTED);
      const personOf = await readPeople(
        lookups,
        viewer,
        listed.map(({ userId }) => userId),
      );
      const tokens = listed.map(({ userId, email: _, ...entry }) => ({
        ...entry,
        user: withoutEmail(personOf(userId)),
      }));
      return { tokens, total: all.length };
    },

    async create(viewer, { userId = viewer.userId, label, days }) {
      const unfit = () => new RegistryError('account-unfit', { found: userId ?? '' });
      if (userId === undefined || !keeper.account(userId)?.mayUseTokens) throw unfit();
      if ((await made.ofUser(userId)).length >= MOST_OF_AN_ACCOUNT) {
        throw new RegistryError('account-full', { found: userId, allowed: MOST_OF_AN_ACCOUNT });
      }
      const expiresAt = new Date(now().getTime() + days * DAY_MS);
      const token = await keeper.create(userId, label, expiresAt);
      if (token === undefined) throw unfit();
      return { token, userId, expiresAt: expiresAt.toISOString() };
    },

    revoke: keeper.revoke,
  };
}
