/** `npm run soak -- --chaos`: everything that can go wrong does, by a seed, while every answer is held against what is true. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type SeededRandom, seededRandom } from '../../bench/invented/seeded-random.ts';
import { verdictWord } from '../../bench/targets.ts';
import { textTable } from '../../bench/text-table.ts';
import { ask, openAgent } from './ask.ts';
import { chaosVerdicts, outcomeOf, sampleTable } from './chaos-verdicts.ts';
import { MACHINE } from './explained.ts';
import { faultsOf } from './faults.ts';
import { readFederated } from './federated-text.ts';
import { inOrder } from './in-order.ts';
import { type Expectation, judge, type Model } from './judge.ts';
import { type ChaosNetwork, FRESH_SECONDS, nameOf, openChaosNetwork } from './network.ts';
import { READER_TOKEN } from './people.ts';
import { type Put, QUESTIONS } from './questions.ts';
import { openRunRecord, type RunRecord } from './record-of-run.ts';
import { type ChaosSample, heldBy } from './samples.ts';
import { waver } from './waver.ts';

export type ChaosTally = {
  /** Questions by their kind, and answers by what became of them. */
  questions: Map<string, number>;
  outcomes: Map<string, number>;
  /** Parts of them by the state that each registry is set to. */
  parts: Map<string, number>;
  /** What was wrong, with its time and question. */
  wrong: string[];
};

/** `workers`: how many processes each instance has. */
type Options = { seconds: number; workers: number; seed: number };
type Running = { network: ChaosNetwork; run: RunRecord; tally: ChaosTally; over: AbortSignal };

const READERS = 8;
const MOST_PAUSE_MS = 200;
const FAULT_EVERY_MS = 2500;
const [SHORTEST_MS, MOST_MORE_MS] = [4000, 8000];
const SAMPLE_EVERY_MS = 5000;
const [LOOK_EVERY_MS, STARVED_MS] = [100, 500];
const CALM_MS = 8000;
const MOST_WRONG = 30;

/** Answers whether all was well. */
export async function chaos({ seconds, workers, seed }: Options, signal: AbortSignal): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  try {
    print(`seed ${seed}: starting eight partners and two instances, workers of each: ${workers} …`);
    await using network = await openChaosNetwork(folder, workers);
    if (network.database === undefined) print('without MariaDB: nobody here withdraws');
    if (network.redis === undefined) print('without Valkey or Redis: nothing is shared');
    for (const instance of network.instances) await inOrder(instance);
    const run = openRunRecord();
    const tally: ChaosTally = { questions: new Map(), outcomes: new Map(), parts: new Map(), wrong: [] };
    const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
    const samples = await underChaos({ network, run, tally, over }, seed);
    signal.throwIfAborted();
    return await conclude({ network, run, tally, over }, samples, { seconds, workers, seed });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function underChaos(running: Running, seed: number): Promise<ChaosSample[]> {
  const { network, tally, run, over } = running;
  const agent = openAgent();
  const readers = Array.from({ length: READERS }, (_, at) => readOn(running, agent, seededRandom(seed + 1 + at)));
  const samples: ChaosSample[] = [];
  const sampling = (async () => {
    while (!over.aborted) {
      await pause(SAMPLE_EVERY_MS, undefined, { signal: over }).catch(() => {});
      samples.push(heldBy(processesOf(network), Date.now() - run.startedMs));
      print(`${line(running, samples.at(-1) as ChaosSample)}`);
    }
  })();
  const others = [
    breakThings(running, seededRandom(seed)),
    waver(network, run, seededRandom(seed + 100), over),
    watchMachine(running),
  ];
  await Promise.all([...readers, ...others, sampling]);
  agent.destroy();
  tally.wrong.push(...network.instances.flatMap(({ faults }) => faults.map((fault) => `fault in the log: ${fault}`)));
  return samples;
}

function processesOf({ instances }: ChaosNetwork): number[] {
  return instances.flatMap((instance) => [instance.pid, ...instance.workers()]);
}

async function readOn(running: Running, agent: ReturnType<typeof openAgent>, random: SeededRandom): Promise<void> {
  const { network, over } = running;
  const keys = ['local', ...network.partners.map(({ key }) => key)];
  while (!over.aborted) {
    const instance = random.pick(network.instances);
    const question = random.pick(QUESTIONS);
    const token = random.pick([READER_TOKEN, undefined]);
    await question.put(putting(running, agent, instance, { name: question.name, token }), random, keys);
    await pause(random.below(MOST_PAUSE_MS));
  }
}

/** @param question its name, and the account that asks it wherever the question has none of its own */
function putting(
  { network, run, tally }: Running,
  agent: ReturnType<typeof openAgent>,
  { name, url }: { name: string; url: string },
  question: { name: string; token: string | undefined },
): Put {
  const names = new Map([...network.people.keys()].map((key) => [key, nameOf(key)]));
  const model: Model = { run, people: network.people, names, freshMs: FRESH_SECONDS * 1000 };
  return async (about, expectation: Expectation, more = () => []) => {
    const ofAccount = question.token !== undefined && about.path.startsWith('/api/') ? { token: question.token } : {};
    const answered = await ask(agent, url, { instance: name, ...ofAccount, ...about });
    count(tally.questions, question.name);
    count(tally.outcomes, outcomeOf(answered, expectation));
    const isThere = 'reply' in answered && answered.reply.status === 200;
    const text = isThere ? answered.reply.text : undefined;
    if (text !== undefined && expectation.form === 'records') {
      for (const { state } of readFederated(text, expectation.isStreamed).origins) count(tally.parts, state);
    }
    const wrong = [...judge(model, answered, expectation), ...(text === undefined ? [] : more(text))];
    for (const what of wrong) {
      const at = `${((answered.askedMs - run.startedMs) / 1000).toFixed(1)} s, ${name}, ${about.path.slice(0, 150)}`;
      if (tally.wrong.length >= MOST_WRONG) continue;
      tally.wrong.push(`${at}: ${what}`);
      print(`WRONG ${tally.wrong.at(-1)}`);
    }
    return text;
  };
}

/** One fault after the other, several at a time, never two at one target. */
async function breakThings({ network, run, tally, over }: Running, random: SeededRandom): Promise<void> {
  const faults = faultsOf(network, run);
  const underWay = new Map<string, Promise<void>>();
  while (!over.aborted) {
    await pause(FAULT_EVERY_MS, undefined, { signal: over }).catch(() => {});
    const fault = random.pick(faults);
    const target = random.pick(fault.targets);
    const lastsMs = SHORTEST_MS + random.below(MOST_MORE_MS);
    if (over.aborted || underWay.has(target)) continue;
    count(run.faults, fault.kind);
    print(`${Math.round((Date.now() - run.startedMs) / 1000)} s: ${fault.kind}, ${target}`);
    const ended = fault
      .play(target, lastsMs, random)
      .catch((error) => {
        tally.wrong.push(`${fault.kind}, ${target}: ${error}`);
        print(`WRONG ${tally.wrong.at(-1)}`);
      })
      .finally(() => underWay.delete(target));
    underWay.set(target, ended);
  }
  await Promise.all(underWay.values());
}

/** Notes when this process, which has little to do, had no turn for so long that partners may have been late by it. */
async function watchMachine({ run, over }: Running): Promise<void> {
  while (!over.aborted) {
    const fromMs = Date.now();
    await pause(LOOK_EVERY_MS, undefined, { signal: over }).catch(() => {});
    const untilMs = Date.now();
    const lateMs = untilMs - fromMs - LOOK_EVERY_MS;
    if (lateMs < STARVED_MS) continue;
    run.wasAway(MACHINE, { fromMs, untilMs });
    print(`the machine gave no turn for ${lateMs} ms`);
  }
}

async function conclude(running: Running, samples: readonly ChaosSample[], options: Options): Promise<boolean> {
  const { network, run, tally } = running;
  await pause(CALM_MS);
  const calm = heldBy(processesOf(network), Date.now() - run.startedMs);
  const codes = await Promise.all(network.instances.map((instance) => instance.stop()));
  const verdicts = chaosVerdicts({ tally, samples, calm, codes, processes: 3 * network.instances.length });
  const rows = verdicts.map(({ what, target, figure, met }) => [what, target, figure, verdictWord(met)]);
  const sorted = (counts: Map<string, number>) =>
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, times]) => [what, String(times)]);
  const tables = [
    `Seed ${options.seed}, ${options.seconds} s.`,
    textTable(['Target', 'wanted', 'found', ''], rows),
    textTable(['Questions', 'count'], sorted(tally.questions)),
    textTable(['Answers', 'count'], sorted(tally.outcomes)),
    textTable(['Parts', 'count'], sorted(tally.parts)),
    textTable(['Faults', 'count'], sorted(run.faults)),
    sampleTable(samples),
    ...tally.wrong,
    ...network.instances.flatMap(({ complaints }) => complaints),
  ];
  process.stdout.write(`${tables.join('\n\n')}\n`);
  return verdicts.every(({ met }) => met !== false);
}

function line({ tally }: Running, { atMs, residentMegabytes, descriptors }: ChaosSample): string {
  const answers = [...tally.outcomes.values()].reduce((sum, one) => sum + one, 0);
  const held = `resident ${Math.round(residentMegabytes)} MB, ${descriptors} descriptors`;
  return `${Math.round(atMs / 1000)} s: ${answers} answers, ${tally.wrong.length} wrong; ${held}`;
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function print(text: string): void {
  process.stderr.write(`  ${text}\n`);
}
