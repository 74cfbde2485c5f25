/** Writes users into the tables, with what is precomputed for them. */

import { readerClassOf } from '../../domain/record/privacy.ts';
import { type SnapshotUser, USER_COLUMNS, type UserColumn } from '../../domain/record/snapshot.ts';
import { tokenHash } from '../accounts/token-hash.ts';
import { SHOWN_ANONYMOUSLY } from '../store/people-texts.ts';
import type { Value, WriteTransaction } from '../store/store.ts';
import { precomputeRecord, precomputeSearch, precomputeTexts, type UserReference } from './precomputed.ts';

/** Returns the number of a folded text; a new text is stored first. */
export type TextNumber = (folded: string) => number;

type UserWriterOptions = { tx: WriteTransaction; reference: UserReference; textNumber: TextNumber; now: Date };

/** More genes than one user can register. Each user has a range of numbers for genes, so that users change independently. */
const GENES_PER_USER = 2 ** 20;

/** Returns a function that writes a user of whom the tables have nothing except access tokens. */
export function userWriter({ tx, reference, textNumber, now }: UserWriterOptions): (user: SnapshotUser) => void {
  const columns = USER_COLUMNS.map(({ name }) => name);
  const facts = tx.inserter(`INSERT INTO user (${columns.join()}) VALUES (${columns.map(() => '?').join()})`);
  const userGene = tx.inserter(
    'INSERT INTO user_gene (id, user_id, gene_id, tier, privacy_level, registration) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const search = tx.inserter('INSERT INTO user_search VALUES (?, ?, ?, ?, ?, ?)');
  const record = tx.inserter('INSERT INTO user_record VALUES (?, ?, ?, ?, ?, ?)');
  const userText = tx.inserter('INSERT OR IGNORE INTO user_text VALUES (?, ?, ?)');
  const token = tx.inserter(
    `INSERT INTO access_token (user_id, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET user_id = excluded.user_id, email = NULL, expires_at = excluded.expires_at`,
  );

  function writeFacts(user: SnapshotUser): void {
    facts(...USER_COLUMNS.map(({ member, form }) => toColumn(user[member], form)));
  }

  /** Writes genes in the order of their ids; the order in the snapshot is stored as the order of registration. */
  function writeGenes({ id, genes }: SnapshotUser): void {
    const first = id * GENES_PER_USER;
    const registered = genes.map((gene, index) => ({ ...gene, registration: first + index }));
    registered.sort(byGeneId).forEach(({ geneId, tier, privacyLevel, registration }, index) => {
      userGene(first + index, id, geneId, tier, privacyLevel, registration);
    });
  }

  function writeReady(user: SnapshotUser): void {
    const found = precomputeSearch(user, reference);
    const ids = [JSON.stringify(found.organsFolded), JSON.stringify(found.activeTermIds)];
    const readers = readerClassOf(user);
    search(user.id, readers, found.nameFolded, found.lastNameFolded, ...ids);
    for (const { folded, shownAnonymously } of precomputeTexts(user, reference)) {
      if (readers !== null) userText(readers, textNumber(folded), user.id);
      if (shownAnonymously && user.enabled) userText(SHOWN_ANONYMOUSLY, textNumber(folded), user.id);
    }
    const { person, shownAnonymously, genesByLevel } = precomputeRecord(user, reference);
    record(user.id, person, shownAnonymously, genesByLevel[2], genesByLevel[1], genesByLevel[0]);
  }

  return (user) => {
    writeFacts(user);
    writeGenes(user);
    writeReady(user);
    for (const { token: secret, expiresAt } of user.accessTokens) {
      token(user.id, tokenHash(secret), 'imported', now.toISOString(), new Date(expiresAt).toISOString());
    }
  };
}

function byGeneId(a: { geneId: number }, b: { geneId: number }): number {
  return a.geneId - b.geneId;
}

function toColumn(value: unknown, form: UserColumn['form']): Value {
  if (form === 'plain') return (value ?? null) as Value;
  return form === 'flag' ? Number(value) : JSON.stringify(value);
}
