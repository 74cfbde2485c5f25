/** Copies the registry of an RDP database into a snapshot file or a database file. */

import { closeSync, createWriteStream, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { foldForEquality } from '../domain/folding.ts';
import { ownMember } from '../domain/own-member.ts';
import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot, type SnapshotUser } from '../domain/record/snapshot.ts';
import { registryWriter } from '../registry/import/registry-writer.ts';
import type { OnProgress } from '../registry/import/snapshot-import.ts';
import type { OmittedValues } from '../registry/people/omitted-values.ts';
import { openRdpDatabase, type RdpRegistry } from '../registry/rdp-database/rdp-database.ts';
import { takeOver } from '../registry/rdp-database/take-over.ts';
import { diskProblemOf } from '../registry/store/disk-problem.ts';
import { openSqliteStore } from '../registry/store/sqlite-store.ts';

/** No copy was made; the message says why and what to do. */
class CannotCopy extends Error {
  override readonly name = 'CannotCopy';
}

export type RdpCopy = {
  /** The address of the database without password. */
  from: string;
  version: RdpRegistry['version'];
  amounts: Amounts;
  omitted: OmittedValues;
  /** E-mail addresses of two users each, which a snapshot holds as one. */
  sameEmails: readonly string[];
};

/** How many records were copied. */
type Amounts = Record<'users' | 'userGenes' | 'accessTokens' | 'genes' | 'orthologs' | 'ontologies', number>;

type CopyOptions = {
  /** `mysql://account:password@host:port/schema`, or the same with `mariadb://`. */
  from: string;
  /** The password, which wins over one in the address. */
  password: string | undefined;
  to: string;
  now: Date;
  onProgress: OnProgress;
};

/** How the copy is written, by the extension of the file name. */
const MAKERS = {
  '.json': (registry, file, options) => writeJson(registry, file, options, []),
  '.json.gz': (registry, file, options) => writeJson(registry, file, options, [createGzip()]),
  '.sqlite': writeSqlite,
} satisfies Record<string, (registry: RdpRegistry, file: string, options: CopyOptions) => Promise<void>>;

const OWN_FILE = 0o600;
const PIECE_CHARACTERS = 65_536;

/**
 * Copies a registry. The file appears only when it is complete, and only this account of the system can read it.
 *
 * @throws CannotCopy for a file that exists, or if its name does not say the kind of file; UnreadableRdpDatabase
 */
export async function copyRdpDatabase(options: CopyOptions): Promise<RdpCopy> {
  const { from, password, to, onProgress } = options;
  const make = Object.entries(MAKERS).find(([end]) => to.endsWith(end))?.[1];
  if (make === undefined) {
    throw new CannotCopy(
      `The name ${to} does not say what to create. It must end in ${Object.keys(MAKERS).join(' or ')}.`,
    );
  }
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined)
    throw new CannotCopy(`${to} already exists. Give the name of a new file.`);
  const part = `${to}.part`;
  makeOwn(part, to);
  const removePart = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true });
  };
  // A process that stops on the way leaves no partial copy of personal data behind.
  process.once('exit', removePart);
  onProgress({ stage: 'reading', done: 0, total: 1 });
  try {
    await using database = openRdpDatabase(from, password);
    const copy = await database.readRegistry(async (registry) => {
      const { counted, amounts, sameEmails } = counting(registry);
      await make(counted, part, options);
      const { label } = database;
      return { from: label, version: registry.version, amounts, sameEmails, omitted: registry.omitted() };
    });
    renameSync(part, to);
    return copy;
  } finally {
    removePart();
    process.off('exit', removePart);
  }
}

/** Creates an empty file that only this account of the system can read. */
function makeOwn(part: string, to: string): void {
  try {
    closeSync(openSync(part, 'wx', OWN_FILE));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw cannotWrite(to, error as NodeJS.ErrnoException);
    throw new CannotCopy(
      `${part} exists: another copy is writing it, or was interrupted. Remove it if no copy is running.`,
    );
  }
}

function cannotWrite(to: string, error: NodeJS.ErrnoException): CannotCopy {
  const reasons: Record<string, string> = {
    ENOENT: 'its folder is not there; make it first',
    ENOTDIR: 'its folder is not there; make it first',
    EACCES: 'this account may not write to its folder',
  };
  return new CannotCopy(
    `${to} cannot be written: ${diskProblemOf(error) ?? ownMember(reasons, error.code ?? '') ?? error.message}.`,
  );
}

/** Counts the records of the registry while they are read. */
function counting(registry: RdpRegistry) {
  const amounts: Amounts = {
    ...{ users: 0, userGenes: 0, accessTokens: 0, genes: 0, orthologs: 0 },
    ontologies: registry.ontologies.length,
  };
  const idByEmail = new Map<string, number>();
  const sameEmails: string[] = [];
  const count = (user: SnapshotUser) => {
    amounts.users += 1;
    amounts.userGenes += user.genes.length;
    amounts.accessTokens += user.accessTokens.length;
    const email = foldForEquality(user.email);
    const other = idByEmail.get(email);
    if (other === undefined) idByEmail.set(email, user.id);
    else sameEmails.push(`${other} and ${user.id}`);
  };
  const counted: RdpRegistry = {
    ...registry,
    genes: eachSeen(registry.genes, () => {
      amounts.genes += 1;
    }),
    orthologs: eachSeen(registry.orthologs, () => {
      amounts.orthologs += 1;
    }),
    users: eachSeen(registry.users, count),
  };
  return { counted, amounts, sameEmails };
}

async function* eachSeen<T>(records: AsyncIterable<T>, see: (record: T) => void): AsyncGenerator<T> {
  for await (const record of records) {
    see(record);
    yield record;
  }
}

async function writeSqlite(registry: RdpRegistry, file: string, { now, onProgress }: CopyOptions): Promise<void> {
  using store = openSqliteStore(file);
  await store.writeOverTime((tx) => takeOver(registry, registryWriter(tx, store, now), onProgress));
}

async function writeJson(
  registry: RdpRegistry,
  file: string,
  { to, onProgress }: CopyOptions,
  packers: readonly NodeJS.ReadWriteStream[],
): Promise<void> {
  const output = createWriteStream(file, { flags: 'r+' });
  let writeError: NodeJS.ErrnoException | undefined;
  output.on('error', (error) => {
    writeError = error;
  });
  try {
    await pipeline([Readable.from(snapshotTexts(registry, onProgress)), ...packers, output]);
  } catch (error) {
    if (writeError === undefined || error !== writeError) throw error;
    throw cannotWrite(to, writeError);
  }
}

type Lists = Pick<Snapshot, 'taxa' | 'genes' | 'orthologs' | 'organs' | 'ontologies' | 'users'>;

/** Yields the text of a snapshot piece by piece. */
async function* snapshotTexts(registry: RdpRegistry, onProgress: OnProgress): AsyncGenerator<string> {
  const { highestUserId } = registry;
  const about: Omit<Snapshot, keyof Lists> = {
    ...{ format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION },
    ...{ comment: null, remoteSearchUserId: null, highestUserId, annotations: [], diseases: null },
  };
  const { taxa, genes, orthologs, organs, ontologies, users } = registry;
  const lists = { taxa, genes, orthologs, organs, ontologies, users } satisfies Record<keyof Lists, unknown>;
  const totals: Readonly<Record<string, number>> = registry.counts;
  let piece = JSON.stringify(about).slice(0, -1);
  for (const [member, records] of Object.entries(lists)) {
    piece += `,\n"${member}":[`;
    let done = 0;
    for await (const record of records) {
      piece += `${done === 0 ? '' : ','}\n${JSON.stringify(record)}`;
      done += 1;
      if (piece.length < PIECE_CHARACTERS) continue;
      onProgress({ stage: member, done, total: ownMember(totals, member) ?? done });
      yield piece;
      piece = '';
    }
    piece += ']';
  }
  yield `${piece}}\n`;
}
