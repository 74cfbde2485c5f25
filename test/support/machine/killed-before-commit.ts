/** Loaded into a command before it starts: a kill -9 when all of a large change is written, just before it is committed. */

import { DatabaseSync } from 'node:sqlite';

/** More rows than making the tables writes. */
const MANY_ROWS = 1000;

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  if (sql === 'COMMIT') {
    const { rows } = this.prepare('SELECT total_changes() AS rows').get() ?? {};
    if (Number(rows) > MANY_ROWS) process.kill(process.pid, 'SIGKILL');
  }
  exec.call(this, sql);
};
