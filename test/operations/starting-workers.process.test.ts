/** The start of several processes: what keeps it from its end, and a signal at any moment of it. */

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PLACE_VARIABLE } from '../../src/operations/worker-place.ts';
import { ending, openWorkplace } from '../support/machine/command-line.ts';
import { until, workersOf } from '../support/machine/worker-processes.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

test('what keeps the first process from starting is printed once, and nothing goes on', async () => {
  await using workplace = await openWorkplace();
  const env = { SERVER_WORKERS: '2', DATABASE_INITIAL_SNAPSHOT: 'absent.json' };
  // Workers are begun with the arguments of the process above them, which is a program of its own.
  const { code, stderr } = await ending(workplace.start(['serve'], env));
  expect(code).toBe(1);
  expect(stderr).toMatch(/absent\.json.*\n.*its first process ended with code 1\.\n$/);
});

test('a signal before they have started ends the start', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  const env = { SERVER_WORKERS: '2', DATABASE_INITIAL_SNAPSHOT: 'first.json' };
  const child = workplace.start(['serve'], env);
  const ended = ending(child);
  await until(() => workersOf(child).length > 0);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, stdout: '' });
});

/** Keeps each from loading for a while that is longer from one to the next, so that a signal meets them at several steps. */
const BEGINS_LATE = `
import { setTimeout as pause } from 'node:timers/promises';
const [number = 0] = (process.env.${PLACE_VARIABLE} ?? '').split(' ');
await pause(Math.max(0, number - 2) * 150);
`;

test('a signal ends a start whose followed database cannot be reached, in whichever process it is', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('late.mjs', BEGINS_LATE);
  const child = workplace.start(['serve'], {
    SERVER_WORKERS: '6',
    DATABASE_FOLLOW: 'mysql://reader@127.0.0.1:1/rdp',
    NODE_OPTIONS: `--import ${workplace.at('late.mjs')}`,
  });
  const ended = ending(child);
  await until(() => workersOf(child).length > 1);
  await pause(700);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, stdout: '' });
});

test('more workers than a partner may be asked by at a time are refused, with the number that may be', async () => {
  await using workplace = await openWorkplace();
  const env = { SERVER_WORKERS: '8', APP_SETTINGS_ISEARCH_APIS: 'https://registry.example.org' };
  expect(await workplace.run(['serve'], { env })).toMatchObject({
    code: 1,
    stderr:
      'SERVER_WORKERS: server.workers is the number 8, but must be at most 4, as many as may ask the partner registry.example.org at a time.\n',
  });
});
