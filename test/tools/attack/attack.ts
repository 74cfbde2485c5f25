/** One hostile answer, put once or several times at once while others ask: how long they wait, and how much memory it takes. */

import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { computingTime, waitForProcessors } from '../../support/machine/stopwatch.ts';
import type { AttackedKind, HostileAnswer } from './hostile-answers.ts';
import { GOOD_PARTNER, type HostileNetwork } from './hostile-network.ts';

export type AttackFigures = {
  name: string;
  /** How many questions were put at once. */
  questions: number;
  /** The longest that others waited, and the longest without the attack. */
  worst: WorstWait;
  worstWithout: WorstWait;
  /** Resident above that at rest: the most at any time, and what stayed after a collection. */
  peakMegabytes: number;
  /** Of the heap and outside it, after a collection, above that at rest. */
  heldMegabytes: number;
  /** How long the questions took. */
  elapsedMs: number;
};

/**
 * Of several waits the longest: by the clock, what the registry's thread computed meanwhile, and what of the wait is owed to
 * the registry. That is all of it but the time for which its thread, or one that it waits for, was ready and the machine gave
 * it no processor; never less than what its thread computed.
 */
export type WorstWait = { waitedMs: number; computedMs: number; owedMs: number };

/** What others may wait longer, and what may be held above that at rest. */
export const MOST_WAIT_MS = 50;
export const MOST_PEAK_MEGABYTES = 150;

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const CATEGORIES = ['', 'EX_VIVO', 'IN_SILICO', 'IN_VITRO_CELLS', 'EX_VIVO,IN_SILICO', 'EX_VIVO,IN_VITRO_CELLS'].concat(
  ['IN_SILICO,IN_VITRO_CELLS', 'EX_VIVO,IN_SILICO,IN_VITRO_CELLS'],
);
/** Different questions that have the same answer here. */
const QUESTIONS: Readonly<Record<AttackedKind, (index: number) => string>> = {
  genes: (index) =>
    `/api/federated/genes/search?symbol=BRCA1&taxonId=9606&researcherCategories=IN_VIVO,${CATEGORIES[index]}`,
  users: (index) => `/api/federated/users/search?descriptionLike=${LETTERS[index]}`,
  'gene-list': (index) => `/api/federated/genes?page=${index}`,
  'user-list': (index) => `/api/federated/users?page=${index}`,
  stats: (index) => `/api/federated/stats?${'&'.repeat(index)}`,
  terms: (index) => `/api/federated/ontologies/hp/terms?ontologyTermIds=HP:000000${index}`,
};
const OTHERS = '/api/taxa/9606';
/** Who asks for it at the same time, and how long each rests in between. */
const ASKERS = 2;
const OPEN_MS = 3;
const WITHOUT_MS = 400;
/** Work that goes on behind the answer counts as well. */
const BEHIND_MS = 200;

/** @param questions at most eight */
export async function attack(
  network: HostileNetwork,
  { name, asked }: HostileAnswer,
  questions: number,
): Promise<AttackFigures> {
  const { registry, play } = network;
  await using agent = keptConnections();
  const ask = (path: string) => read(agent.agent, registry.url + path);
  await play({ name: GOOD_PARTNER });
  await Promise.all(LETTERS.map((_, index) => ask(QUESTIONS.users(index))));
  const worstWithout = await worstWait(ask, pause(WITHOUT_MS));
  await play({ name });
  collectGarbage();
  const atRest = heldBytes();
  const peakMegabytes = startPeak();
  const began = performance.now();
  let elapsedMs = 0;
  const all = Promise.all(Array.from({ length: questions }, (_, index) => ask(QUESTIONS[asked](index)))).then(() => {
    elapsedMs = performance.now() - began;
    return pause(BEHIND_MS);
  });
  const worst = await worstWait(ask, all);
  const peak = peakMegabytes();
  collectGarbage();
  const heldMegabytes = (heldBytes() - atRest) / 2 ** 20;
  return { name, questions, worst, worstWithout, peakMegabytes: peak, heldMegabytes, elapsedMs };
}

/**
 * The longest that any of the others waited until that ended, from the moment when they wanted to ask: who shares the
 * thread with the registry cannot ask while it computes.
 */
async function worstWait(ask: (path: string) => Promise<void>, until: Promise<unknown>): Promise<WorstWait> {
  let isOver = false;
  const worst = { waitedMs: 0, computedMs: 0, owedMs: 0 };
  async function askOn(): Promise<void> {
    while (!isOver) {
      const readyMs = waitForProcessors();
      const computing = computingTime();
      const beganMs = performance.now();
      await pause(OPEN_MS);
      await ask(OTHERS);
      const waitedMs = performance.now() - beganMs - OPEN_MS;
      const computedMs = computing();
      worst.waitedMs = Math.max(worst.waitedMs, waitedMs);
      worst.computedMs = Math.max(worst.computedMs, computedMs);
      worst.owedMs = Math.max(worst.owedMs, computedMs, waitedMs - readyMs());
    }
  }
  const askers = Array.from({ length: ASKERS }, askOn);
  await until;
  isOver = true;
  await Promise.all(askers);
  return worst;
}

function keptConnections(): AsyncDisposable & { agent: Agent } {
  const agent = new Agent({ keepAlive: true });
  return { agent, [Symbol.asyncDispose]: async () => agent.destroy() };
}

/** What it says is of no interest, and costs nothing. */
function read(agent: Agent, url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(url, { agent }, (response) => response.resume().once('end', resolve).once('error', reject)).once('error', reject);
  return promise;
}

let collect: (() => void) | undefined;

function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Answers how much more was resident at any time since; by the kernel, which also sees what nobody here has time to look at. */
function startPeak(): () => number {
  // On Linux alone.
  if (process.platform !== 'linux') return () => 0;
  writeFileSync('/proc/self/clear_refs', '5');
  const before = residentMegabytes('VmRSS');
  return () => residentMegabytes('VmHWM') - before;
}

function residentMegabytes(name: string): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}
