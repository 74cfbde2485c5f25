/** Partners for the registry under test, from their start to their end. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Behaviour, Note } from './behaviours.ts';
import type { Told } from './partners-process.ts';

export type Partners = AsyncDisposable & {
  urls: readonly string[];
  /** What they were asked since this was called last. */
  takeNotes(): Promise<Note[]>;
};

const PARTNERS = fileURLToPath(new URL('partners-process.ts', import.meta.url));

/** Starts one partner for each behaviour, all in one process. */
export async function openPartners(behaviours: readonly Behaviour[], signal: AbortSignal): Promise<Partners> {
  const child = fork(PARTNERS, behaviours, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: {} });
  async function heard(): Promise<Told> {
    const gone = AbortSignal.any([signal, abortedWhenGone]);
    const [told] = await once(child, 'message', { signal: gone });
    return told as Told;
  }
  const leave = new AbortController();
  const abortedWhenGone = leave.signal;
  child.once('exit', () => leave.abort(new Error('The process of the partners has ended.')));

  const told = await heard();
  if (!('urls' in told)) throw new Error('The partners did not say where they listen.');
  return {
    urls: told.urls,
    async takeNotes() {
      child.send('notes');
      const answer = await heard();
      return 'notes' in answer ? answer.notes : [];
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
