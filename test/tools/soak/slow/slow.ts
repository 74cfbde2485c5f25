/** Lists of genes, large pages and many readers at partners that are slow and well: none of them may count as failing. */

import { setTimeout as sleep } from 'node:timers/promises';
import { startScriptedPartner } from '../../../../src/demo/scripted-partner.ts';
import type { Origin, OriginState } from '../../../../src/domain/federation/origin.ts';
import type { Question } from '../../../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../../../src/domain/record/model.ts';
import { askList } from '../../../../src/federation/fan-out.ts';
import { questionOf } from '../../../federation/dialect/recorded-questions.ts';
import { openTestFederation } from '../../../support/partners/open-federation.ts';
import { type Chance, chance } from '../../bench/invented/chance.ts';
import { slowPartners } from './slow-partners.ts';

type Options = {
  seed: number;
  readers: number;
  /** The genes of each list. */
  genes: number;
  /** For how long new questions are put, in milliseconds. */
  lastsMs: number;
  /** Of the real times: a test takes less. */
  share: number;
};

export type SlowRun = {
  /** How many answers had each state. */
  states: ReadonlyMap<string, number>;
  /** What was said of a partner that answered every request in its own time. */
  wrong: readonly string[];
  /** The partner that took longer than it should, because the machine is busy: then nothing is judged. */
  slow: readonly string[];
};

const READ_MS = 3000;
const PARTNER_MS = 5000;
const SEARCH_MS = 6000;
/** Between two questions of a reader. */
const PAUSE_MS = 1000;
const SAID_OF_FAILING: ReadonlySet<OriginState> = new Set(['timed-out', 'resting']);

const GENES_OF_LIST = 20;
const MOST_PRINTED = 20;

/** Runs in real time and prints what came out; returns whether no partner was said to fail. */
export async function slow(
  { seconds, readers, seed }: { seconds: number; readers: number; seed: number },
  signal: AbortSignal,
): Promise<boolean> {
  const run = await slowRun({ seed, readers, genes: GENES_OF_LIST, lastsMs: seconds * 1000, share: 1 }, signal);
  const counts = [...run.states].map(([state, count]) => `${count} ${state}`).join(', ');
  process.stdout.write(`seed ${seed}: ${counts}; ${run.wrong.length} wrong\n`);
  for (const one of run.wrong.slice(0, MOST_PRINTED)) process.stdout.write(`  ${one}\n`);
  for (const key of run.slow) process.stdout.write(`  ${key} took too long itself: the machine is busy\n`);
  return run.wrong.length === 0;
}

export async function slowRun(
  { seed, readers, genes, lastsMs, share }: Options,
  signal: AbortSignal,
): Promise<SlowRun> {
  const drawn = chance(seed);
  const partners = slowPartners(drawn, share);
  await using opened = new AsyncDisposableStack();
  const settings = await Promise.all(
    partners.map(async ({ key, script }) => {
      const { url } = opened.use(await startScriptedPartner(script));
      const times = { connectTimeoutMs: 2000, readTimeoutMs: READ_MS * share, timeoutMs: PARTNER_MS * share };
      return { key, name: key, type: 'rdp', url, query: '', token: undefined, ...times, maxConcurrency: 4 };
    }),
  );
  const federation = opened.use(
    openTestFederation({
      partners: settings,
      ...{ freshSeconds: 1, staleSeconds: 1, searchTimeoutMs: SEARCH_MS * share },
      taxa: async () => [{ id: 9606, commonName: 'human' }],
    }),
  );
  const sources = federation.sources();
  const states = new Map<string, number>();
  const wrong: string[] = [];
  let asked = 0;

  function note(question: Question | undefined, { key, state, problem }: Origin): void {
    states.set(state, (states.get(state) ?? 0) + 1);
    if (!SAID_OF_FAILING.has(state)) return;
    const about = question === undefined ? 'a gene of a list' : JSON.stringify(question);
    wrong.push(`${key} ${state} (${problem?.title}): ${about}`);
  }

  async function search(): Promise<void> {
    const question = questionFor(drawn, ++asked);
    const queries = sources.map((source) => ({ source, question }));
    for await (const { origin } of federation.fanOut(queries, PUBLIC_VIEWER, signal)) note(question, origin);
  }

  async function list(): Promise<void> {
    const questions = Array.from({ length: genes }, () => geneSearch(++asked));
    const given = { questions, sources, isRetry: false, limitMs: 60_000 };
    for await (const { part } of askList(given, PUBLIC_VIEWER, signal)) note(undefined, part.origin);
  }

  async function repeat(ask: () => Promise<void>): Promise<void> {
    do {
      await ask();
      await sleep(PAUSE_MS * share);
    } while (performance.now() < untilMs && !signal.aborted);
  }
  // The first questions load modules and open connections.
  await search();
  const untilMs = performance.now() + lastsMs;
  await Promise.all([repeat(list), ...Array.from({ length: readers }, () => repeat(search))]);
  for (const { key, consecutiveFailures, openCount } of federation.circuitBreakers()) {
    if (consecutiveFailures > 0 || openCount > 0)
      wrong.push(`${key}: ${consecutiveFailures} failures, ${openCount} times open`);
  }
  const slow = partners.filter(({ slowestMs }) => slowestMs() > (READ_MS * share) / 2).map(({ key }) => key);
  return { states, wrong, slow };
}

function geneSearch(number: number): Question {
  return questionOf(`/api/genes/search?symbol=GENE${number}&taxonId=9606`);
}

/** A search, mostly; sometimes a page of a listing, of up to a thousand rows. */
function questionFor(drawn: Chance, number: number): Question {
  const kind = drawn.next();
  if (kind < 0.4) return geneSearch(number);
  if (kind < 0.8) return questionOf(`/api/users/search?nameLike=name${number}&prefix=false`);
  const size = kind < 0.9 ? 1000 : 30 + (number % 50);
  return { kind: kind < 0.85 ? 'users-list' : 'genes-list', page: { page: 0, size } };
}
