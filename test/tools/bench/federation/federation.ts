/** All that is measured of searches over many registries, with partners that are made up and answer after 50 ms. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRegistry } from '../invented/generate-registry.ts';
import type { LoadGenerator } from '../load.ts';
import { measureWorkload, type WorkloadFigures } from '../measure-workload.ts';
import { importSeconds } from '../processes/registry-process.ts';
import { readSnapshot } from '../workloads.ts';
import { openReader, type Reader } from './ask.ts';
import type { Behaviour } from './behaviours.ts';
import { type CostFigures, measureCost } from './cost.ts';
import { type HangingFigures, measureHanging } from './hanging.ts';
import { type Network, openNetwork } from './registry.ts';
import {
  inRounds,
  measureFirstParts,
  measureWholeAnswers,
  type Spread,
  searchPath,
  type WholeAnswers,
} from './timings.ts';

export type FederationFigures = {
  ten: WholeAnswers;
  /** The same with four questions at a time. */
  tenAtOnce: WholeAnswers;
  /** How long the first part of a partner takes to the reader of a stream, of ten partners. */
  firstPart: Spread;
  /** Questions to ten partners whose answers are all cached. */
  cached: WorkloadFigures;
  fifty: WholeAnswers;
  /** What answers of ten partners cost under load. */
  cost: CostFigures;
  hanging: HangingFigures;
};

type Options = {
  /** Takes the database and all else that is written. */
  folder: string;
  /** Of load on each server, for what is measured under load. */
  seconds: number;
  generator: LoadGenerator;
  /** Called with what is being done. */
  onStep: (step: string) => void;
};

const PEOPLE = 500;
const AT_ONCE = 4;
/** As a registry that has been running for a while; what it does often is fast by then. */
const WARM_UP_QUESTIONS = 400;
const ROUNDS = 3;
const LEAST_CACHED_RATIO = 0.3;
const HUMAN_TAXON_ID = 9606;
/** Longer than the bench takes. */
const CACHE = { 'answers-fresh-seconds': 3600 };

export async function benchFederation(options: Options, signal: AbortSignal): Promise<FederationFigures> {
  const { folder, onStep } = options;
  await mkdir(folder);
  onStep('inventing and importing a registry with partners');
  const snapshotFile = join(folder, 'snapshot.json.gz');
  await writeRegistry(snapshotFile, { people: PEOPLE }, signal);
  await importSeconds(folder, snapshotFile, signal);
  const take = symbolsOf(await registeredSymbols(snapshotFile));
  const common = { databaseFile: join(folder, 'registry.sqlite'), folder };

  onStep('ten partners');
  const ofTen = await withPartners(10, common, signal, async (network, reader) => {
    const asked = { reader, partners: network.partners };
    const ask = (questions: number, atOnce: number) =>
      measureWholeAnswers({ ...asked, symbols: take(questions), atOnce }, signal);
    await ask(WARM_UP_QUESTIONS, AT_ONCE);
    const ten = await inRounds(ROUNDS, () => ask(150, 1));
    onStep('ten partners, four questions at once');
    const tenAtOnce = await inRounds(ROUNDS, () => ask(100, AT_ONCE));
    onStep('ten partners, streamed');
    const firstPart = await measureFirstParts({ ...asked, symbols: take(100) }, signal);
    onStep('ten partners, cached answers');
    const cached = await measureCached(take(50), { ...options, network, reader }, signal);
    return { ten, tenAtOnce, firstPart, cached };
  });
  onStep('fifty partners');
  const fifty = await withPartners(50, common, signal, async ({ partners }, reader) => {
    const ask = (questions: number, atOnce: number) =>
      measureWholeAnswers({ reader, partners, symbols: take(questions), atOnce }, signal);
    await ask(WARM_UP_QUESTIONS, AT_ONCE);
    return inRounds(ROUNDS, () => ask(60, 1));
  });
  onStep('ten partners, what their answers cost');
  const cost = await withPartners(10, common, signal, (network) => measureCost({ network, take }, signal), 'prompt');
  onStep('a partner that hangs');
  const hanging = await measureHanging({ ...common, symbols: take(20) }, signal);
  return { ...ofTen, fifty, cost, hanging };
}

type Common = { databaseFile: string; folder: string };
type Measure<Figures> = (network: Network, reader: Reader) => Promise<Figures>;

async function withPartners<F>(
  count: number,
  common: Common,
  signal: AbortSignal,
  measure: Measure<F>,
  behaviour: Behaviour = 'steady',
): Promise<F> {
  const behaviours = Array.from({ length: count }, () => behaviour);
  await using network = await openNetwork({ ...common, behaviours, cache: CACHE }, signal);
  using reader = openReader(network.registry.url);
  return await measure(network, reader);
}

type CachedOptions = Options & { network: Network; reader: Reader };

/** Asks every question once beforehand, so that every answer is cached. */
async function measureCached(
  symbols: readonly string[],
  { network, reader, folder, seconds, generator }: CachedOptions,
  signal: AbortSignal,
): Promise<WorkloadFigures> {
  const paths = symbols.map(searchPath);
  for (const path of paths) await reader.ask(path, signal);
  const workload = { name: 'federated', title: 'federated gene search, cached answers', paths };
  return measureWorkload(
    {
      workload: { ...workload, target: LEAST_CACHED_RATIO, mayRefuse: false, mayGrow: false, anonymises: false },
      ...{ registry: network.registry, folder, seconds, generator },
    },
    signal,
  );
}

/** Human symbols that somebody registered, each once. */
export async function registeredSymbols(snapshotFile: string): Promise<string[]> {
  const { genes, users } = await readSnapshot(snapshotFile);
  const human = genes.filter(({ taxonId }) => taxonId === HUMAN_TAXON_ID);
  const registered = new Set(users.flatMap((user) => user.genes.map(({ geneId }) => geneId)));
  return human.flatMap(({ geneId, symbol }) => (registered.has(geneId) && symbol !== null ? [symbol] : []));
}

/** Hands out symbols, none of them twice. @throws Error when there are no more */
export function symbolsOf(symbols: readonly string[]): (count: number) => string[] {
  let taken = 0;
  return (count) => {
    taken += count;
    if (taken > symbols.length) throw new Error(`There are only ${symbols.length} symbols to ask for, not ${taken}.`);
    return symbols.slice(taken - count, taken);
  };
}
