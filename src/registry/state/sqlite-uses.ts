/** Uses that bounds count, in an SQLite file that all processes share. */

import { HOUR_MS } from '../../domain/durations.ts';
import type { Store } from '../store/store.ts';
import type { UseStore } from './service-state.ts';

const DROP_ENDED = 'DELETE FROM counted_use WHERE at <= ? OR at > ?';
const ADD = 'INSERT INTO counted_use (bound, caller, at) VALUES (?, ?, ?)';

type CountRow = [count: number, oldestAtMs: number | null];

export function sqliteUses(store: Store): UseStore {
  const ofCaller = store.query<CountRow>('SELECT count(*), min(at) FROM counted_use WHERE bound = ? AND caller = ?');
  const ofAll = store.query<CountRow>('SELECT count(*), min(at) FROM counted_use WHERE bound = ?');
  return {
    take: ({ name, mostOfCaller, mostInAll }, caller, nowMs) =>
      store.writeInTurn((tx) => {
        tx.run(DROP_ENDED, nowMs - HOUR_MS, nowMs + HOUR_MS);
        const [own, ownOldest] = ofCaller.first(tx, name, caller) ?? [0, null];
        const [all, allOldest] = ofAll.first(tx, name) ?? [0, null];
        if (own >= mostOfCaller) return { oldestAtMs: ownOldest ?? nowMs };
        if (all >= mostInAll) return { oldestAtMs: allOldest ?? nowMs };
        tx.run(ADD, name, caller, nowMs);
        return 'taken';
      }),
  };
}
