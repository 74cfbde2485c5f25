/** What an overload costs those who are answered. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registeredSymbols } from '../federation/federation.ts';
import { openNetwork } from '../federation/registry.ts';
import { type Spread, spreadOf } from '../federation/timings.ts';
import { writeRegistry } from '../invented/generate-registry.ts';
import { usageOf } from '../processes/process-usage.ts';
import { importSeconds } from '../processes/registry-process.ts';
import type { Answered, AskersTask, Phase } from './askers-process.ts';

export type OverloadFigures = {
  connections: number;
  /** Answers a second while a few ask without a pause. */
  carriedPerSecond: number;
  offeredPerSecond: number;
  /** Of whole answers, half as many asked as can be carried. */
  normal: Spread;
  admittedPerSecond: number;
  admitted: Spread;
  refused: Spread;
  refusedPerSecond: number;
  /** Neither answered in full nor refused with `Retry-After`. */
  otherwise: number;
  /** From the end of the overload until the median of half a second is as before, within a half, and nobody is refused. */
  recoveredSeconds: number;
  /** Resident, at most, of the process that answers. */
  peakMegabytes: Record<'normal' | 'overload', number>;
};

type OverloadOptions = {
  folder: string;
  connections?: number;
  /** Of each phase. */
  seconds: number;
  onStep: (step: string) => void;
};

const PEOPLE = 500;
const PARTNERS = 10;
const TIMES_TOO_MANY = 5;
const CARRIED_AT_ONCE = 8;
const RECOVERY_SECONDS = 8;
const RECOVERY_WINDOW_MS = 500;
const RECOVERED_WITHIN = 1.5;
const ASKERS = fileURLToPath(new URL('askers-process.ts', import.meta.url));

export async function benchOverload(options: OverloadOptions, signal: AbortSignal): Promise<OverloadFigures> {
  const { folder, onStep, connections = 2000, seconds } = options;
  await mkdir(folder);
  onStep('inventing and importing a registry with partners');
  const snapshotFile = join(folder, 'snapshot.json.gz');
  await writeRegistry(snapshotFile, { people: PEOPLE }, signal);
  await importSeconds(folder, snapshotFile, signal);
  const symbols = await registeredSymbols(snapshotFile);
  await using network = await openNetwork(
    {
      databaseFile: join(folder, 'registry.sqlite'),
      folder,
      behaviours: Array.from({ length: PARTNERS }, () => 'steady' as const),
      // The processor is what there is too little of, and every question is new.
      isearch: { 'max-concurrency': 64 },
      cache: { 'answers-fresh-seconds': 0 },
    },
    signal,
  );
  const { url } = network.registry;
  const askAll = (task: Pick<AskersTask, 'connections' | 'phases'>) => runAskers({ url, symbols, ...task }, signal);

  onStep('how much it carries');
  const warm: Phase = { name: 'warm', seconds: Math.min(seconds, 6), perSecond: 0 };
  const carried = await askAll({
    connections: CARRIED_AT_ONCE,
    phases: [warm, { name: 'carried', seconds, perSecond: 0 }],
  });
  const carriedPerSecond = perSecond(whole(carried, 'carried'), seconds);
  const peakNormal = usageOf(network.registry.pid).peakMegabytes;

  const offeredPerSecond = carriedPerSecond * TIMES_TOO_MANY;
  onStep(`${connections} connections, ${Math.round(offeredPerSecond)} questions a second`);
  const phases = [
    { name: 'normal', seconds, perSecond: carriedPerSecond / 2 },
    { name: 'overload', seconds, perSecond: offeredPerSecond },
    { name: 'after', seconds: RECOVERY_SECONDS, perSecond: carriedPerSecond / 2 },
  ];
  const answers = await askAll({ connections, phases });
  const normal = spreadOf(whole(answers, 'normal').map(tookOf));
  const admitted = whole(answers, 'overload');
  const refused = answers.filter(({ phase, status }) => phase === 'overload' && status === 503);
  const peakOverload = usageOf(network.registry.pid).peakMegabytes;

  return {
    connections,
    carriedPerSecond,
    offeredPerSecond,
    normal,
    admittedPerSecond: perSecond(admitted, seconds),
    admitted: spreadOf(admitted.map(tookOf)),
    refused: spreadOf(refused.map(tookOf)),
    refusedPerSecond: perSecond(refused, seconds),
    otherwise: answers.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter)).length,
    recoveredSeconds: recoveredSeconds(answers, normal.p50Ms),
    peakMegabytes: {
      normal: peakNormal,
      overload: peakOverload,
    },
  };
}

async function runAskers(task: AskersTask, signal: AbortSignal): Promise<Answered[]> {
  const child = fork(ASKERS, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: {} });
  try {
    const [answers] = await once(child, 'message', { signal });
    return answers as Answered[];
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  }
}

function whole(answers: readonly Answered[], name: string): Answered[] {
  return answers.filter(({ phase, status }) => phase === name && status === 200);
}

function tookOf({ tookMs }: Answered): number {
  return tookMs;
}

function perSecond(answers: readonly Answered[], seconds: number): number {
  return answers.length / seconds;
}

/** Infinite where it never was. */
function recoveredSeconds(answers: readonly Answered[], normalMs: number): number {
  const after = answers.filter(({ phase }) => phase === 'after');
  const began = Math.min(...after.map(({ askedMs }) => askedMs));
  for (let fromMs = began; fromMs < began + RECOVERY_SECONDS * 1000; fromMs += RECOVERY_WINDOW_MS) {
    const window = after.filter(({ askedMs }) => askedMs >= fromMs && askedMs < fromMs + RECOVERY_WINDOW_MS);
    const isAnswered = window.length > 0 && window.every(({ status }) => status === 200);
    if (isAnswered && spreadOf(window.map(tookOf)).p50Ms <= normalMs * RECOVERED_WITHIN) return (fromMs - began) / 1000;
  }
  return Number.POSITIVE_INFINITY;
}
