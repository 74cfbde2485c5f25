/** The thread of {@link storedTrail}: only it uses the file, so that no other work waits for a disk or a lock. */

import { setImmediate as turn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import { openTrailFile } from './trail-file.ts';
import type { TrailAnswerMessage, TrailJob, TrailOrder } from './trail-messages.ts';

const { file: path } = workerData as TrailJob;
const post = (message: TrailAnswerMessage) => parentPort?.postMessage(message);
const file = openTrailFile(path, (reason) => post({ kind: 'aside', reason }));

async function tidy({ nowMs, keeping }: Extract<TrailOrder, { kind: 'tidy' }>): Promise<void> {
  file.dropAside(nowMs, keeping);
  // Between slices, waiting questions are written.
  while (file.run(({ tidySlice }) => tidySlice(nowMs, keeping))) await turn();
}

function done(order: TrailOrder): unknown {
  switch (order.kind) {
    case 'write':
      return file.run(({ write }) => write(order.entries, order.calls));
    case 'list':
      return file.run(({ list }) => list(order.filter));
    case 'partner-days':
      return file.run(({ partnerDays }) => partnerDays(order.key));
    case 'calls':
      return file.run(({ calls }) => calls());
    case 'tidy':
      return tidy(order);
    case 'close':
      file[Symbol.dispose]();
      parentPort?.close();
  }
}

parentPort?.on('message', async ({ id, order }: { id: number; order: TrailOrder }) => {
  try {
    post({ kind: 'done', id, result: await done(order) });
  } catch (error) {
    const reason = error instanceof UnusableDatabase ? error.reason : (error as Error).message;
    post({ kind: 'failed', id, reason });
  }
});
