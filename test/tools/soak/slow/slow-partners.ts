/** Partners that are slow, and answer every request in their own time. */

import { setTimeout as sleep } from 'node:timers/promises';
import { geneRecord, userRecord } from '../../../../src/demo/mock-people.ts';
import type { Behaviour, Script, ScriptedRequest } from '../../../../src/demo/partner-behaviours.ts';
import * as does from '../../../support/partners/behaviours.ts';
import type { Chance } from '../../bench/invented/chance.ts';

export type SlowPartner = {
  key: string;
  script: Script;
  /** The longest time that a request took here, in milliseconds. */
  slowestMs(): number;
};

/** The fastest and the slowest answer, in milliseconds. */
const LEAST_MS = 50;
const MOST_MS = 900;
const ROWS = 300;
const MOST_ROWS_OF_PAGE = 20;
/** A person whose record RDP cannot write: every page with them is 500. */
const BROKEN_ROW = 137;
const ERROR = { status: 500, error: 'Internal Server Error' };

/**
 * Makes partners of 1.5 and 1.4: one with the errors of RDP 1.5 for gene searches of all organisms and for a broken record,
 * one with short pages, and one that is asked tier by tier.
 *
 * @param share of the real times that everything takes
 */
export function slowPartners(chance: Chance, share: number): SlowPartner[] {
  return [
    slowPartner('errs', '1.5.10', { fails: true, pageSize: 1000 }),
    slowPartner('short', '1.5.10', { fails: false, pageSize: MOST_ROWS_OF_PAGE }),
    slowPartner('tiers', '1.4.11', { fails: false, pageSize: 1000 }),
  ];

  function slowPartner(key: string, version: string, { fails, pageSize }: Habits): SlowPartner {
    let slowestMs = 0;
    const slowly = (answer: (request: ScriptedRequest) => Behaviour): Behaviour => {
      return async (call) => {
        const beganMs = performance.now();
        await sleep(share * (LEAST_MS + chance.next() * (MOST_MS - LEAST_MS)), undefined, { signal: call.signal });
        await answer(call.request)(call);
        slowestMs = Math.max(slowestMs, performance.now() - beganMs);
      };
    };
    const listing = (record: (id: number) => unknown) =>
      slowly(({ params }) => pageOf(record, params, { fails, pageSize }));
    return {
      key,
      slowestMs: () => slowestMs,
      script: {
        '/api': does.version(version),
        '/api/stats': slowly(() => does.json({ version, users: ROWS, researchersByTaxonId: { 9606: 200, 10090: 9 } })),
        '/api/genes/search': slowly(({ params }) => geneSearch(params, fails)),
        '/api/users/search': slowly(() => does.json([])),
        '/api/users': listing((id) => userRecord(id)),
        '/api/genes': listing((id) => geneRecord(id)),
        '/api/taxa/*': slowly(() => does.status(404, 'Unknown taxon ID')),
      },
    };
  }
}

type Habits = { fails: boolean; pageSize: number };

/** Fails for half of the symbols where no organism is named. */
function geneSearch(params: URLSearchParams, fails: boolean): Behaviour {
  const symbol = params.get('symbol') ?? '';
  const organism = Number(params.get('orthologTaxonId') ?? 0);
  if (fails && organism <= 0 && symbol.charCodeAt(symbol.length - 1) % 2 === 1) return does.status(500, ERROR);
  const isFound = (organism <= 0 || organism === 9606) && does.asksForTier1(params);
  return does.json(isFound ? [geneRecord(1, { symbol })] : []);
}

function pageOf(record: (id: number) => unknown, params: URLSearchParams, { fails, pageSize }: Habits): Behaviour {
  const number = Number(params.get('page') ?? 0);
  const size = Math.min(pageSize, Number(params.get('size') ?? 10));
  const ids = Array.from({ length: size }, (_, place) => number * size + place).filter((id) => id < ROWS);
  if (fails && ids.includes(BROKEN_ROW)) return does.status(500, ERROR);
  const last = (number + 1) * size >= ROWS;
  return does.json({ content: ids.map((id) => record(id + 1)), number, size, totalElements: ROWS, last });
}
