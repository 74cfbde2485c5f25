/** The thread of {@link readInThread}: reports its progress, and at the end what was left out or why it failed. */

import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadMessage } from '../load/run-in-thread.ts';
import type { ImportProgress } from '../load/snapshot-import.ts';
import { openRdpDatabase } from '../rdp-database/rdp-database.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { ReadEnd, ReadJob } from './generation-in-thread.ts';
import { readGeneration } from './read-generation.ts';

const post = (message: ThreadMessage<ImportProgress, ReadEnd>) => parentPort?.postMessage(message);

async function read({ address, file, fileBefore }: ReadJob): Promise<ReadEnd> {
  try {
    await using database = openRdpDatabase(address);
    using store = openSqliteStore(file);
    using before = existsSync(fileBefore) ? openSqliteStore(fileBefore, { makesFile: false }) : undefined;
    const onProgress = (progress: ImportProgress) => post({ kind: 'progress', progress });
    return { omitted: await readGeneration({ database, store, before, now: new Date(), onProgress }) };
  } catch (error) {
    if (error instanceof UnreadableRdpDatabase || error instanceof UnusableDatabase) {
      return { reason: error.message };
    }
    throw error;
  }
}

post({ kind: 'end', end: await read(workerData as ReadJob) });
