/** A worker that is killed while connections are on their way to it. */

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

test('whoever was on the way to a worker that is killed is answered by another', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  await using server = await workplace.serve([], { SERVER_WORKERS: '2', DATABASE_INITIAL_SNAPSHOT: 'first.json' });
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim();
  const [killed = 0] = children.split(' ').map(Number);
  process.kill(killed, 'SIGSTOP');
  const asked = Array.from({ length: 6 }, () =>
    fetch(`${server.url}/livez`, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(8000) }).then(
      (answer) => `${answer.status}`,
      (error) => `${error.name} ${error.cause?.code}`,
    ),
  );
  await pause(500);
  process.kill(killed, 'SIGKILL');
  const answers = await Promise.all(asked);
  expect(answers).toEqual(Array(6).fill('200'));
});

test('whoever was on the way when all workers are killed is cut off, and does not wait on', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  await using server = await workplace.serve([], { SERVER_WORKERS: '2', DATABASE_INITIAL_SNAPSHOT: 'first.json' });
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim();
  const killed = children.split(' ').map(Number);
  for (const pid of killed) process.kill(pid, 'SIGSTOP');
  const asked = Array.from({ length: 6 }, () =>
    fetch(`${server.url}/livez`, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(8000) }).then(
      () => 'answered',
      (error) => error.name,
    ),
  );
  await pause(500);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  expect(await Promise.all(asked)).not.toContain('TimeoutError');
});
