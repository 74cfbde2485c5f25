/** The transactions of this process that write of requests for access, each just before and just after it is in the file. */

import { DatabaseSync } from 'node:sqlite';

export type CommitMoment = 'before' | 'after';

const WRITES_OF_REQUESTS = /^\s*(?:INSERT|UPDATE|DELETE)\b[^(]*\b(access_request\w*|asked_person)\b/;

/** Calls back at both moments of each, with its number, until this is disposed. */
export function watchCommitsOfRequests(onCommit: (moment: CommitMoment, commit: number) => void): Disposable {
  const { prepare, exec } = DatabaseSync.prototype;
  let hasWritten = false;
  let commits = 0;

  DatabaseSync.prototype.prepare = function (sql, ...options) {
    if (this.isTransaction && WRITES_OF_REQUESTS.test(sql)) hasWritten = true;
    return prepare.call(this, sql, ...options);
  };

  DatabaseSync.prototype.exec = function (sql) {
    const isOfRequests = sql === 'COMMIT' && hasWritten;
    if (sql === 'COMMIT' || sql === 'ROLLBACK') hasWritten = false;
    if (!isOfRequests) return exec.call(this, sql);
    commits += 1;
    onCommit('before', commits);
    exec.call(this, sql);
    onCommit('after', commits);
  };

  return { [Symbol.dispose]: () => void Object.assign(DatabaseSync.prototype, { prepare, exec }) };
}
