/**
 * Writes what was withdrawn, of many people at once and without their records: whatever decides who sees what of them
 * becomes as narrow as it is told, and never wider. What was given comes with the record it was given for.
 */

import { PRIVATE, type PrivacyLevel, PUBLIC, type Role, SHARED } from '../../domain/record/model.ts';
import {
  allowedByBoth,
  isSamePermissions,
  lowerGeneLevel,
  NO_PERMISSIONS,
  type ProfilePermissions,
} from '../../domain/record/permissions.ts';
import { effectiveLevel } from '../../domain/record/privacy.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { tokenHash } from '../accounts/token-hash.ts';
import { changeGeneOwners, type OwnerChanges } from '../store/gene-owners.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import { geneMember } from './precomputed.ts';
import { noteChanges } from './users.ts';

/** What is told of an account. */
type AccountPermissions = ProfilePermissions & Pick<SnapshotUser, 'email' | 'accessTokens'>;

/** Another own level of a registered gene, or none of the gene any more. */
export type GeneChange = PrivacyLevel | null | 'gone';

/** What is withdrawn of registered genes, by person and gene. */
export type GeneChanges = ReadonlyMap<number, ReadonlyMap<number, GeneChange>>;

/** People who are not here are passed over. */
export type PermissionWriter = {
  /**
   * Answers the ids of those of whom something was withdrawn.
   *
   * @param told by id; undefined for an account that is gone, which nobody sees from now on
   */
  narrowAccounts(tx: WriteTransaction, told: ReadonlyMap<number, AccountPermissions | undefined>): number[];
  /**
   * Answers what of their genes is withdrawn, which is written by the two functions below, in this order: what is not
   * written of it when the program ends is found again.
   *
   * @param told the own levels of all genes that each person has, by person and gene; a gene that is not in it is removed
   */
  geneChanges(tx: ReadTransaction, told: ReadonlyMap<number, ReadonlyMap<number, PrivacyLevel | null>>): GeneChanges;
  /** For who searches by these genes. */
  narrowOwners(tx: WriteTransaction, changes: OwnerChanges): void;
  /** For who looks at these people. */
  narrowGenes(tx: WriteTransaction, changes: GeneChanges): void;
};

type AccountRow = [
  ...[email: string, enabled: number, privacyLevel: PrivacyLevel | null, shared: number],
  ...[hideGenelist: number, roles: string],
];

type GeneRow = [id: number, geneId: number, ownLevel: PrivacyLevel | null];
/** The members of `userGenes` that are ready, by effective level. */
type GenesByLevel = [ofPrivate: string, ofShared: string, ofPublic: string];

const ACCOUNT = 'SELECT email, enabled, privacy_level, shared, hide_genelist, roles FROM user WHERE id = ?';
const NARROW = 'UPDATE user SET enabled = ?, privacy_level = ?, shared = ?, hide_genelist = ?, roles = ? WHERE id = ?';
/** The address of somebody else stays theirs until their record comes. */
const RENAME = 'UPDATE OR IGNORE user SET email = ? WHERE id = ?';

export function permissionWriter(store: Store): PermissionWriter {
  const accountOf = store.query<AccountRow>(ACCOUNT);
  const tokensOf = store.query<[number, Uint8Array, string]>(
    'SELECT id, hash, expires_at FROM access_token WHERE user_id = ?',
  );
  const genesOf = store.query<GeneRow>(
    'SELECT id, gene_id, privacy_level FROM user_gene WHERE user_id = ? ORDER BY registration',
  );
  const madeOf = store.query<GenesByLevel>(
    'SELECT private_genes, shared_genes, public_genes FROM user_record WHERE user_id = ?',
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

  function changesOf(
    tx: ReadTransaction,
    id: number,
    told: ReadonlyMap<number, PrivacyLevel | null>,
  ): ReadonlyMap<number, GeneChange> {
    const changes = new Map<number, GeneChange>();
    for (const [, geneId, before] of genesOf.all(tx, id)) {
      const now = told.get(geneId);
      const change = now === undefined ? 'gone' : lowerGeneLevel(before, now);
      if (change !== before) changes.set(geneId, change);
    }
    return changes;
  }

  return {
    narrowAccounts(tx, told) {
      const narrowed = [...told].filter(([id, account]) => narrowAccount(tx, id, account)).map(([id]) => id);
      if (narrowed.length > 0) noteChanges(tx, store, narrowed);
      return narrowed;
    },

    geneChanges(tx, told) {
      const changes = [...told].map(([id, levels]) => [id, changesOf(tx, id, levels)] as const);
      return new Map(changes.filter(([, ofPerson]) => ofPerson.size > 0));
    },

    narrowOwners(tx, changes) {
      changeGeneOwners(tx, store, changes);
      noteChanges(tx, store, []);
    },

    narrowGenes(tx, changes) {
      const remove = tx.inserter('DELETE FROM user_gene WHERE id = ?');
      const lower = tx.inserter('UPDATE user_gene SET privacy_level = ? WHERE id = ?');
      const record = tx.inserter(
        'UPDATE user_record SET private_genes = ?, shared_genes = ?, public_genes = ? WHERE user_id = ?',
      );
      for (const [id, ofPerson] of changes) {
        for (const [rowId, geneId] of genesOf.all(tx, id)) {
          const change = ofPerson.get(geneId);
          if (change === 'gone') remove(rowId);
          else if (change !== undefined) lower(change, rowId);
        }
        const made = madeOf.first(tx, id);
        const genes = genesOf.all(tx, id).map(([, geneId, privacyLevel]) => ({ geneId, privacyLevel }));
        if (made !== undefined) record(...sortedAnew(made, genes, levelOf.first(tx, id)?.[0] ?? null), id);
      }
      noteChanges(tx, store, [...changes.keys()]);
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

/** What is ready of the genes that a person has by now, each under the level that it has by now. */
function sortedAnew(
  made: GenesByLevel,
  genes: readonly { geneId: number; privacyLevel: PrivacyLevel | null }[],
  privacyLevel: PrivacyLevel | null,
): GenesByLevel {
  const known: Record<string, object> = Object.assign({}, ...made.map((members) => JSON.parse(`{${members}}`)));
  const members: Record<PrivacyLevel, string[]> = { [PRIVATE]: [], [SHARED]: [], [PUBLIC]: [] };
  for (const { geneId, privacyLevel: own } of genes) {
    const gene = known[geneId];
    const level = effectiveLevel(own, { privacyLevel });
    if (gene !== undefined) members[level].push(geneMember(geneId, { ...gene, privacyLevel: level }));
  }
  return [members[PRIVATE].join(), members[SHARED].join(), members[PUBLIC].join()];
}

/** The same changes, by gene and person. */
export function byGene(changes: GeneChanges): OwnerChanges {
  const genes = new Map<number, Map<number, GeneChange>>();
  for (const [userId, ofPerson] of changes) {
    for (const [geneId, change] of ofPerson) {
      const owners = genes.get(geneId) ?? new Map<number, GeneChange>();
      genes.set(geneId, owners.set(userId, change));
    }
  }
  return genes;
}
