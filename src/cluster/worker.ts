/** What a worker receives from its supervisor, and sends to it. */

import cluster from 'node:cluster';
import type { OtherProcesses } from '../federation/partner/partner-news.ts';
import type { FollowStatus } from '../registry/follow/follow-status.ts';
import { type FollowNews, type FromWorker, isToWorker, type Served, type ToWorker } from './messages.ts';
import { ALONE, PLACE_VARIABLE, readPlace, type WorkerPlace } from './worker-place.ts';

/** The place of this process: that of a worker, or of one that serves alone. */
export function ownPlace(): WorkerPlace {
  return cluster.isWorker ? readPlace(process.env[PLACE_VARIABLE]) : ALONE;
}

/** How often the leader sends the others how it stands with the followed database. */
const SEND_EVERY_MS = 500;

/** Reports to the supervisor that this worker listens. */
export function sendReady(served: Served): void {
  send({ kind: 'ready', served });
}

/**
 * Resolves when the supervisor wants this worker to stop, or is gone. Signals are its business: a terminal and a
 * service manager send them to every process of a group, and a worker that heeded its own would end before its turn.
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

/** Calls back whenever the configuration may have changed. */
export function onReadConfig(read: () => void): void {
  onMessage('read-config', read);
}

/** Answers the supervisor from now on, which ends a worker that does not. */
export function answerSupervisor(): void {
  onMessage('answer', () => send({ kind: 'answering' }));
}

/** Sends the supervisor what was counted here, whenever it asks. */
export function sendCounted(count: () => Promise<unknown>): void {
  onMessage('count', async ({ request }) => send({ kind: 'counted', request, counted: await count() }));
}

type FilesOfAll = {
  /** Informs the other workers that this one has opened another file. */
  sendOpened(): void;
  /** Whether another worker answers from another file than this one. */
  differ(): boolean;
};

/** Which files all workers answer from: where the database file was replaced, each opens the new one in its own time. */
export function filesOfAll(openFile: () => string | undefined): FilesOfAll {
  let others: readonly string[] = [];
  onMessage('other-files', ({ files }) => {
    others = files;
  });
  const sendOpened = () => send({ kind: 'open-file', file: openFile() });
  sendOpened();
  return { sendOpened, differ: () => others.some((file) => file !== openFile()) };
}

/** The way to the other workers, by their supervisor; undefined for a process that serves alone. */
export function otherWorkers({ count }: WorkerPlace): OtherProcesses | undefined {
  if (count === 1) return undefined;
  return {
    send: (news) => send({ kind: 'partner-news', news, to: undefined }),
    join(receive, all) {
      process.on('message', (message) => {
        if (!isToWorker(message)) return;
        if (message.kind === 'partner-news') receive(message.news);
        if (message.kind === 'publish-partners') send({ kind: 'partner-news', news: all(), to: message.to });
      });
    },
  };
}

/** The supervisor has nothing more to send; a process whose channel is open would not end. */
export function disconnectSupervisor(): void {
  if (process.connected) process.disconnect?.();
}

export type FollowPublisher = Disposable & {
  /** Publishes at once; otherwise the status is published every half second. */
  publishNow(): void;
};

/** Publishes to the other workers again and again how it stands with the followed database. */
export function publishFollowStatus(news: () => Omit<FollowNews, 'kind'>): FollowPublisher {
  const publishNow = () => send({ kind: 'follow-status', ...news() });
  const timer = setInterval(publishNow, SEND_EVERY_MS).unref();
  publishNow();
  return { publishNow, [Symbol.dispose]: () => clearInterval(timer) };
}

type SubscriberOptions = {
  /** A status that was received so long ago, and no other since. */
  statusAfter(before: FollowStatus, elapsedMs: number): FollowStatus;
  /** The file that this worker answers from. */
  openFile(): string | undefined;
  /** The file that is at the path now. */
  fileAtPath(): string | undefined;
  /** Opens the file that is at the path now. @throws what keeps it from that */
  openAnew(): void;
  /** Called once when it is behind, and with undefined when it is over. */
  reportBehind(reason: string | undefined): void;
};

/**
 * What a worker makes of the words of the leader: another file is opened as soon as the leader names it, and until that
 * succeeds this worker is behind. Where the leader is silent the data grow older here too, and people are missing for longer.
 */
export function followSubscriber(options: SubscriberOptions) {
  const { openFile, statusAfter, reportBehind } = options;
  let last: { status: FollowStatus; file: string | undefined; atMs: number } | undefined;
  let behind: string | undefined;
  return {
    /** A worker that is behind tries it again with every word. */
    receive({ status, file }: FollowNews): void {
      last = { status, file, atMs: performance.now() };
      const reason = problemOfOpening(file, options);
      if (reason !== behind) reportBehind(reason);
      behind = reason;
    },
    status(): FollowStatus {
      if (last === undefined) throw new Error('No news came of the followed database, though it was waited for.');
      const status = statusAfter(last.status, performance.now() - last.atMs);
      // Where somebody has put another file in the place, this worker may open it before the leader does.
      const isOther = last.file !== undefined && last.file !== openFile();
      return behind === undefined && !isOther ? status : { ...status, isBehindLeader: true, isTooOld: true };
    },
  };
}

/**
 * Opens the file that the leader answers from, and answers why it cannot. What is open already is not opened again and again:
 * the leader, which waits until nothing moves any more, would never come to open it, too.
 */
function problemOfOpening(file: string | undefined, options: SubscriberOptions): string | undefined {
  const { openFile, fileAtPath, openAnew } = options;
  if (file === undefined || file === openFile()) return undefined;
  try {
    if (fileAtPath() !== openFile()) openAnew();
    return openFile() === file ? undefined : 'the file that was read as a whole is not at its place any more';
  } catch (error) {
    return `the file that was read as a whole cannot be opened: ${(error as Error).message}`;
  }
}

/**
 * How it stands with the database that the leader follows, as far as it has published.
 *
 * @param signal ends the wait for the first word
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

/** Calls back with every message of this kind from the supervisor. */
function onMessage<Kind extends ToWorker['kind']>(
  kind: Kind,
  receive: (message: Extract<ToWorker, { kind: Kind }>) => void,
) {
  process.on('message', (message) => {
    if (isToWorker(message) && message.kind === kind) receive(message as Extract<ToWorker, { kind: Kind }>);
  });
}

function send(message: FromWorker): void {
  // Without a supervisor there is nobody to send to, and this process is about to stop.
  if (process.connected) process.send?.(message);
}
