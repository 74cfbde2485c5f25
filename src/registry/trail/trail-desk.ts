/** Sends orders to the thread of the trail and waits for its answers; the first order starts the thread. */

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TrailAnswerMessage, TrailJob, TrailOrder } from './trail-messages.ts';

type TrailDesk = AsyncDisposable & {
  /** @throws TrailTrouble */
  order<Result>(order: TrailOrder): Promise<Result>;
};

/** Thrown if the file cannot be written or read; the message follows "cannot be used:". */
class TrailTrouble extends Error {
  override readonly name = 'TrailTrouble';
}

/** The longest wait at the end, so that a disk that does not answer delays no shutdown. */
const CLOSE_MS = 1000;

/** @param onAside called with the reason when a file was moved aside */
export function trailDesk(file: string, onAside: (reason: string) => void): TrailDesk {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let thread: Worker | undefined;
  let lastId = 0;

  function receive(message: TrailAnswerMessage): void {
    if (message.kind === 'aside') {
      onAside(message.reason);
      return;
    }
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) thread?.unref();
    if (message.kind === 'done') pending?.resolve(message.result);
    else pending?.reject(new TrailTrouble(message.reason));
  }

  /** Rejects the pending orders of a thread that has ended; the next order starts another thread. */
  function ended(which: Worker, reason: string): void {
    if (which !== thread) return;
    thread = undefined;
    for (const pending of waiting.values()) pending.reject(new TrailTrouble(reason));
    waiting.clear();
  }

  function begin(): Worker {
    const address = new URL(`./trail-thread${extname(import.meta.filename)}`, import.meta.url);
    const begun = new Worker(address, { workerData: { file } satisfies TrailJob });
    begun.on('message', receive);
    begun.on('error', (error) => ended(begun, (error as Error).message));
    begun.on('exit', () => ended(begun, 'its thread has ended'));
    return begun;
  }

  function send(order: TrailOrder): PromiseWithResolvers<unknown> {
    thread ??= begin();
    thread.ref();
    const pending = Promise.withResolvers<unknown>();
    waiting.set(++lastId, pending);
    thread.postMessage({ id: lastId, order });
    return pending;
  }

  return {
    order: <Result>(order: TrailOrder) => send(order).promise as Promise<Result>,
    async [Symbol.asyncDispose]() {
      const closing = thread;
      if (closing === undefined) return;
      const limit = AbortSignal.timeout(CLOSE_MS);
      const exit = once(closing, 'exit', { signal: limit });
      send({ kind: 'close' }).promise.catch(() => {});
      await exit.catch(() => {});
      await closing.terminate();
    },
  };
}
