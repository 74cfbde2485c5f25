/** The thread of {@link countStatsInThread}. */

import { workerData } from 'node:worker_threads';
import { storedUsersRevision, writeMeta } from '../store/meta.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { countStats } from '../store/stats.ts';

using store = openSqliteStore(workerData as string, { makesFile: false });
const stats = store.read((tx) => countStats(tx, store));
store.write((tx) => {
  writeMeta(tx, 'stats', JSON.stringify(stats));
  writeMeta(tx, 'users-revision', String(storedUsersRevision(tx, store) + 1));
});
