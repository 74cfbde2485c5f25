/**
 * A program that runs commands one after the other, in the folder where it is started: `node run-commands.ts JSON`. For each
 * it writes a line of JSON, how it ended or that it stays. Those that stay are stopped when standard input ends.
 */

import { once } from 'node:events';
import { beginCommand } from './command-line.ts';
import type { GivenCommand } from './commands-apart.ts';
import { GREETED, watchProgram } from './watch-program.ts';

const staying: ReturnType<typeof watchProgram>[] = [];
for (const { args, env, input = '', umask } of JSON.parse(process.argv[2] ?? '[]') as GivenCommand[]) {
  if (umask !== undefined) process.umask(umask);
  const command = beginCommand(process.cwd(), { args: [...args], env });
  command.stdin.end(input);
  const program = watchProgram(command);
  const outcome = await program.until(GREETED).then(
    () => 'stays' as const,
    () => program.ended(),
  );
  if (outcome === 'stays') staying.push(program);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
await once(process.stdin.resume(), 'end');
for (const program of staying) await program.stop();
