/** The thread of {@link problemOfFile}: reads the whole file, and answers what is wrong with it. */

import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { DAMAGE, nowUnusable, refuseNoFile, refuseOtherForm, UnusableDatabase } from './sqlite-file.ts';
import type { CheckedFile } from './whole-check.ts';

function problemOf({ file, isAlone, form }: CheckedFile): string | undefined {
  try {
    refuseNoFile(file);
    return nowUnusable(file, () => {
      using database = isAlone ? openAlone(file) : new DatabaseSync(file);
      refuseOtherForm(database, file, form);
      const [finding] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
      return finding === 'ok' ? undefined : DAMAGE;
    });
  } catch (error) {
    if (error instanceof UnusableDatabase) return error.reason;
    throw error;
  }
}

/** As a file that nobody changes, for which SQLite looks at nothing beside it. */
function openAlone(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

parentPort?.postMessage(problemOf(workerData as CheckedFile));
