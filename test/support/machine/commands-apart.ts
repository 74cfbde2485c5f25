/** Commands in one process apart from that of the tests, which a mask of permissions or a hang would change for all of them. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Workplace } from './command-line.ts';
import type { Ending } from './watch-program.ts';

export type GivenCommand = {
  args: readonly string[];
  env: Record<string, string>;
  input?: string;
  /** The mask of permissions that it runs with. */
  umask?: number;
};

export type CommandsApart = AsyncDisposable & {
  /** How each ended, or that it runs until this is disposed; of those that came to something. */
  outcomes: readonly (Ending | 'stays')[];
};

const PROGRAM = fileURLToPath(new URL('run-commands.ts', import.meta.url));

/** Answers when each has ended or greeted, or the process was ended by force as they took longer than they may. */
export async function runApart(
  { folder, env }: Workplace,
  commands: readonly GivenCommand[],
  mostMs: number,
): Promise<CommandsApart> {
  const given = commands.map((command) => ({ ...command, env: { ...env, ...command.env } }));
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(given)], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMs);
  const ended = once(child, 'close');
  const outcomes: (Ending | 'stays')[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    outcomes.push(JSON.parse(line));
    if (outcomes.length === given.length) break;
  }
  clearTimeout(timer);
  return {
    outcomes,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
