/** Prepared questions, which outlive the connection that they were prepared on. */

import type { StatementSync } from 'node:sqlite';
import type { Connection } from './sqlite-connection.ts';
import type { Query, Row } from './store.ts';

type PreparedQueryOptions = {
  sql: string;
  /** The one that is open now. */
  connection(): Connection;
  /** Runs work on the file, and sees to what it throws. */
  guarded<T>(work: () => T): T;
};

/** Prepares the question, and once more whenever the file has been opened anew. */
export function preparedQuery<R extends Row>({ sql, connection, guarded }: PreparedQueryOptions): Query<R> {
  let preparedOn = connection();
  let statement = guarded(() => prepare(preparedOn, sql));

  function current(): StatementSync {
    if (preparedOn !== connection()) {
      statement = prepare(connection(), sql);
      preparedOn = connection();
    }
    return statement;
  }

  return {
    all: (_tx, ...parameters) => guarded(() => current().all(...parameters) as unknown as R[]),
    first: (_tx, ...parameters) => guarded(() => current().get(...parameters) as unknown as R | undefined),
    *each(_tx, ...parameters) {
      const rows = guarded(() => current().iterate(...parameters) as unknown as IterableIterator<R>);
      for (;;) {
        const { done, value } = guarded(() => rows.next());
        if (done) return;
        yield value;
      }
    },
  };
}

function prepare({ database }: Connection, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}
