/** One workload, asked of the ceiling, the registry and ordinary Express in turn, round after round. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadGenerator, LoadResult } from './load.ts';
import { usageOf } from './processes/process-usage.ts';
import { type ServerProcess, startServer } from './processes/server-process.ts';
import { type Recording, recordAnswers } from './recorded-answers.ts';
import type { Workload } from './workloads.ts';

/** How a server did; medians over the rounds. */
export type ServerFigures = {
  requestsPerSecond: number;
  /** Processor time of the server for one request, on all its threads. */
  cpuMicroseconds: number;
  /** Processor time over time gone by: 1 is one core all the time, which is all that one server can use. */
  busy: number;
  p50Ms: number;
  p99Ms: number;
};

export type WorkloadFigures = {
  workload: Workload;
  registry: ServerFigures;
  ceiling: ServerFigures;
  /** The registry's requests per second over the ceiling's in the same round; the median of the rounds. */
  ratio: number;
  /** The ceiling's processor time per request over the registry's, likewise. */
  cpuRatio: number;
  /** Express as it comes, with `res.send`, and the registry's requests per second over its. */
  ordinary: ServerFigures;
  ordinaryRatio: number;
  meanKilobytes: number;
  /** Share of the answers that are 401, as they should be. */
  refusedShare: number;
  requests: number;
  /** The most that was resident since the registry was started. */
  peakMegabytes: number;
};

type Options = {
  workload: Workload;
  registry: ServerProcess;
  folder: string;
  /** Of load on each server, over all rounds. */
  seconds: number;
  generator: LoadGenerator;
};

export const CONNECTIONS = 8;
const ROUNDS = 3;
/** A round lasts for so many answers on every connection at least, and no longer than the most. */
const LEAST_ANSWERS = 5;
const MOST_ROUND_SECONDS = 60;
const REFUSED_TOLERANCE = 0.05;
const CEILING = fileURLToPath(new URL('processes/ceiling-server.ts', import.meta.url));

/** @throws Error when an answer is not what it should be */
export async function measureWorkload(options: Options, signal: AbortSignal): Promise<WorkloadFigures> {
  const { workload, registry, seconds } = options;
  const folder = join(options.folder, workload.name);
  await mkdir(folder);
  const recording = await recordAnswers({ ...workload, url: registry.url, folder }, signal);
  await using ceiling = await startServer({ words: [CEILING, folder], firstPath: '/ready' }, signal);
  await using ordinary = await startServer({ words: [CEILING, folder, 'send'], firstPath: '/ready' }, signal);

  const roundSeconds = lengthOfRound(seconds, recording);
  const load = loadsInTurn(options, recording, roundSeconds);
  const round = async () => ({
    ceiling: await load(ceiling, signal),
    registry: await load(registry, signal),
    ordinary: await load(ordinary, signal),
  });
  // The first round warms them up and is not counted.
  await round();
  const rounds = [await round()];
  while (rounds.length < ROUNDS) rounds.push(await round());
  return {
    workload,
    registry: medians(rounds.map((round) => round.registry)),
    ceiling: medians(rounds.map((round) => round.ceiling)),
    ratio: median(rounds.map((round) => round.registry.requestsPerSecond / round.ceiling.requestsPerSecond)),
    cpuRatio: median(rounds.map((round) => round.ceiling.cpuMicroseconds / round.registry.cpuMicroseconds)),
    ordinary: medians(rounds.map((round) => round.ordinary)),
    ordinaryRatio: median(
      rounds.map(({ registry, ordinary }) => registry.requestsPerSecond / ordinary.requestsPerSecond),
    ),
    meanKilobytes: recording.meanBytes / 1000,
    refusedShare: recording.refusedShare,
    requests: rounds.reduce((sum, round) => sum + round.registry.requests, 0),
    peakMegabytes: usageOf(registry.pid).peakMegabytes,
  };
}

function lengthOfRound(seconds: number, { meanMs }: Recording): number {
  const longEnough = (LEAST_ANSWERS * CONNECTIONS * meanMs) / 1000;
  return Math.ceil(Math.min(Math.max(seconds / ROUNDS, longEnough), MOST_ROUND_SECONDS));
}

type Round = ServerFigures & { requests: number };

/** Answers a function that loads a server for one round, going on in the paths where it stopped at that server. */
function loadsInTurn({ workload, generator }: Options, { refusedShare }: Recording, seconds: number) {
  const offsets = new Map<ServerProcess, number>();

  return async (server: ServerProcess, signal: AbortSignal): Promise<Round> => {
    const { paths, title } = workload;
    const offset = offsets.get(server) ?? 0;
    const cpuBefore = usageOf(server.pid).cpuMs;
    const result = await generator.run({ url: server.url, paths, offset, connections: CONNECTIONS, seconds }, signal);
    const cpuMs = usageOf(server.pid).cpuMs - cpuBefore;
    assertSound(result, title, refusedShare);
    const { requests, p50Ms, p99Ms } = result;
    offsets.set(server, (offset + requests) % paths.length);
    const requestsPerSecond = requests / result.seconds;
    const cpuMicroseconds = (cpuMs * 1000) / requests;
    const busy = cpuMs / 1000 / result.seconds;
    return { requests, requestsPerSecond, cpuMicroseconds, busy, p50Ms, p99Ms };
  };
}

/** @throws Error when connections broke, nothing came, or more or fewer were refused than should be */
export function assertSound({ requests, broken, refused }: LoadResult, title: string, refusedShare: number): void {
  if (requests === 0) throw new Error(`Under the load of '${title}' no answer came in time; give --seconds more.`);
  if (broken > 0) throw new Error(`Under the load of '${title}' ${broken} of ${requests} answers did not come.`);
  const isExpected =
    refusedShare === 0 ? refused === 0 : Math.abs(refused / requests - refusedShare) < REFUSED_TOLERANCE;
  if (isExpected) return;
  const expected = Math.round(refusedShare * requests);
  throw new Error(`Under the load of '${title}' ${refused} of ${requests} answers were errors, expected: ${expected}.`);
}

function medians(rounds: readonly ServerFigures[]): ServerFigures {
  return {
    requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
    cpuMicroseconds: median(rounds.map((round) => round.cpuMicroseconds)),
    busy: median(rounds.map((round) => round.busy)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
