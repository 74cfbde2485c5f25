/** The access tokens of this registry's accounts over HTTP, for its administrators. */

import { DAY_MS } from '../../domain/durations.ts';
import { RegistryError } from '../../domain/errors.ts';
import type { TokenOrder } from '../../domain/query/token-order.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Lookups } from '../record/lookups.ts';
import type { StoredToken, TokenStore } from '../state/service-state.ts';
import { type NamedPerson, readPeople, withoutEmail } from './people-by-id.ts';
import type { TokenEntry, TokenKeeper } from './token-keeper.ts';

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
