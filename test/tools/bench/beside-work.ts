/** What a request costs this checkout and another one: processor time of each, asked for the same in turn. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openReader } from './federation/ask.ts';
import { registeredSymbols, symbolsOf } from './federation/federation.ts';
import { openPartners } from './federation/partners.ts';
import { versionsLearned } from './federation/registry.ts';
import { searchPath } from './federation/timings.ts';
import { findLoadGenerator } from './load.ts';
import { CONNECTIONS } from './measure-workload.ts';
import { usageOf } from './processes/process-usage.ts';
import { type ServerProcess, startServer } from './processes/server-process.ts';
import { readSnapshot, workloadsOf } from './workloads.ts';

/** One of two checkouts, over a database of its own. */
export type Checkout = { commandLine: string; databaseFile: string };

/** Of each round, in microseconds of a request: of the one checkout, and of the other. */
export type RequestFigures = { what: string; here: number[]; there: number[] };

type Options = {
  folder: string;
  snapshotFile: string;
  checkouts: readonly [here: Checkout, there: Checkout];
  rounds: number;
  onStep: (step: string) => void;
};

const PARTNERS = 10;
const ASKERS = 8;
const SEARCHES = 100;
const WARM_UP_SEARCHES = 300;
const ASK_AGAIN_MS = 100;
const ROUND_SECONDS = 2;
const MICROSECONDS_PER_MS = 1000;

type Measure = (server: ServerProcess, round: number) => Promise<number>;

/** Local questions first, then searches of ten partners that answer at once. */
export async function measureRequests(options: Options, signal: AbortSignal): Promise<RequestFigures[]> {
  const figures: RequestFigures[] = [];
  const generator = await findLoadGenerator(options.folder, signal);
  const workloads = workloadsOf(await readSnapshot(options.snapshotFile)).filter(({ anonymises }) => !anonymises);
  await using local = await startBoth(options, {}, signal);
  for (const { title, paths } of workloads) {
    options.onStep(`what a request costs: ${title}`);
    const measure: Measure = async ({ url, pid }) => {
      const before = usageOf(pid).cpuMs;
      const load = { url, paths, offset: 0, connections: CONNECTIONS, seconds: ROUND_SECONDS };
      const { requests } = await generator.run(load, signal);
      return ((usageOf(pid).cpuMs - before) * MICROSECONDS_PER_MS) / requests;
    };
    figures.push({ what: title, ...(await inTurn(local.servers, options.rounds, measure)) });
  }
  options.onStep(`what a request costs: a search of ${PARTNERS} partners`);
  figures.push({ what: `search of ${PARTNERS} partners`, ...(await searchesOfPartners(options, signal)) });
  return figures;
}

async function searchesOfPartners(options: Options, signal: AbortSignal) {
  await using partners = await openPartners(
    Array.from({ length: PARTNERS }, () => 'prompt' as const),
    signal,
  );
  const apis = partners.urls.map((url, index) => ({ key: `partner-${index + 1}`, name: `Partner ${index + 1}`, url }));
  await using both = await startBoth(options, { app: { settings: { isearch: { apis } } } }, signal);
  for (const { url } of both.servers) await versionsLearned(url, signal);
  const take = symbolsOf(await registeredSymbols(options.snapshotFile));
  const ofRound = new Map<number, string[]>();
  return await inTurn(both.servers, options.rounds, async ({ url, pid }, round) => {
    const symbols = ofRound.get(round) ?? take(round < 0 ? WARM_UP_SEARCHES : SEARCHES);
    ofRound.set(round, symbols);
    const before = usageOf(pid).cpuMs;
    using reader = openReader(url);
    const left = [...symbols];
    async function askOn(): Promise<void> {
      for (let symbol = left.shift(); symbol !== undefined; symbol = left.shift()) {
        const { status } = await reader.ask(searchPath(symbol), signal);
        if (status !== 200 && status !== 503) throw new Error(`The search for ${symbol} was answered ${status}.`);
        if (status === 200) continue;
        left.push(symbol);
        await pause(ASK_AGAIN_MS);
      }
    }
    await Promise.all(Array.from({ length: ASKERS }, askOn));
    return ((usageOf(pid).cpuMs - before) * MICROSECONDS_PER_MS) / symbols.length;
  });
}

/** A first round, number -1, warms both up and does not count. */
async function inTurn(
  [here, there]: readonly [ServerProcess, ServerProcess],
  rounds: number,
  measure: Measure,
): Promise<Omit<RequestFigures, 'what'>> {
  const figures = { here: [] as number[], there: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    // Whoever comes first may find a colder machine.
    const isHereFirst = round % 2 === 0;
    const ofHere = isHereFirst ? await measure(here, round) : undefined;
    const ofThere = await measure(there, round);
    const ofHereNow = ofHere ?? (await measure(here, round));
    if (round < 0) continue;
    figures.here.push(ofHereNow);
    figures.there.push(ofThere);
  }
  return figures;
}

async function startBoth({ folder, checkouts }: Options, settings: object, signal: AbortSignal) {
  await using started = new AsyncDisposableStack();
  const start = async ({ commandLine, databaseFile }: Checkout) => {
    const config = join(folder, `${crypto.randomUUID()}.yaml`);
    // JSON is YAML too.
    await writeFile(config, JSON.stringify({ database: { file: databaseFile }, ...settings }));
    const words = [commandLine, 'serve', '--config', config];
    return started.use(await startServer({ words, firstPath: '/api/stats' }, signal));
  };
  const servers = [await start(checkouts[0]), await start(checkouts[1])] as const;
  const both = started.move();
  return { servers, [Symbol.asyncDispose]: () => both.disposeAsync() };
}
