/** Replaces the data of a registry by those of a sound snapshot, in one transaction. */

import { randomBytes } from 'node:crypto';
import { foldForEquality } from '../../domain/folding.ts';
import { aliasesOf } from '../../domain/query/gene-names.ts';
import { geneFacts, organRecord, taxonRecord } from '../../domain/record/records.ts';
import type { Snapshot, SnapshotUser } from '../../domain/record/snapshot.ts';
import { tokenHash } from '../accounts/token-hash.ts';
import { writeTermTexts } from '../search/suggest-terms.ts';
import { writeGeneOwners } from '../store/gene-owners.ts';
import { SNAPSHOT_TABLES, TRIGRAM_TABLES } from '../store/sqlite-schema.ts';
import { countStats } from '../store/stats.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { type LeftOut, withoutRefusedWebsites } from './left-out.ts';
import { precomputeRecord, precomputeSearch, precomputeTexts, type SnapshotReference } from './precomputed.ts';

export type ImportProgress = { stage: string; done: number; total: number };

type ImportOptions = {
  store: Store;
  snapshot: Snapshot;
  now: Date;
  onProgress: (progress: ImportProgress) => void;
};

type Import = Pick<ImportOptions, 'snapshot' | 'now' | 'onProgress'> & { tx: WriteTransaction };

const PROGRESS_STEP = 500;

/**
 * Writes the snapshot, which must have passed the check. Readers go on with the old data until all of the new is
 * there. Access tokens of accounts that stay (same id and e-mail) are kept; those in the snapshot are added, hashed,
 * and where such a token is known already, the snapshot says whose it is and how long.
 *
 * @returns the values that were not taken over
 */
export function importSnapshot({ store, snapshot: given, now, onProgress }: ImportOptions): LeftOut {
  const { users, leftOut } = withoutRefusedWebsites(given.users);
  const snapshot: Snapshot = { ...given, users };
  onProgress({ stage: 'waiting to write', done: 0, total: 1 });
  store.write((tx) => {
    const accounts = new Map(store.query<[number, string]>('SELECT id, email FROM user').all(tx));
    for (const table of SNAPSHOT_TABLES) tx.run(`DELETE FROM ${table}`);
    const work: Import = { tx, snapshot, now, onProgress };
    writeReferenceData(work);
    const termNumbers = writeOntologies(work);
    writeTermTexts(tx, store);
    writeUsers(work, snapshotReference(snapshot, termNumbers));
    writeGeneOwners(tx, store);
    writeAccessTokens(work, accounts);
    onProgress({ stage: 'indexes', done: 0, total: 1 });
    for (const table of TRIGRAM_TABLES) tx.run(`INSERT INTO ${table} (${table}) VALUES ('rebuild')`);
    writeMeta(tx, 'stats', JSON.stringify(countStats(tx, store)));
    writeMeta(tx, 'comment', snapshot.comment);
    writeMeta(tx, 'remote-search-user-id', snapshot.remoteSearchUserId?.toString() ?? null);
    writeMeta(tx, 'generation', randomBytes(8).toString('hex'));
    tx.run('PRAGMA optimize');
    onProgress({ stage: 'indexes', done: 1, total: 1 });
  });
  return leftOut;
}

function writeMeta(tx: WriteTransaction, key: string, value: string | null): void {
  tx.run('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, value);
}

function writeReferenceData(work: Import): void {
  const { tx, snapshot } = work;
  const taxon = tx.inserter('INSERT INTO taxon VALUES (?, ?, ?, ?, ?)');
  eachWithProgress(work, 'taxa', snapshot.taxa, (row) => {
    taxon(row.id, row.commonName, row.scientificName, row.ordering, Number(row.active));
  });
  const gene = tx.inserter('INSERT INTO gene VALUES (?, ?, ?, ?, ?, ?, ?)');
  const alias = tx.inserter('INSERT OR IGNORE INTO gene_alias VALUES (?, ?, ?)');
  eachWithProgress(work, 'genes', snapshot.genes, (row) => {
    const folded = row.symbol === null ? null : foldForEquality(row.symbol);
    gene(row.geneId, row.taxonId, row.symbol, folded, row.name, row.aliases, row.modificationDate);
    for (const name of aliasesOf(row.aliases)) alias(row.taxonId, foldForEquality(name), row.geneId);
  });
  const taxonOfGene = new Map(snapshot.genes.map((row) => [row.geneId, row.taxonId]));
  const ortholog = tx.inserter('INSERT OR IGNORE INTO ortholog VALUES (?, ?, ?)');
  eachWithProgress(work, 'orthologs', snapshot.orthologs, ([source, target]) => {
    ortholog(source, taxonOfGene.get(target) ?? null, target);
  });
  const organ = tx.inserter('INSERT INTO organ VALUES (?, ?, ?, ?, ?, ?)');
  eachWithProgress(work, 'organs', snapshot.organs, (row) => {
    const folded = foldForEquality(row.uberonId);
    organ(row.uberonId, folded, row.name, row.description, Number(row.active), row.ordering);
  });
}

/** Term numbers by {@link termKey}. */
type TermNumbers = Map<string, number>;

function termKey(ontologyName: string, termId: string): string {
  return `${foldForEquality(ontologyName)}\n${foldForEquality(termId)}`;
}

function writeOntologies(work: Import): TermNumbers {
  const { tx, snapshot } = work;
  const numbers: TermNumbers = new Map();
  const ontology = tx.inserter('INSERT INTO ontology VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const term = tx.inserter(`INSERT INTO term VALUES (${Array(13).fill('?').join()})`);
  const subTerm = tx.inserter('INSERT INTO sub_term VALUES (?, ?, ?)');
  snapshot.ontologies.forEach((row, index) => {
    const id = index + 1;
    const { name, definition, url, active, availableForGeneSearch, ordering } = row;
    const flags = [Number(active), Number(availableForGeneSearch)];
    ontology(id, name, foldForEquality(name), definition, url, ...flags, ordering);
    eachWithProgress(work, `terms of ${name}`, row.terms, (t) => {
      const number = numbers.size + 1;
      numbers.set(termKey(name, t.termId), number);
      const lists = [JSON.stringify(t.synonyms), JSON.stringify(t.altTermIds)];
      const marks = [t.obsolete, t.active, t.group, t.hasIcon].map(Number);
      term(number, id, t.termId, foldForEquality(t.termId), t.name, t.definition, ...lists, ...marks, t.ordering);
    });
    for (const parent of row.terms) {
      const parentNumber = numbers.get(termKey(name, parent.termId)) ?? null;
      parent.subTermIds.forEach((child, position) => {
        subTerm(parentNumber, position, numbers.get(termKey(name, child)) ?? null);
      });
    }
  });
  return numbers;
}

function snapshotReference(snapshot: Snapshot, termNumbers: TermNumbers): SnapshotReference {
  const taxa = new Map(snapshot.taxa.map((taxon) => [taxon.id, taxonRecord(taxon)]));
  const organs = new Map(snapshot.organs.map((organ) => [foldForEquality(organ.uberonId), organRecord(organ)]));
  const genes = new Map(snapshot.genes.map((gene) => [gene.geneId, gene]));
  const activeTerms = new Set(
    snapshot.ontologies
      .filter((ontology) => ontology.active)
      .flatMap((ontology) => ontology.terms.filter((t) => t.active).map((t) => termKey(ontology.name, t.termId))),
  );
  return {
    taxon: (taxonId) => taxa.get(taxonId),
    organ: (uberonId) => organs.get(foldForEquality(uberonId)),
    gene(geneId) {
      const gene = genes.get(geneId);
      const taxon = gene === undefined ? undefined : taxa.get(gene.taxonId);
      return gene && taxon && geneFacts(gene, taxon);
    },
    activeTerm(ontologyName, termId) {
      const key = termKey(ontologyName, termId);
      return activeTerms.has(key) ? termNumbers.get(key) : undefined;
    },
  };
}

function writeUsers(work: Import, reference: SnapshotReference): void {
  const { tx, snapshot } = work;
  const write = userWriter(tx);
  const textNumbers = new Map<string, number>();
  const text = tx.inserter('INSERT INTO text VALUES (?, ?)');
  const userText = tx.inserter('INSERT OR IGNORE INTO user_text VALUES (?, ?, ?)');
  eachWithProgress(work, 'users', snapshot.users.toSorted(byId), (user) => {
    write(user, reference);
    for (const { folded, shownAnonymously } of precomputeTexts(user, reference)) {
      let number = textNumbers.get(folded);
      if (number === undefined) {
        number = textNumbers.size + 1;
        textNumbers.set(folded, number);
        text(number, folded);
      }
      userText(number, user.id, Number(shownAnonymously));
    }
  });
}

function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id;
}

function byGeneId(a: { geneId: number }, b: { geneId: number }): number {
  return a.geneId - b.geneId;
}

function userWriter(tx: WriteTransaction) {
  const facts = tx.inserter(`INSERT INTO user VALUES (${Array(23).fill('?').join()})`);
  const userGene = tx.inserter(
    'INSERT INTO user_gene (user_id, gene_id, tier, privacy_level, registration) VALUES (?, ?, ?, ?, ?)',
  );
  const search = tx.inserter('INSERT INTO user_search VALUES (?, ?, ?, ?, ?)');
  const record = tx.inserter('INSERT INTO user_record VALUES (?, ?, ?, ?, ?, ?)');
  let registrations = 1;

  return function writeUser(user: SnapshotUser, reference: SnapshotReference): void {
    const flags = [user.shared, user.hideGenelist].map(Number);
    const contact = [user.contactEmail, Number(user.contactEmailVerified)];
    const lists = [
      user.researcherCategories,
      user.publications,
      user.taxonDescriptions,
      user.organs,
      user.ontologyTerms,
      user.goTerms,
    ].map((list) => JSON.stringify(list));
    facts(
      ...[user.id, user.email, Number(user.enabled), JSON.stringify(user.roles), user.privacyLevel, ...flags],
      ...contact,
      ...[user.name, user.lastName, user.description, user.organization, user.department, user.phone, user.website],
      ...[user.researcherPosition, ...lists],
    );
    // Listed by gene id; the order in the snapshot is the order of registration.
    const registered = user.genes.map((gene, index) => ({ ...gene, registration: registrations + index }));
    registrations += registered.length;
    for (const { geneId, tier, privacyLevel, registration } of registered.sort(byGeneId)) {
      userGene(user.id, geneId, tier, privacyLevel, registration);
    }
    const found = precomputeSearch(user, reference);
    const ids = [JSON.stringify(found.organsFolded), JSON.stringify(found.activeTermIds)];
    search(user.id, found.nameFolded, found.lastNameFolded, ...ids);
    const { person, shownAnonymously, genesByLevel } = precomputeRecord(user, reference);
    record(user.id, person, shownAnonymously, genesByLevel[2], genesByLevel[1], genesByLevel[0]);
  };
}

function writeAccessTokens({ tx, snapshot, now }: Import, accountsBefore: ReadonlyMap<number, string>): void {
  const staying = snapshot.users.filter((user) => accountsBefore.get(user.id) === user.email).map((user) => user.id);
  tx.run('DELETE FROM access_token WHERE user_id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(staying));
  const token = tx.inserter(
    `INSERT INTO access_token (user_id, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET user_id = excluded.user_id, email = NULL, expires_at = excluded.expires_at`,
  );
  for (const user of snapshot.users) {
    for (const { token: secret, expiresAt } of user.accessTokens) {
      token(user.id, tokenHash(secret), 'imported', now.toISOString(), new Date(expiresAt).toISOString());
    }
  }
}

function eachWithProgress<T>(work: Import, stage: string, rows: readonly T[], write: (row: T) => void): void {
  const total = rows.length;
  rows.forEach((row, index) => {
    if (index % PROGRESS_STEP === 0) work.onProgress({ stage, done: index, total });
    write(row);
  });
  work.onProgress({ stage, done: total, total });
}
