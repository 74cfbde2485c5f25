/** Partners for the registry under test, from their start to their end. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Behaviour, Note } from './behaviours.ts';
import type { PartnersMessage } from './partners-process.ts';

export type Partners = AsyncDisposable & {
  urls: readonly string[];
  /** What they were asked since this was called last. */
  takeNotes(): Promise<Note[]>;
};

const PARTNERS = fileURLToPath(new URL('partners-process.ts', import.meta.url));

/** Starts one partner for each behaviour, all in one process. */
export async function openPartners(behaviours: readonly Behaviour[], signal: AbortSignal): Promise<Partners> {
  const child = fork(PARTNERS, behaviours, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: {} });
  async function nextMessage(): Promise<PartnersMessage> {
    const gone = AbortSignal.any([signal, abortedWhenGone]);
    const [message] = await once(child, 'message', { signal: gone });
    return message as PartnersMessage;
  }
  const leave = new AbortController();
  const abortedWhenGone = leave.signal;
  child.once('exit', () => leave.abort(new Error('The process of the partners has ended.')));

  const message = await nextMessage();
  if (!('urls' in message)) throw new Error('The partners did not say where they listen.');
  return {
    urls: message.urls,
    async takeNotes() {
      child.send('notes');
      const answer = await nextMessage();
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
