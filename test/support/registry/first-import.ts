/** A registry that imports its first snapshot, and what it says meanwhile. */

import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { ending, type Workplace } from '../machine/command-line.ts';
import { freePort } from '../machine/free-port.ts';
import type { Ending, StartedProgram } from '../machine/watch-program.ts';
import { readiness } from './large-registry.ts';

export const IMPORTING = 'not ready: the first snapshot is being imported';
export const SOUND_AND_EMPTY = { integrity: 'ok', users: 0 };

export type Starting<Program extends StartedProgram> = AsyncDisposable & {
  program: Program;
  url: string;
  ended: Promise<Ending>;
};

/** Starts one at a port that is known before it greets. */
export async function startingAt<Program extends StartedProgram>(
  start: (env: Record<string, string>) => Program,
): Promise<Starting<Program>> {
  const port = await freePort();
  const program = start({ SERVER_PORT: String(port) });
  const ended = ending(program);
  const end = async () => {
    program.kill('SIGTERM');
    await ended;
  };
  return { program, url: `http://127.0.0.1:${port}`, ended, [Symbol.asyncDispose]: end };
}

/** What `/readyz` says, again and again until it says that; what it said before. An end of the program ends it, too. */
export async function readinessUntil(
  { url, ended }: Pick<Starting<StartedProgram>, 'url' | 'ended'>,
  isThat: (text: string) => boolean,
): Promise<string[]> {
  const reasons: string[] = [];
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    if (hasEnded) throw new Error(`serve ended after ${reasons.join(' | ')}`);
    const { text } = await readiness(url).catch(() => ({ text: 'not listening' }));
    if (text !== reasons.at(-1)) reasons.push(text);
    if (isThat(text)) return reasons;
    if (text === 'ready') throw new Error(`It was ready after ${reasons.join(' | ')}`);
    await pause(5);
  }
}

/** Within the one transaction that writes so many people, before its last person. */
export function isWriting(people: number): (text: string) => boolean {
  const pattern = new RegExp(`^${IMPORTING}, users: (\\d+) of ${people}$`);
  return (text) => Number(pattern.exec(text)?.[1] ?? people) < people;
}

/** What a process finds that opens the file next. */
export function inFile(workplace: Workplace): { integrity: unknown; users: unknown } {
  using database = new DatabaseSync(workplace.at('registry.sqlite'));
  const { integrity_check: integrity } = database.prepare('PRAGMA integrity_check').get() ?? {};
  const { users } = database.prepare('SELECT count(*) AS users FROM user').get() ?? {};
  return { integrity, users };
}
