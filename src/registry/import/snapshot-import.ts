/** Replaces the data of a registry by those of a valid snapshot, in one transaction. */

import { type MoreVisible, moreVisible } from '../../domain/record/permissions.ts';
import type { Snapshot, SnapshotUser } from '../../domain/record/snapshot.ts';
import { emailKey } from '../../domain/tables/values.ts';
import { type OmittedValues, withoutRefusedWebsites } from '../people/omitted-values.ts';
import { userReader } from '../people/user-reader.ts';
import { givenIds } from '../store/given-ids.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { type RegistryWriter, registryWriter } from './registry-writer.ts';

export type ImportProgress = { stage: string; done: number; total: number };

export type OnProgress = (progress: ImportProgress) => void;

type ImportOptions = {
  store: Store;
  snapshot: Snapshot;
  now: Date;
  onProgress: OnProgress;
  /** Whether nothing is written. */
  isDryRun?: boolean;
  /** Called before the first write with the present people whom the snapshot shows to more readers. */
  onMoreVisible?(people: readonly MoreVisible[]): void;
};

const PROGRESS_STEP = 500;

/**
 * Writes a snapshot that has passed the check. Readers see the old data until all new data are written. Access tokens
 * of accounts that stay (same id and e-mail) remain. Tokens of the snapshot are added as hashes. If a token exists
 * already, the snapshot decides whose it is, and how long it is valid.
 *
 * @returns the values that were left out
 */
export function importSnapshot(options: ImportOptions): OmittedValues {
  const { store, snapshot: given, now, onProgress, isDryRun = false, onMoreVisible } = options;
  const { users, omitted } = withoutRefusedWebsites(given.users);
  if (isDryRun) {
    store.read((tx) => onMoreVisible?.(moreVisibleThan(tx, store, users)));
    return omitted;
  }
  onProgress({ stage: 'waiting to write', done: 0, total: 1 });
  store.write((tx) => {
    onMoreVisible?.(moreVisibleThan(tx, store, users));
    const writer = registryWriter(tx, store, now);
    writeReferenceData(writer, given, onProgress);
    eachWithProgress('users', users.toSorted(byId), writer.beginUsers(), onProgress);
    onProgress({ stage: 'indexes', done: 0, total: 1 });
    writer.end(given);
    givenIds(store).keep(tx);
    onProgress({ stage: 'indexes', done: 1, total: 1 });
  });
  return omitted;
}

/**
 * Compares people with those of the registry by e-mail, or by id if nobody has the former address any more. It does not
 * report new people, because a snapshot states every level.
 */
function moreVisibleThan(tx: ReadTransaction, store: Store, given: readonly SnapshotUser[]): MoreVisible[] {
  const all = [...userReader(store).all(tx)];
  const held = new Map(all.map((user) => [emailKey(user.email), user]));
  const emails = new Set(given.map(({ email }) => emailKey(email)));
  const renamed = new Map(all.filter(({ email }) => !emails.has(emailKey(email))).map((user) => [user.id, user]));
  return given.flatMap((user) => {
    const before = held.get(emailKey(user.email)) ?? renamed.get(user.id);
    return before === undefined ? [] : moreVisible(before, user);
  });
}

function writeReferenceData(writer: RegistryWriter, snapshot: Snapshot, onProgress: OnProgress): void {
  eachWithProgress('taxa', snapshot.taxa, writer.taxon, onProgress);
  eachWithProgress('genes', snapshot.genes, writer.gene, onProgress);
  eachWithProgress('orthologs', snapshot.orthologs, writer.ortholog, onProgress);
  eachWithProgress('organs', snapshot.organs, writer.organ, onProgress);
  for (const ontology of snapshot.ontologies) {
    const stage = `terms of ${ontology.name}`;
    const total = ontology.terms.length;
    writer.ontology(ontology, (done) => {
      if (done % PROGRESS_STEP === 0) onProgress({ stage, done, total });
    });
    onProgress({ stage, done: total, total });
  }
  eachWithProgress('annotations', snapshot.annotations, writer.annotation, onProgress);
  if (snapshot.diseases !== null) writer.diseases(snapshot.diseases);
}

function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id;
}

function eachWithProgress<T>(stage: string, rows: readonly T[], write: (row: T) => void, onProgress: OnProgress): void {
  const total = rows.length;
  rows.forEach((row, index) => {
    if (index % PROGRESS_STEP === 0) onProgress({ stage, done: index, total });
    write(row);
  });
  onProgress({ stage, done: total, total });
}
