/** What a program that was started writes, and how it ends. */

import { once } from 'node:events';
import type { Readable } from 'node:stream';

export type Ending = { code: number | null; stdout: string; stderr: string };

/** A program that was started: a process, or what stands for one. */
export type StartedProgram = NodeJS.EventEmitter & {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  kill(signal: NodeJS.Signals): boolean;
};

export type WatchedProgram = {
  /** What it has written so far to standard error. */
  output(): string;
  /** What it has written so far to standard output. */
  wrote(): string;
  /** Waits until what it wrote fits. A program that ends before is an error, with all that it wrote. */
  until(pattern: RegExp): Promise<void>;
  /** Sends SIGTERM and answers how it ended. */
  stop(): Promise<Ending>;
  /** Answers how it ended, once it has. */
  ended(): Promise<Ending>;
};

/** What `serve`, `demo` and `mock-partner` end their greeting with. */
export const GREETED = /Ctrl-C stops (?:it|them)/;

type Stream = 'stdout' | 'stderr';

/** Keeps what the program writes to its pipes, or to those of them that are named; the others are left unread. */
export function watchProgram(child: StartedProgram, read: readonly Stream[] = ['stdout', 'stderr']): WatchedProgram {
  const text = { stdout: '', stderr: '' };
  for (const name of read) {
    child[name]?.setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece;
    });
  }
  const end = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const ended = async () => ({ code: (await end).code, ...text });

  return {
    output: () => text.stderr,
    wrote: () => text.stdout,
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(text.stderr)) resolve();
        };
        child.stderr?.on('data', look);
        look();
        end.then(({ code, signal }) => {
          reject(new Error(`It ended (${code ?? signal}) before it wrote ${pattern}:\n${text.stderr}${text.stdout}`));
        }, reject);
      }),
    stop() {
      child.kill('SIGTERM');
      return ended();
    },
  };
}
