/** What two processes behind one port do beside one, over the same database: requests for processor time, and for time. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAIN } from '../../../support/machine/command-line.ts';
import { writeRegistry } from '../invented/generate-registry.ts';
import type { LoadGenerator } from '../load.ts';
import { assertSound, median } from '../measure-workload.ts';
import { usageOfTree } from '../processes/process-usage.ts';
import { importSeconds } from '../processes/registry-process.ts';
import { type ServerProcess, startServer } from '../processes/server-process.ts';
import { readSnapshot, type Workload, workloadsOf } from '../workloads.ts';

export type WorkersFigures = {
  workload: string;
  /** Of one process, and of two with the one that watches over them. */
  one: Rates;
  two: Rates;
  /** Two over one, in the same round; medians of the rounds. */
  byProcessorTime: number;
  byTime: number;
};
export type Rates = {
  perSecond: number;
  perProcessorSecond: number;
  /** Processor time over time gone by; what is left of the cores the load generator had, and whoever else is there. */
  busy: number;
};

type Options = { folder: string; seconds: number; generator: LoadGenerator; onStep: (step: string) => void };

const PEOPLE = 500;
const ASKED = ['gene-search', 'by-id'];
const CONNECTIONS = 16;
const ROUNDS = 5;

export async function benchWorkers(options: Options, signal: AbortSignal): Promise<WorkersFigures[]> {
  const { folder, onStep } = options;
  await mkdir(folder);
  onStep('inventing and importing a registry');
  const snapshotFile = join(folder, 'snapshot.json.gz');
  await writeRegistry(snapshotFile, { people: PEOPLE }, signal);
  await importSeconds(folder, snapshotFile, signal);
  const workloads = workloadsOf(await readSnapshot(snapshotFile)).filter(({ name }) => ASKED.includes(name));
  onStep('starting it with one process and with two');
  await using one = await startWith(folder, 1, signal);
  await using two = await startWith(folder, 2, signal);
  const figures: WorkersFigures[] = [];
  for (const workload of workloads) {
    onStep(workload.title);
    figures.push(await compare(options, workload, { one, two }, signal));
  }
  return figures;
}

async function startWith(folder: string, workers: number, signal: AbortSignal): Promise<ServerProcess> {
  const imported = JSON.parse(await readFile(join(folder, 'registry.yaml'), 'utf8'));
  const configFile = join(folder, `workers-${workers}.yaml`);
  await writeFile(configFile, JSON.stringify({ ...imported, server: { workers } }));
  return startServer({ words: [MAIN, 'serve', '--config', configFile], firstPath: '/readyz' }, signal);
}

type Servers = { one: ServerProcess; two: ServerProcess };

/** In turn, round after round, as the machine may be busy with other things for a while; the first round warms up. */
async function compare(
  { generator, seconds }: Options,
  { paths, title, mayRefuse, name }: Workload,
  { one, two }: Servers,
  signal: AbortSignal,
): Promise<WorkersFigures> {
  const round = Math.max(1, Math.ceil(seconds / ROUNDS));
  const load = async ({ url, pid }: ServerProcess): Promise<Rates> => {
    const beforeMs = usageOfTree(pid).cpuMs;
    const asked = { url, paths, offset: 0, connections: CONNECTIONS, seconds: round };
    const result = await generator.run(asked, signal);
    const cpuSeconds = (usageOfTree(pid).cpuMs - beforeMs) / 1000;
    if (!mayRefuse) assertSound(result, title, 0);
    const { requests } = result;
    return {
      perSecond: requests / result.seconds,
      perProcessorSecond: requests / cpuSeconds,
      busy: cpuSeconds / result.seconds,
    };
  };
  const rounds: { one: Rates; two: Rates }[] = [];
  for (let at = 0; at <= ROUNDS; at++) {
    const measured = { one: await load(one), two: await load(two) };
    if (at > 0) rounds.push(measured);
  }
  return {
    workload: name,
    one: medians(rounds.map((each) => each.one)),
    two: medians(rounds.map((each) => each.two)),
    byProcessorTime: median(rounds.map((each) => each.two.perProcessorSecond / each.one.perProcessorSecond)),
    byTime: median(rounds.map((each) => each.two.perSecond / each.one.perSecond)),
  };
}

function medians(rates: readonly Rates[]): Rates {
  return {
    perSecond: median(rates.map(({ perSecond }) => perSecond)),
    perProcessorSecond: median(rates.map(({ perProcessorSecond }) => perProcessorSecond)),
    busy: median(rates.map(({ busy }) => busy)),
  };
}
