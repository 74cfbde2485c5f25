/** What a worker hears from its supervisor, and tells it. */

import cluster from 'node:cluster';
import type { FollowStatus } from '../registry/follow/follow-status.ts';
import { type FromWorker, isToWorker, type Served } from './messages.ts';
import { ALONE, PLACE_VARIABLE, readPlace, type WorkerPlace } from './worker-place.ts';

/** The place of this process: that of a worker, or of one that serves alone. */
export function ownPlace(): WorkerPlace {
  return cluster.isWorker ? readPlace(process.env[PLACE_VARIABLE]) : ALONE;
}

/** How often the leader tells the others how it stands with the followed database. */
const TELL_EVERY_MS = 500;

/** Tells the supervisor that this worker listens. */
export function tellReady(served: Served): void {
  tell({ kind: 'ready', served });
}

/**
 * Tells when the supervisor wants this worker to stop, or is gone. Signals are its business: a terminal and a service manager
 * send them to every process of a group, and a worker that heeded its own would end before its turn.
 */
export function toldToStop(): { stopped: Promise<void>; signal: AbortSignal } {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
  const told = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  function stop(): void {
    told.abort();
    resolve();
  }
  process.once('disconnect', stop);
  process.on('message', (message) => {
    if (isToWorker(message) && message.kind === 'stop') stop();
  });
  return { stopped, signal: told.signal };
}

/** Calls back whenever the configuration may have changed. */
export function onReadConfig(read: () => void): void {
  process.on('message', (message) => {
    if (isToWorker(message) && message.kind === 'read-config') read();
  });
}

/** The supervisor has nothing more to tell; a process whose channel is open would not end. */
export function leaveSupervisor(): void {
  if (process.connected) process.disconnect?.();
}

/** Tells the other workers again and again how it stands with the followed database. */
export function tellFollowStatus(status: () => FollowStatus): Disposable {
  const timer = setInterval(() => tell({ kind: 'follow-status', status: status() }), TELL_EVERY_MS).unref();
  tell({ kind: 'follow-status', status: status() });
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * How it stands with the database that the leader follows, as far as it has told. Where the leader is silent the data
 * grow older here too, up to the age at which nothing is answered from them any more.
 *
 * @param maxAgeMs that age
 */
export async function heardFollowStatus(maxAgeMs: number): Promise<() => FollowStatus> {
  const first = Promise.withResolvers<void>();
  let heard: { status: FollowStatus; atMs: number } | undefined;
  process.on('message', (message) => {
    if (!isToWorker(message) || message.kind !== 'follow-status') return;
    heard = { status: message.status, atMs: performance.now() };
    first.resolve();
  });
  await first.promise;
  return () => {
    if (heard === undefined) throw new Error('Nothing was heard of the followed database, though it was waited for.');
    const { status, atMs } = heard;
    if (status.ageMs === undefined) return status;
    const ageMs = status.ageMs + performance.now() - atMs;
    return { ...status, ageMs, isTooOld: ageMs > maxAgeMs };
  };
}

function tell(message: FromWorker): void {
  // Without a supervisor there is nobody to tell, and this process is about to stop.
  if (process.connected) process.send?.(message);
}
