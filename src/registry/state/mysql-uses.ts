/** Uses that bounds count, in a database that several instances share. */

import { HOUR_MS } from '../../domain/durations.ts';
import type { AskTables } from './mysql-tables.ts';
import type { UseStore } from './service-state.ts';

const DROP_ENDED = 'DELETE FROM service_counted_use WHERE at <= ? OR at > ?';
const COUNT = 'SELECT count(*), min(at) FROM service_counted_use WHERE bound = ?';
const ADD = 'INSERT INTO service_counted_use (bound, caller, at) VALUES (?, ?, ?)';

type CountRow = [count: number, oldestAtMs: number | null];

export function mysqlUses(ask: AskTables): UseStore {
  return {
    take: ({ name, mostOfCaller, mostInAll }, caller, nowMs) =>
      ask(({ inTurn }) =>
        inTurn('uses', async ({ rows, run }) => {
          await run(DROP_ENDED, nowMs - HOUR_MS, nowMs + HOUR_MS);
          const [[own, ownOldest] = [0, null]] = await rows<CountRow>(`${COUNT} AND caller = ?`, name, caller);
          if (own >= mostOfCaller) return { oldestAtMs: ownOldest ?? nowMs };
          const [[all, allOldest] = [0, null]] = await rows<CountRow>(COUNT, name);
          if (all >= mostInAll) return { oldestAtMs: allOldest ?? nowMs };
          await run(ADD, name, caller, nowMs);
          return 'taken' as const;
        }),
      ),
  };
}
