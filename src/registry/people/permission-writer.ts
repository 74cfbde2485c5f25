/**
 * Writes withdrawals of many people at once, without their records: the permissions stored here become as narrow as those
 * in the database, and never wider. Wider permissions come with the next record of the person.
 */

import type { PrivacyLevel, Role } from '../../domain/record/model.ts';
import {
  allowedByBoth,
  isSamePermissions,
  lowerGeneLevel,
  NO_PERMISSIONS,
  type ProfilePermissions,
} from '../../domain/record/permissions.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { tokenHash } from '../accounts/token-hash.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import {
  type PresentLevel,
  storedWithdrawnGenes,
  type WithdrawnLevels,
  writeWithdrawnGenes,
} from '../store/withdrawn.ts';
import { noteChanges } from './users.ts';

/** The permissions of an account in the database. */
type AccountPermissions = ProfilePermissions & Pick<SnapshotUser, 'email' | 'accessTokens'>;

/** What is left of an account. Undefined members do not change. */
type NarrowedAccount = {
  profile: ProfilePermissions | undefined;
  /** Tokens with the time of their expiry from now on; undefined for one that is gone. */
  tokens: readonly { tokenId: number; expiry: string | undefined }[];
  email: string | undefined;
};

/** Changes permissions; ids that are not stored are skipped. */
type PermissionWriter = {
  /**
   * Returns what is left of each account with a withdrawal, to be written.
   *
   * @param permissions by id; undefined for a deleted account, which nobody sees from now on
   */
  narrowedAccounts(
    tx: ReadTransaction,
    permissions: ReadonlyMap<number, AccountPermissions | undefined>,
  ): Map<number, NarrowedAccount>;
  writeAccounts(tx: WriteTransaction, narrowed: ReadonlyMap<number, NarrowedAccount>): void;
  /**
   * Returns, for each person with a new withdrawal, all withdrawn genes, to be written.
   *
   * @param levels the own levels of all genes of each person, by person and gene, without removed genes
   */
  withdrawnGenes(
    tx: ReadTransaction,
    levels: ReadonlyMap<number, ReadonlyMap<number, PrivacyLevel | null>>,
  ): Map<number, WithdrawnLevels>;
  writeWithdrawnGenes(tx: WriteTransaction, withdrawn: ReadonlyMap<number, WithdrawnLevels>): void;
};

type AccountRow = [
  ...[email: string, enabled: number, privacyLevel: PrivacyLevel | null, shared: number],
  ...[hideGenelist: number, roles: string],
];

type GeneRow = [geneId: number, ownLevel: PrivacyLevel | null];

const ACCOUNT = 'SELECT email, enabled, privacy_level, shared, hide_genelist, roles FROM user WHERE id = ?';
const NARROW = 'UPDATE user SET enabled = ?, privacy_level = ?, shared = ?, hide_genelist = ?, roles = ? WHERE id = ?';
/** Of several people who get one address in the same change, the first has it until the records are taken over. */
const RENAME = 'UPDATE OR IGNORE user SET email = ? WHERE id = ?';

export function permissionWriter(store: Store): PermissionWriter {
  const accountOf = store.query<AccountRow>(ACCOUNT);
  const holderOf = store.query<[number]>('SELECT id FROM user WHERE email = ?');
  const tokensOf = store.query<[number, Uint8Array, string]>(
    'SELECT id, hash, expires_at FROM access_token WHERE user_id = ?',
  );
  const genesOf = store.query<GeneRow>('SELECT gene_id, privacy_level FROM user_gene WHERE user_id = ?');
  const withdrawn = storedWithdrawnGenes(store);

  /** Returns the permissions that are left of a profile; undefined if nothing is withdrawn of it. */
  function narrowedProfile(row: AccountRow, permissions: ProfilePermissions): ProfilePermissions | undefined {
    const before = toPermissions(row);
    const now = allowedByBoth(before, permissions);
    return isSamePermissions(before, now) ? undefined : now;
  }

  /** Returns the tokens that the account has lost, and the tokens that expire earlier now, with that time. */
  function narrowedTokens(
    tx: ReadTransaction,
    id: number,
    tokens: SnapshotUser['accessTokens'],
  ): NarrowedAccount['tokens'] {
    const before = tokensOf.all(tx, id);
    if (before.length === 0) return [];
    const expiries = new Map(
      tokens.map(({ token, expiresAt }) => [keyOf(tokenHash(token)), new Date(expiresAt).toISOString()]),
    );
    return before
      .map(([tokenId, hash, expiresAt]) => ({ tokenId, expiresAt, expiry: expiries.get(keyOf(hash)) }))
      .filter(({ expiry, expiresAt }) => expiry === undefined || expiry < expiresAt);
  }

  function narrowedAccount(
    tx: ReadTransaction,
    id: number,
    permissions: AccountPermissions | undefined,
  ): NarrowedAccount | undefined {
    const row = accountOf.first(tx, id);
    if (row === undefined) return undefined;
    const profile = narrowedProfile(row, permissions ?? NO_PERMISSIONS);
    const tokens = narrowedTokens(tx, id, permissions?.accessTokens ?? []);
    // A token made here is bound to an address, and is refused if the account has another one.
    const isRenamed = permissions !== undefined && permissions.email !== row[0] && mayRename(tx, permissions.email);
    if (profile === undefined && tokens.length === 0 && !isRenamed) return undefined;
    return { profile, tokens, email: isRenamed ? permissions.email : undefined };
  }

  /** If another stored person still has the address, it stays there until the record of that person is taken over. */
  function mayRename(tx: ReadTransaction, email: string): boolean {
    return holderOf.first(tx, email) === undefined;
  }

  function writeAccount(tx: WriteTransaction, id: number, { profile, tokens, email }: NarrowedAccount): void {
    if (profile !== undefined) {
      const { enabled, privacyLevel, shared, hideGenelist, roles } = profile;
      tx.run(NARROW, Number(enabled), privacyLevel, Number(shared), Number(hideGenelist), JSON.stringify(roles), id);
    }
    for (const { tokenId, expiry } of tokens) {
      if (expiry === undefined) tx.run('DELETE FROM access_token WHERE id = ?', tokenId);
      else tx.run('UPDATE access_token SET expires_at = ? WHERE id = ?', expiry, tokenId);
    }
    if (email !== undefined) tx.run(RENAME, email, id);
  }

  /** Returns undefined if nothing new is withdrawn. */
  function withdrawnNow(
    tx: ReadTransaction,
    id: number,
    levels: ReadonlyMap<number, PrivacyLevel | null>,
  ): WithdrawnLevels | undefined {
    const before = withdrawn.ofUser(tx, id);
    const now = new Map(before);
    for (const [geneId, written] of genesOf.all(tx, id)) {
      const level = now.get(geneId) ?? written;
      if (level === 'gone') continue;
      const lower = narrowedLevel(level, levels.get(geneId));
      if (lower !== level && lower !== null) now.set(geneId, lower);
    }
    const isSame = [...now].every(([geneId, level]) => before.get(geneId) === level);
    return isSame ? undefined : now;
  }

  return {
    narrowedAccounts(tx, permissions) {
      const narrowed = new Map<number, NarrowedAccount>();
      for (const [id, account] of permissions) {
        const now = narrowedAccount(tx, id, account);
        if (now !== undefined) narrowed.set(id, now);
      }
      return narrowed;
    },

    writeAccounts(tx, narrowed) {
      for (const [id, now] of narrowed) writeAccount(tx, id, now);
      noteChanges(tx, store, [...narrowed.keys()]);
    },

    withdrawnGenes(tx, levelsById) {
      const withdrawn = new Map<number, WithdrawnLevels>();
      for (const [id, levels] of levelsById) {
        const now = withdrawnNow(tx, id, levels);
        if (now !== undefined) withdrawn.set(id, now);
      }
      return withdrawn;
    },

    writeWithdrawnGenes(tx, withdrawn) {
      writeWithdrawnGenes(tx, withdrawn);
      noteChanges(tx, store, [...withdrawn.keys()]);
    },
  };
}

/** Returns `gone` if the person no longer has the gene. */
function narrowedLevel(before: PrivacyLevel | null, after: PrivacyLevel | null | undefined): PresentLevel {
  return after === undefined ? 'gone' : lowerGeneLevel(before, after);
}

function toPermissions([, enabled, privacyLevel, shared, hideGenelist, roles]: AccountRow): ProfilePermissions {
  return {
    enabled: enabled === 1,
    privacyLevel,
    shared: shared === 1,
    hideGenelist: hideGenelist === 1,
    roles: JSON.parse(roles) as Role[],
  };
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
