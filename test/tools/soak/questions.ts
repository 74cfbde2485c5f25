/** What is asked under soak: everything there is, in every way, by readers who stay and readers who leave. */

import { searchPath } from '../bench/federation/timings.ts';
import type { Question } from './readers.ts';

const STREAM = 'application/x-ndjson';
const MOST_STAY_MS = 400;
const LISTED_PAGES = 5;
const LAST_NAMES = ['an', 'br', 'cal', 'dem', 'eld', 'fro', 'gil', 'hem'];

/** A question stands here as often as it is to be asked. `steady` names partners that answer. */
export function soakQuestions(symbols: readonly string[], steady: readonly string[], adminToken: string): Question[] {
  type Random = () => number;
  const one = <T>(list: readonly T[], random: Random) => list[Math.floor(random() * list.length)] as T;
  const search = (random: Random) => searchPath(one(symbols, random));
  const popular = (random: Random) => searchPath(one(symbols.slice(0, 5), random));
  const fromSteady = `&origins=local&origins=${steady.join('&origins=')}`;
  const name = (random: Random) => `/api/federated/users/search?nameLike=${one(LAST_NAMES, random)}&prefix=true`;
  const page = (random: Random) => Math.floor(random() * LISTED_PAGES);
  const stay = (random: Random) => random() * MOST_STAY_MS;
  return [
    ...Array.from({ length: 3 }, (): Question => (random) => ({ path: search(random) })),
    (random) => ({ path: search(random), accept: STREAM }),
    (random) => ({ path: search(random), accept: STREAM }),
    (random) => ({ path: search(random), accept: STREAM, leavesAtOnce: true }),
    (random) => ({ path: search(random), accept: STREAM, leavesAfterMs: stay(random) }),
    (random) => ({ path: search(random), leavesAfterMs: stay(random) }),
    (random) => ({ path: search(random), token: adminToken }),
    (random) => ({ path: search(random), token: adminToken, leavesAfterMs: stay(random) }),
    (random) => ({ path: popular(random) + fromSteady }),
    (random) => ({ path: popular(random) + fromSteady }),
    (random) => ({ path: name(random) }),
    (random) => ({ path: name(random), accept: STREAM }),
    (random) => ({ path: `/api/federated/users?page=${page(random)}&size=20` }),
    (random) => ({ path: `/api/federated/genes?page=${page(random)}&size=20`, accept: STREAM }),
    (random) => ({ path: search(random).replace('/search', '/coverage') }),
    () => ({ path: '/api/federated/stats' }),
    () => ({ path: '/api/federated/partners' }),
    (random) => ({ path: `/api/federated/resolve?text=${one([...symbols, ...LAST_NAMES], random)}` }),
    () => ({ path: '/api/federated/ontologies/go/terms?ontologyTermIds=GO:0008150' }),
    (random) => ({ path: `/api/federated/users/1?origin=${one(steady, random)}` }),
    (random) => ({ path: `/api/federated/users/${1 + page(random)}?origin=local` }),
    (random) => ({ path: `${search(random)}&origins=nobody` }),
    (random) => ({ path: `${search(random)}&cursor=forged` }),
    (random) => ({ path: search(random).replace('/federated', '') }),
    (random) => ({ path: `/api/users?page=${page(random)}&size=20` }),
  ];
}
