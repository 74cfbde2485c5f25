/** The room for new objects with which a process that serves begins, and those that serve together with it. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const ROOM = ['--max-semi-space-size=64', 'MALLOC_ARENA_MAX=2'];

test.concurrent.each([
  ['processes that serve together all have room for new objects', { SERVER_WORKERS: '2' }, [ROOM, ROOM, ROOM]],
  ['what somebody chose stays as it is', { NODE_OPTIONS: '--max-semi-space-size=8' }, [[undefined, undefined]]],
] as const)('%s', async (_, env, expected) => {
  await using workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  await using server = await workplace.serve([], { DATABASE_INITIAL_SNAPSHOT: 'first.json', ...env });
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').match(/\d+/g) ?? [];
  const wordsOf = (pid: string, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  const chosen = [String(server.pid), ...children].map((pid) => [
    wordsOf(pid, 'cmdline').find((word) => word.includes('semi-space')),
    wordsOf(pid, 'environ').find((variable) => variable.startsWith('MALLOC')),
  ]);
  expect(chosen).toEqual(expected);
});
