/** The thread of {@link countStatsInThread}. */

import { isDeepStrictEqual } from 'node:util';
import { workerData } from 'node:worker_threads';
import { noteChanges } from '../people/users.ts';
import { meta, writeMeta } from '../store/meta.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { countStats } from '../store/stats.ts';

using store = openSqliteStore(workerData as string, { makesFile: false });
const [before, stats] = store.read((tx) => [meta(store).stats(tx), countStats(tx, store)]);
if (!isDeepStrictEqual(before, stats)) {
  store.write((tx) => {
    writeMeta(tx, 'stats', JSON.stringify(stats));
    noteChanges(tx, store, []);
  });
}
