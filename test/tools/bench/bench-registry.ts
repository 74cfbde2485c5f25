/** All that is measured of one registry, from its snapshot to its last answer. */

import { mkdir } from 'node:fs/promises';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import type { LoadGenerator } from './load.ts';
import { measureSlowQuestion, type SlowQuestionFigures } from './measure-slow-question.ts';
import { measureWorkload, median, type WorkloadFigures } from './measure-workload.ts';
import { usageOf } from './processes/process-usage.ts';
import { importSeconds, startRegistry } from './processes/registry-process.ts';
import { readSnapshot, type Workload, workloadsOf } from './workloads.ts';

export type RegistryFigures = {
  people: number;
  registeredGenes: number;
  referenceGenes: number;
  importSeconds: number;
  /** From the start of the process to its first answer. */
  startMs: number;
  workloads: WorkloadFigures[];
  /** Undefined when it was not asked for. */
  slowQuestion: SlowQuestionFigures | undefined;
  peakMegabytes: number;
};

const SLOW_QUESTION_NAME = 'slow-question';

type Options = {
  snapshotFile: string;
  /** Takes the database and all else that is written. */
  folder: string;
  seconds: number;
  /** The name of the one measurement to make; undefined makes all. */
  only: string | undefined;
  generator: LoadGenerator;
  /** Called with what is being done. */
  onStep: (step: string) => void;
};

export async function benchRegistry(options: Options, signal: AbortSignal): Promise<RegistryFigures> {
  const { snapshotFile, folder, seconds, only, generator, onStep } = options;
  await mkdir(folder);
  onStep('reading the snapshot');
  const { workloads, ...counts } = asked(await readSnapshot(snapshotFile));
  const names = [...workloads.map(({ name }) => name), SLOW_QUESTION_NAME];
  if (only !== undefined && !names.includes(only)) {
    throw new Error(`There is no measurement '${only}'; there are ${names.join(', ')}.`);
  }
  onStep('importing');
  const imported = await importSeconds(folder, snapshotFile, signal);
  onStep('starting');
  const started = await startRegistry(folder, false, signal);
  await using registry = started.server;
  const isMeasured = ({ name }: Workload) => only === undefined || only === name;

  const figures: WorkloadFigures[] = [];
  for (const workload of workloads.filter((workload) => isMeasured(workload) && !workload.anonymises)) {
    onStep(workload.title);
    figures.push(await measureWorkload({ workload, registry, folder, seconds, generator }, signal));
  }
  const anonymised = workloads.filter((workload) => isMeasured(workload) && workload.anonymises);
  if (anonymised.length > 0) {
    const { server } = await startRegistry(folder, true, signal);
    await using anonymising = server;
    for (const workload of anonymised) {
      onStep(workload.title);
      figures.push(await measureWorkload({ workload, registry: anonymising, folder, seconds, generator }, signal));
    }
  }
  const [fast] = workloads;
  let slowQuestion: SlowQuestionFigures | undefined;
  if (fast !== undefined && (only === undefined || only === SLOW_QUESTION_NAME)) {
    onStep('a slow question beside fast ones');
    slowQuestion = await measureSlowQuestion({ fast, registry, seconds, generator }, signal);
  }
  return {
    ...counts,
    importSeconds: imported,
    startMs: median(started.startMs),
    workloads: figures,
    slowQuestion,
    peakMegabytes: usageOf(registry.pid).peakMegabytes,
  };
}

/** Of the snapshot only this is kept: it is large. */
function asked(snapshot: Snapshot) {
  return {
    people: snapshot.users.length,
    registeredGenes: snapshot.users.reduce((sum, { genes }) => sum + genes.length, 0),
    referenceGenes: snapshot.genes.length,
    workloads: workloadsOf(snapshot),
  };
}
