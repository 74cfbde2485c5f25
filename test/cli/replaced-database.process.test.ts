/** A database file that is overwritten: seen by looks at it, one a second, which come late in a process that does other things too. */

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { largeSnapshot, makeFile, notReady, READY, untilReadiness } from '../support/registry/large-registry.ts';

const PEOPLE = 60;

test('it is reported, and answers come from the other data once they are whole', async () => {
  await using workplace = await openWorkplace();
  const [file, modern] = [workplace.at('registry.sqlite'), workplace.at('Modern.sqlite')];
  makeFile(workplace.at('Ancient.sqlite'), largeSnapshot('Ancient', PEOPLE));
  makeFile(modern, largeSnapshot('Modern', PEOPLE));
  await copyFile(workplace.at('Ancient.sqlite'), file);
  await using server = await workplace.serve([], { LOG_LEVEL: 'warn' });
  const nameOf7 = async () => ((await (await fetch(`${server.url}/api/users/7`)).json()) as { name: string }).name;
  expect(await nameOf7()).toBe('Ancient');
  // The log has been as it is for a while.
  await pause(13_000);
  await writeFile(file, await readFile(modern));
  await untilReadiness(server.url, notReady('it was changed by something other than SQLite, and is being checked'));
  await untilReadiness(server.url, READY);
  expect(await nameOf7()).toBe('Modern');
  await server.stop();
  using database = new DatabaseSync(file);
  expect(database.prepare('SELECT name FROM user WHERE id = 7').get()).toEqual({ name: 'Modern' });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});
