/**
 * Loaded into a registry before it starts: a clock that is ahead, and a kill -9 at one of the transactions that write of
 * requests for access. What was written of them so far stands in a file, a line each.
 */

import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** From the environment: how far ahead; the file of what was written; the file that names where to end, deleted then. */
export type KilledAtACommit = { CLOCK_AHEAD_MS: string; COMMITS_FILE: string; KILL_FILE: string };

const { CLOCK_AHEAD_MS = '0', COMMITS_FILE = '', KILL_FILE = '' } = process.env;
const WRITES_OF_REQUESTS = /^\s*(?:INSERT|UPDATE|DELETE)\b[^(]*\b(access_request\w*|asked_person)\b/;

const RealDate = Date;
const aheadMs = Number(CLOCK_AHEAD_MS);
globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + aheadMs] : given) as [number]));
  }
  static override now(): number {
    return RealDate.now() + aheadMs;
  }
} as DateConstructor;

let written: string[] = [];
let commits = 0;
const { prepare, exec } = DatabaseSync.prototype;

DatabaseSync.prototype.prepare = function (sql, ...options) {
  const [, table] = WRITES_OF_REQUESTS.exec(sql) ?? [];
  if (table !== undefined && this.isTransaction) written.push(table);
  return prepare.call(this, sql, ...options);
};

DatabaseSync.prototype.exec = function (sql) {
  const tables = sql === 'COMMIT' ? written : [];
  if (sql === 'COMMIT' || sql === 'ROLLBACK') written = [];
  if (tables.length === 0) return exec.call(this, sql);
  commits += 1;
  killAt('before');
  exec.call(this, sql);
  appendFileSync(COMMITS_FILE, `${tables.join(' ')}\n`);
  killAt('after');
};

/** Of several processes the first that comes there. */
function killAt(place: 'before' | 'after'): void {
  if (!existsSync(KILL_FILE) || readFileSync(KILL_FILE, 'utf8') !== `${place} ${commits}`) return;
  rmSync(KILL_FILE);
  process.kill(process.pid, 'SIGKILL');
}
