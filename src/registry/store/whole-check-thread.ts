/** The thread of {@link problemOfFile}: reads the whole file, and answers what is wrong with it. */

import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import {
  nowUnusable,
  openAlone,
  refuseDamage,
  refuseNoFile,
  refuseOtherForm,
  UnusableDatabase,
} from './sqlite-file.ts';
import type { CheckedFile } from './whole-check.ts';

function problemOf({ file, isAlone, form }: CheckedFile): string | undefined {
  try {
    refuseNoFile(file);
    return nowUnusable(file, () => {
      using database = isAlone ? openAlone(file) : new DatabaseSync(file);
      refuseOtherForm(database, file, form);
      refuseDamage(database, file);
      return undefined;
    });
  } catch (error) {
    if (error instanceof UnusableDatabase) return error.reason;
    throw error;
  }
}

parentPort?.postMessage(problemOf(workerData as CheckedFile));
