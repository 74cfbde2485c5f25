/** The worker's side of the messages between a supervisor and its workers. */

import cluster from 'node:cluster';
import { memoryState, type SharedState } from '../lib/shared-state.ts';
import type { FollowStatus } from '../registry/follow/status.ts';
import { type StateReply, workerState } from './supervisor-state.ts';
import {
  type FollowNews,
  type FromWorker,
  type HandedConfig,
  isToWorker,
  type Served,
  type ToWorker,
} from './worker-messages.ts';
import { ALONE, PLACE_VARIABLE, readPlace, type WorkerPlace } from './worker-place.ts';

/** Returns which of several processes this one is, or that it serves alone. */
export function ownPlace(): WorkerPlace {
  return cluster.isWorker ? readPlace(process.env[PLACE_VARIABLE]) : ALONE;
}

/** How often the leader sends the other workers the status of the followed database. */
const SEND_EVERY_MS = 500;

/** Reports to the supervisor that this worker listens. */
export function sendReady(served: Served): void {
  send({ kind: 'ready', served });
}

/**
 * Resolves when the supervisor wants this worker to stop, or has ended. The worker ignores signals, because a terminal
 * and a service manager send them to every process of a group. The supervisor decides when a worker stops.
 */
export function onStop(): { stopped: Promise<void>; signal: AbortSignal } {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
  const stopping = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  function stop(): void {
    stopping.abort();
    resolve();
  }
  process.once('disconnect', stop);
  onMessage('stop', stop);
  return { stopped, signal: stopping.signal };
}

/** Resolves with what this worker starts with. Called when it receives all other messages. */
export function handedConfig(): Promise<HandedConfig> {
  const { promise, resolve } = Promise.withResolvers<HandedConfig>();
  onMessage('config', resolve);
  send({ kind: 'begun' });
  return promise;
}

/** Calls `read` whenever the configuration may have changed. */
export function onReadConfig(read: () => void): void {
  onMessage('read-config', read);
}

/** Answers each ping of the supervisor from now on; the supervisor kills a worker that does not answer. */
export function answerSupervisor(): void {
  onMessage('answer', () => send({ kind: 'answering' }));
}

/** Sends the supervisor the counters of this worker whenever it wants them. */
export function sendCounted(count: () => Promise<unknown>): void {
  onMessage('count', async ({ request }) => send({ kind: 'counted', request, counted: await count() }));
}

type FilesOfAll = {
  /** Informs the other workers that this one has opened another database file. */
  sendOpened(): void;
  /** Whether another worker answers from another file than this one. */
  differ(): boolean;
};

/** Compares the database files of all workers: after the file was replaced, each worker opens the new one by itself. */
export function filesOfAll(openFile: () => string | undefined): FilesOfAll {
  let others: readonly string[] = [];
  onMessage('other-files', ({ files }) => {
    others = files;
  });
  const sendOpened = () => send({ kind: 'open-file', file: openFile() });
  sendOpened();
  return { sendOpened, differ: () => others.some((file) => file !== openFile()) };
}

/** The state that all workers share; that of this process alone where there is no other. */
export function stateOfWorkers({ count }: WorkerPlace): SharedState {
  if (count === 1) return memoryState().join();
  return workerState(send, (receive) => {
    process.on('message', (message) => {
      if (isToWorker(message) && message.kind.startsWith('state-')) receive(message as StateReply);
    });
  });
}

/** Closes the channel to the supervisor: a process with an open channel would not end. */
export function disconnectSupervisor(): undefined {
  if (process.connected) process.disconnect?.();
}

export type FollowPublisher = Disposable & {
  /** Publishes the status at once, besides every half second. */
  publishNow(): void;
};

/** Publishes the status of the followed database to the other workers every half second. */
export function publishFollowStatus(news: () => Omit<FollowNews, 'kind'>): FollowPublisher {
  const publishNow = () => send({ kind: 'follow-status', ...news() });
  const timer = setInterval(publishNow, SEND_EVERY_MS).unref();
  publishNow();
  return { publishNow, [Symbol.dispose]: () => clearInterval(timer) };
}

type SubscriberOptions = {
  /** Returns the present status, if `before` was received so long ago and none has come since. */
  statusAfter(before: FollowStatus, elapsedMs: number): FollowStatus;
  /** The database file that this worker answers from. */
  openFile(): string | undefined;
  /** The file that is at the path now. */
  fileAtPath(): string | undefined;
  /** Withholds these people in this process, too. */
  withhold(userIds: readonly number[]): void;
  /** Opens the file that is at the path now. @throws the error of the opening */
  reopen(): void;
  /** Called once when this worker falls behind the leader, and with undefined when it has caught up. */
  reportBehind(reason: string | undefined): void;
};

/**
 * Follows the messages of the leader. The worker opens another file as soon as the leader names it, and is behind until that
 * succeeds. While the leader is silent, the age of the data and of missing people grows here too.
 */
export function followSubscriber(options: SubscriberOptions) {
  const { openFile, statusAfter, reportBehind } = options;
  let last: { status: FollowStatus; file: string | undefined; atMs: number } | undefined;
  let behind: string | undefined;
  return {
    /** A worker that is behind tries again with every message. */
    receive({ status, file }: FollowNews): void {
      // A leader that was started again knows less than the last look of the one before it, which is a moment old.
      const knowsLess = status.isUnchecked && last?.status.isUnchecked === false && last.file === file;
      if (!knowsLess) last = { status, file, atMs: performance.now() };
      if (!knowsLess) options.withhold(status.withheld.ids);
      const reason = problemOfOpening(file, options);
      if (reason !== behind) reportBehind(reason);
      behind = reason;
    },
    status(): FollowStatus {
      if (last === undefined) throw new Error('The process that follows the database sent no status in time.');
      const status = statusAfter(last.status, performance.now() - last.atMs);
      // After an operator replaced the file, this worker may open it before the leader does.
      const isOther = last.file !== undefined && last.file !== openFile();
      return behind === undefined && !isOther ? status : { ...status, isBehindLeader: true, isTooOld: true };
    },
  };
}

/**
 * Opens the file that the leader answers from, and returns why it cannot. It does not open an open file again, because
 * each opening changes the files beside it. The leader opens a replaced file only once these have stopped changing.
 */
function problemOfOpening(file: string | undefined, options: SubscriberOptions): string | undefined {
  const { openFile, fileAtPath, reopen } = options;
  if (file === undefined || file === openFile()) return undefined;
  try {
    if (fileAtPath() !== openFile()) reopen();
    return openFile() === file ? undefined : 'the new copy of the database is no longer there';
  } catch (error) {
    return `the new copy of the database cannot be opened: ${(error as Error).message}`;
  }
}

/**
 * Resolves with the status of the followed database as soon as the leader has published one.
 *
 * @param signal ends the wait for the first status
 * @throws the reason of `signal`
 */
export async function subscribeToFollowStatus(
  options: SubscriberOptions & { signal: AbortSignal | undefined },
): Promise<() => FollowStatus> {
  const { signal } = options;
  const { receive: receiveStatus, status } = followSubscriber(options);
  const first = Promise.withResolvers<void>();
  onMessage('follow-status', (news) => {
    receiveStatus(news);
    first.resolve();
  });
  const abort = () => first.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    await first.promise;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
  return status;
}

/** Calls `receive` with every message of this kind from the supervisor. */
function onMessage<Kind extends ToWorker['kind']>(
  kind: Kind,
  receive: (message: Extract<ToWorker, { kind: Kind }>) => void,
) {
  process.on('message', (message) => {
    if (isToWorker(message) && message.kind === kind) receive(message as Extract<ToWorker, { kind: Kind }>);
  });
}

function send(message: FromWorker): void {
  // Without a supervisor there is no receiver, and this process is about to stop.
  if (process.connected) process.send?.(message);
}
