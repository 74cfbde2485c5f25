/** The thread of {@link keepLoadedInThread}. */

import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadMessage } from '../load/run-in-thread.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { ReadJob } from './generation-in-thread.ts';
import { keepLoadedKnowledge } from './loaded-knowledge.ts';

const { file, fileBefore } = workerData as Pick<ReadJob, 'file' | 'fileBefore'>;
using store = openSqliteStore(file, { makesFile: false });
using before = openSqliteStore(fileBefore, { makesFile: false });
store.write((tx) => keepLoadedKnowledge(tx, before));
parentPort?.postMessage({ kind: 'end', end: undefined } satisfies ThreadMessage<never, undefined>);
