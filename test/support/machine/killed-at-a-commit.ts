/** Loaded into a registry before it starts: a kill -9 just before a transaction that writes of requests for access. */

import { existsSync, rmSync } from 'node:fs';
import { watchCommitsOfRequests } from './commits-of-requests.ts';

/** From the environment: a file. Once it is there, the first process that comes to such a transaction deletes it and ends. */
export type KilledAtACommit = { KILL_FILE: string };

const { KILL_FILE = '' } = process.env;

watchCommitsOfRequests((moment) => {
  if (moment === 'after' || !existsSync(KILL_FILE)) return;
  rmSync(KILL_FILE);
  process.kill(process.pid, 'SIGKILL');
});
