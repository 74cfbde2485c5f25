/** The thread of {@link problemOfFile}: reads the whole file and reports what is wrong with it. */

import { parentPort, workerData } from 'node:worker_threads';
import type { CheckedFile } from './database-watch.ts';
import {
  connect,
  nowUnusable,
  openAlone,
  refuseDamage,
  refuseNoFile,
  refuseOtherFormat,
  refuseOtherObjects,
  UnusableDatabase,
} from './sqlite-file.ts';

function problemOf({ file, isAlone, format }: CheckedFile): string | undefined {
  try {
    refuseNoFile(file);
    return nowUnusable(file, () => {
      using database = isAlone ? openAlone(file) : connect(file);
      refuseOtherFormat(database, file, format);
      refuseOtherObjects(database, file, format);
      refuseDamage(database, file);
      return undefined;
    });
  } catch (error) {
    if (error instanceof UnusableDatabase) return error.reason;
    throw error;
  }
}

parentPort?.postMessage(problemOf(workerData as CheckedFile));
