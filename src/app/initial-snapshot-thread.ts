/** The thread of {@link importInitialSnapshot}: reads, checks and writes the snapshot, and reports the outcome. */

import { parentPort, workerData } from 'node:worker_threads';
import { fileInput, importSnapshotFrom, UnsoundSnapshot } from '../files/snapshot-file.ts';
import type { ThreadMessage } from '../registry/import/run-in-thread.ts';
import type { ImportProgress } from '../registry/import/snapshot-import.ts';
import { UnusableDatabase } from '../registry/store/sqlite-file.ts';
import { openSqliteStore } from '../registry/store/sqlite-store.ts';
import type { ImportEnd, ImportJob } from './initial-snapshot.ts';

const post = (message: ThreadMessage<ImportProgress, ImportEnd>) => parentPort?.postMessage(message);

async function importSnapshot({ snapshot, database }: ImportJob): Promise<ImportEnd> {
  try {
    using store = openSqliteStore(database, { makesFile: false });
    const onProgress = (progress: ImportProgress) => post({ kind: 'progress', progress });
    const { omitted } = await importSnapshotFrom(fileInput(snapshot), store, onProgress);
    return { omitted };
  } catch (error) {
    if (error instanceof UnsoundSnapshot) return { unsound: error.message };
    if (error instanceof UnusableDatabase) return { unusable: error.reason };
    throw error;
  }
}

post({ kind: 'end', end: await importSnapshot(workerData as ImportJob) });
