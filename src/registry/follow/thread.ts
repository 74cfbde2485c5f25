/** The thread of a follower: it does one {@link ThreadJob}, and posts the result when its files are closed. */

import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadMessage } from '../import/run-in-thread.ts';
import type { ImportProgress } from '../import/snapshot-import.ts';
import { noteChanges } from '../people/users.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { meta, writeMeta } from '../store/meta.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { countStats } from '../store/stats.ts';
import type { ThreadJob, WholeEnd, WholeJob } from './in-thread.ts';

const post = (message: ThreadMessage<ImportProgress, unknown>) => parentPort?.postMessage(message);

async function readDatabase({ address, file, fileBefore }: WholeJob): Promise<WholeEnd> {
  // The driver of the database is loaded only where it is needed.
  const { openRdpDatabase } = await import('../rdp-database/rdp-database.ts');
  const { readWhole } = await import('./read-whole.ts');
  try {
    await using database = openRdpDatabase(address);
    using store = openSqliteStore(file);
    using before = existsSync(fileBefore) ? openSqliteStore(fileBefore, { makesFile: false }) : undefined;
    const onProgress = (progress: ImportProgress) => post({ kind: 'progress', progress });
    return { omitted: await readWhole({ database, store, before, now: new Date(), onProgress }) };
  } catch (error) {
    if (error instanceof UnreadableRdpDatabase || error instanceof UnusableDatabase) {
      return { reason: error.message };
    }
    throw error;
  }
}

async function keepLoaded({ file, fileBefore }: Pick<WholeJob, 'file' | 'fileBefore'>): Promise<void> {
  const { keepLoadedKnowledge } = await import('./read-whole.ts');
  using store = openSqliteStore(file, { makesFile: false });
  using before = openSqliteStore(fileBefore, { makesFile: false });
  store.write((tx) => keepLoadedKnowledge(tx, before));
}

function countStatistics(file: string): void {
  using store = openSqliteStore(file, { makesFile: false });
  const [before, stats] = store.read((tx) => [meta(store).stats(tx), countStats(tx, store)]);
  if (isDeepStrictEqual(before, stats)) return;
  store.write((tx) => {
    writeMeta(tx, 'stats', JSON.stringify(stats));
    noteChanges(tx, store, []);
  });
}

async function run(job: ThreadJob): Promise<WholeEnd | undefined> {
  if (job.kind === 'read-whole') return readDatabase(job);
  if (job.kind === 'keep-loaded') await keepLoaded(job);
  else countStatistics(job.file);
  return undefined;
}

post({ kind: 'end', end: await run(workerData as ThreadJob) });
