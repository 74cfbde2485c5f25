/** Snapshots in files: read, unpacked, checked and imported, or refused with the reasons. */

import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { compileCheck, problemSentence } from './checks.ts';
import type { Snapshot } from './domain/snapshot.ts';
import { snapshotChecker } from './registry/snapshot-check.ts';
import { type ImportProgress, importSnapshot } from './registry/snapshot-import.ts';
import type { SqliteStore } from './registry/sqlite-store.ts';

/** What was imported. */
export type ImportSummary = { users: number; userGenes: number; genes: number; orthologs: number; ontologies: number };

/** A snapshot that cannot be imported; `message` holds a sentence a line for each reason. Nothing was changed. */
export class UnsoundSnapshot extends Error {
  override readonly name = 'UnsoundSnapshot';
}

/** Answers the name under which a source of bytes is spoken of, and its bytes. */
export type SnapshotInput = { name: string; read(): Promise<Uint8Array> };

export function fileInput(path: string): SnapshotInput {
  return { name: path, read: () => readFile(path) };
}

const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Replaces the data of a registry by a snapshot, gzipped or not. Nothing is changed unless all of it is sound.
 *
 * @throws UnsoundSnapshot
 */
export async function importSnapshotFrom(
  input: SnapshotInput,
  store: SqliteStore,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportSummary> {
  const snapshot = await readSnapshot(input);
  onProgress({ stage: 'checking', done: 0, total: 1 });
  const { problems, problemCount } = snapshotChecker(compileCheck)(snapshot);
  if (problemCount > 0) {
    const rest = problemCount - problems.length;
    const more = rest > 0 ? [`… and ${rest} more.`] : [];
    const heading = `${input.name} was not imported, because ${count(problemCount, 'thing is', 'things are')} wrong:`;
    throw new UnsoundSnapshot([heading, ...problems.map(problemSentence), ...more].join('\n'));
  }
  const sound = snapshot as Snapshot;
  importSnapshot({ store, snapshot: sound, now: new Date(), onProgress });
  return {
    users: sound.users.length,
    userGenes: sound.users.reduce((sum, user) => sum + user.genes.length, 0),
    genes: sound.genes.length,
    orthologs: sound.orthologs.length,
    ontologies: sound.ontologies.length,
  };
}

async function readSnapshot({ name, read }: SnapshotInput): Promise<unknown> {
  const bytes = await read().catch((error: Error) => {
    throw new UnsoundSnapshot(`${name} cannot be read: ${error.message}.`);
  });
  const text = await unpacked(bytes).catch(() => {
    throw new UnsoundSnapshot(`${name} begins as a gzip file, but cannot be unpacked: it is damaged or cut short.`);
  });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch (error) {
    throw new UnsoundSnapshot(`${name} is no JSON: ${(error as Error).message}.`);
  }
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const isGzip = GZIP_MAGIC.every((byte, index) => bytes[index] === byte);
  return isGzip ? promisify(gunzip)(bytes) : bytes;
}

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}
