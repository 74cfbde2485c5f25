/**
 * The name of the public view (decision 53): a keyed digest of what the public may see, equal for the same data and key. It
 * is a sum over everything that is shown, so that the cost of an update depends only on the number of changed people.
 */

import { createHmac } from 'node:crypto';
import type { PrivacyLevel, Tier } from '../../domain/record/model.ts';
import { type OwnedGeneFacts, publicViewOf } from '../../domain/record/privacy.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { dropOutdated } from '../store/versions.ts';
import { withdrawnGenes } from '../store/withdrawn.ts';
import { OWNERS, type PrivacyColumns, type RemoteSearchUserId, toOwner } from './user-facts.ts';

/**
 * Reads one more slice, which takes some milliseconds. Returns the name within this transaction, 22 characters of
 * base64url; undefined until all people have been read.
 */
export type PublicViewName = (tx: ReadTransaction) => string | undefined;

type Options = {
  store: Store;
  remoteSearchUserId: RemoteSearchUserId;
  anonymises: boolean;
  /** 32 bytes; the same on all instances of the registry. */
  key: Uint8Array;
};

type OwnerRow = [id: number, ...PrivacyColumns];
type GeneRow = [userId: number, geneId: number, tier: Tier | null, ownLevel: PrivacyLevel | null];

const GENES = 'SELECT user_id, gene_id, tier, privacy_level FROM user_gene';
/** Less than every user id, because 0 is a valid one. */
const NOBODY = -1;
/** How many people are read in one slice. */
const SLICE = 100;
const SUM_MASK = (1n << 256n) - 1n;
const NAME_CHARACTERS = 22;

export function publicViewName({ store, remoteSearchUserId, anonymises, key }: Options): PublicViewName {
  const nextOwners = store.query<OwnerRow>(`${OWNERS} WHERE id > ? ORDER BY id LIMIT ${SLICE}`);
  const genesOfSome = store.query<GeneRow>(`${GENES} WHERE user_id BETWEEN ? AND ?`);
  const ownerById = store.query<OwnerRow>(`${OWNERS} WHERE id = ?`);
  const genesById = store.query<GeneRow>(`${GENES} WHERE user_id = ?`);
  const { presentLevel } = withdrawnGenes(store);
  /** The part of the sum of each person who is shown. */
  const parts = new Map<number, bigint>();
  const outdated = new Set<number>();
  /** The digests of texts without a person, which many people share; cached only until all people have been read. */
  const digests = new Map<string, bigint>();
  let sum = 0n;
  /** All people up to this id have been read; undefined once everybody has. */
  let readUpTo: number | undefined = NOBODY;
  let name: string | undefined;
  const dropOld = dropOutdated(store, {
    clear() {
      for (const known of [parts, outdated, digests]) known.clear();
      sum = 0n;
      readUpTo = NOBODY;
      name = undefined;
    },
    dropUser: (userId) => void outdated.add(userId),
  });

  function partOf(
    tx: ReadTransaction,
    [id, ...columns]: OwnerRow,
    genes: readonly OwnedGeneFacts[],
    digest = digestOf,
  ): bigint {
    if (tx.isWithheld(id)) return 0n;
    const owner = toOwner(id, columns, remoteSearchUserId(tx));
    return publicViewOf(owner, genes, anonymises).reduce((total, seen) => total + digest(seen), 0n);
  }

  function presentGenes(tx: ReadTransaction, rows: readonly GeneRow[] = []): OwnedGeneFacts[] {
    return rows.flatMap(([userId, geneId, tier, written]) => {
      const ownLevel = presentLevel(tx, userId, geneId, written);
      return ownLevel === 'gone' ? [] : { geneId, tier, ownLevel };
    });
  }

  function digestOf(seen: string): bigint {
    return BigInt(`0x${createHmac('sha256', key).update(seen).digest('hex')}`);
  }

  function digestOnce(seen: string): bigint {
    const digest = digests.get(seen) ?? digestOf(seen);
    digests.set(seen, digest);
    return digest;
  }

  function readNext(tx: ReadTransaction, after: number): void {
    const owners = nextOwners.all(tx, after);
    const last = owners.at(-1)?.[0] ?? after;
    const genes = Map.groupBy(genesOfSome.all(tx, after + 1, last), ([userId]) => userId);
    for (const row of owners) replacePart(row[0], partOf(tx, row, presentGenes(tx, genes.get(row[0])), digestOnce));
    readUpTo = owners.length < SLICE ? undefined : last;
    if (readUpTo === undefined) digests.clear();
  }

  function readOutdated(tx: ReadTransaction): void {
    for (const userId of [...outdated].slice(0, SLICE)) {
      readAgain(tx, userId);
      outdated.delete(userId);
    }
  }

  function readAgain(tx: ReadTransaction, userId: number): void {
    const row = ownerById.first(tx, userId);
    replacePart(userId, row === undefined ? 0n : partOf(tx, row, presentGenes(tx, genesById.all(tx, userId))));
  }

  function replacePart(userId: number, part: bigint): void {
    sum = (sum - (parts.get(userId) ?? 0n) + part) & SUM_MASK;
    if (part === 0n) parts.delete(userId);
    else parts.set(userId, part);
    name = undefined;
  }

  return (tx) => {
    dropOld(tx);
    if (readUpTo !== undefined) readNext(tx, readUpTo);
    else readOutdated(tx);
    if (readUpTo !== undefined || outdated.size > 0) return undefined;
    name ??= createHmac('sha256', key)
      .update(`sum ${sum.toString(16)}`)
      .digest('base64url')
      .slice(0, NAME_CHARACTERS);
    return name;
  };
}
