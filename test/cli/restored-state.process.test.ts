/** A state that is restored under several processes: none goes on with the one before. */

import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { freePort } from '../support/machine/free-port.ts';
import { AWAY, makeFollowedCopy } from '../support/registry/followed-copy.ts';
import { isAccepted } from '../support/registry/service-things.ts';
import { until } from '../support/services/start-follower.ts';

const OFTEN = 12;

test('each process reads and writes the state that was put in place, and is ready only when all do', async () => {
  await using workplace = await openWorkplace();
  makeFollowedCopy(workplace.at('registry.sqlite'));
  const env = { DATABASE_FOLLOW: AWAY, SERVER_WORKERS: '3', SERVER_PORT: String(await freePort()) };
  const run = async (...args: string[]) => {
    const { code, stdout } = await workplace.run(args, { env });
    expect({ args, code }).toEqual({ args, code: 0 });
    return stdout.trimEnd();
  };
  await using server = await workplace.serve([], env);
  const headers = { Connection: 'close' };
  const readyz = async () => (await fetch(`${server.url}/readyz`, { headers })).status;
  /** What the processes answer, each of which is asked several times. */
  const accepted = async (token: string) => {
    const answers = new Set<boolean>();
    for (let time = 0; time < OFTEN; time++) answers.add(await isAccepted(server.url, token));
    return [...answers];
  };
  const before = await run('token', 'create', '1');
  await run('backup', workplace.at('backup.sqlite'));
  const after = await run('token', 'create', '1');
  expect([await accepted(before), await accepted(after)]).toEqual([[true], [true]]);
  await rename(workplace.at('backup.sqlite'), workplace.at('registry-state.sqlite'));
  let ready = 0;
  await until('all processes are ready for long', 30_000, async () => {
    ready = (await readyz()) === 200 ? ready + 1 : 0;
    return ready === OFTEN;
  });
  expect([await accepted(before), await accepted(after)]).toEqual([[true], [false]]);
  const made = await run('token', 'create', '1');
  expect(await accepted(made)).toEqual([true]);
  await server.stop();
  await using again = await workplace.serve([], env);
  expect(await isAccepted(again.url, made)).toBe(true);
});
