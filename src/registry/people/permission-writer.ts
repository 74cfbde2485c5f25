/**
 * Writes what was withdrawn, of many people at once and without their records: whatever decides who sees what of them
 * becomes as narrow as it is told, and never wider. What was given comes with the record it was given for.
 */

import type { PrivacyLevel, Role, Tier } from '../../domain/record/model.ts';
import {
  allowedByBoth,
  isSamePermissions,
  lowerGeneLevel,
  NO_PERMISSIONS,
  type ProfilePermissions,
} from '../../domain/record/permissions.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { tokenHash } from '../accounts/token-hash.ts';
import { changeGeneOwners, type OwnerChanges } from '../store/gene-owners.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import { genesByLevel } from './precomputed.ts';
import { userReference } from './user-reference.ts';
import { noteChanges } from './users.ts';

/** What is told of an account. */
type AccountPermissions = ProfilePermissions & Pick<SnapshotUser, 'email' | 'accessTokens'>;

/** Each answers the ids of those of whom something was withdrawn. People who are not here are passed over. */
export type PermissionWriter = {
  /** @param told by id; undefined for an account that is gone, which nobody sees from now on */
  narrowAccounts(tx: WriteTransaction, told: ReadonlyMap<number, AccountPermissions | undefined>): number[];
  /** @param told the own levels of all genes that each person has, by person and gene; a gene that is not in it is removed */
  narrowGenes(tx: WriteTransaction, told: ReadonlyMap<number, ReadonlyMap<number, PrivacyLevel | null>>): number[];
};

type AccountRow = [
  ...[email: string, enabled: number, privacyLevel: PrivacyLevel | null, shared: number],
  ...[hideGenelist: number, roles: string],
];

const ACCOUNT = 'SELECT email, enabled, privacy_level, shared, hide_genelist, roles FROM user WHERE id = ?';
const NARROW = 'UPDATE user SET enabled = ?, privacy_level = ?, shared = ?, hide_genelist = ?, roles = ? WHERE id = ?';
/** The address of somebody else stays theirs until their record comes. */
const RENAME = 'UPDATE OR IGNORE user SET email = ? WHERE id = ?';

export function permissionWriter(store: Store): PermissionWriter {
  const accountOf = store.query<AccountRow>(ACCOUNT);
  const tokensOf = store.query<[number, Uint8Array, string]>(
    'SELECT id, hash, expires_at FROM access_token WHERE user_id = ?',
  );
  const genesOf = store.query<[number, Tier | null, PrivacyLevel | null]>(
    'SELECT gene_id, tier, privacy_level FROM user_gene WHERE user_id = ? ORDER BY registration',
  );
  const levelOf = store.query<[PrivacyLevel | null]>('SELECT privacy_level FROM user WHERE id = ?');

  function narrowProfile(tx: WriteTransaction, id: number, row: AccountRow, told: ProfilePermissions): boolean {
    const before = toPermissions(row);
    const now = allowedByBoth(before, told);
    if (isSamePermissions(before, now)) return false;
    const { enabled, privacyLevel, shared, hideGenelist, roles } = now;
    tx.run(NARROW, Number(enabled), privacyLevel, Number(shared), Number(hideGenelist), JSON.stringify(roles), id);
    return true;
  }

  /** A token that the account has no more is none any more; one that expires earlier does so. */
  function narrowTokens(tx: WriteTransaction, id: number, told: SnapshotUser['accessTokens']): boolean {
    const before = tokensOf.all(tx, id);
    if (before.length === 0) return false;
    const expiries = new Map(
      told.map(({ token, expiresAt }) => [keyOf(tokenHash(token)), new Date(expiresAt).toISOString()]),
    );
    let isNarrowed = false;
    for (const [tokenId, hash, expiresAt] of before) {
      const expiry = expiries.get(keyOf(hash));
      if (expiry !== undefined && expiry >= expiresAt) continue;
      isNarrowed = true;
      if (expiry === undefined) tx.run('DELETE FROM access_token WHERE id = ?', tokenId);
      else tx.run('UPDATE access_token SET expires_at = ? WHERE id = ?', expiry, tokenId);
    }
    return isNarrowed;
  }

  function narrowAccount(tx: WriteTransaction, id: number, told: AccountPermissions | undefined): boolean {
    const row = accountOf.first(tx, id);
    if (row === undefined) return false;
    const isNarrowed = [
      narrowProfile(tx, id, row, told ?? NO_PERMISSIONS),
      narrowTokens(tx, id, told?.accessTokens ?? []),
      // A token that was made here is that of an address, and refused when the account has another one.
      told !== undefined && told.email !== row[0] && tx.run(RENAME, told.email, id).changes > 0,
    ];
    return isNarrowed.includes(true);
  }

  /** What becomes of the genes of a person, by gene. */
  function geneChanges(
    tx: ReadTransaction,
    id: number,
    told: ReadonlyMap<number, PrivacyLevel | null>,
  ): [number, PrivacyLevel | null | 'gone'][] {
    return genesOf.all(tx, id).flatMap(([geneId, , before]): [number, PrivacyLevel | null | 'gone'][] => {
      const now = told.get(geneId);
      if (now === undefined) return [[geneId, 'gone']];
      const level = lowerGeneLevel(before, now);
      return level === before ? [] : [[geneId, level]];
    });
  }

  return {
    narrowAccounts(tx, told) {
      const narrowed = [...told].filter(([id, account]) => narrowAccount(tx, id, account)).map(([id]) => id);
      if (narrowed.length > 0) noteChanges(tx, store, narrowed);
      return narrowed;
    },

    narrowGenes(tx, told) {
      const changes = new Map([...told].map(([id, levels]) => [id, geneChanges(tx, id, levels)] as const));
      const narrowed = [...changes].filter(([, ofPerson]) => ofPerson.length > 0).map(([id]) => id);
      if (narrowed.length === 0) return [];
      const remove = tx.inserter('DELETE FROM user_gene WHERE user_id = ? AND gene_id = ?');
      const lower = tx.inserter('UPDATE user_gene SET privacy_level = ? WHERE user_id = ? AND gene_id = ?');
      const record = tx.inserter(
        'UPDATE user_record SET public_genes = ?, shared_genes = ?, private_genes = ? WHERE user_id = ?',
      );
      const reference = userReference(tx, store);
      for (const id of narrowed) {
        for (const [geneId, change] of changes.get(id) ?? []) {
          if (change === 'gone') remove(id, geneId);
          else lower(change, id, geneId);
        }
        const genes = genesOf.all(tx, id).map(([geneId, tier, privacyLevel]) => ({ geneId, tier, privacyLevel }));
        const made = genesByLevel({ genes, privacyLevel: levelOf.first(tx, id)?.[0] ?? null }, reference);
        record(made[2], made[1], made[0], id);
      }
      changeGeneOwners(tx, store, byGene(changes));
      noteChanges(tx, store, narrowed);
      return narrowed;
    },
  };
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

function byGene(
  changes: ReadonlyMap<number, readonly (readonly [number, PrivacyLevel | null | 'gone'])[]>,
): OwnerChanges {
  const genes = new Map<number, Map<number, PrivacyLevel | null | 'gone'>>();
  for (const [userId, ofPerson] of changes) {
    for (const [geneId, change] of ofPerson) {
      const owners = genes.get(geneId) ?? new Map();
      genes.set(geneId, owners.set(userId, change));
    }
  }
  return genes;
}
