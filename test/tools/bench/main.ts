/**
 * `npm run bench`: how fast does a registry answer, beside the fastest server that could send the same bytes? About ten
 * minutes; `--federation` four, `--overload`, `--broad` and `--workers` one or two each, on a quiet machine.
 */

import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchRegistry, type RegistryFigures } from './bench-registry.ts';
import { benchFederation, type FederationFigures } from './federation/federation.ts';
import { federationReport, federationVerdicts } from './federation/report.ts';
import { growthOf } from './growth.ts';
import { HELP } from './help.ts';
import { writeRegistry } from './invented/generate-registry.ts';
import { findLoadGenerator, type LoadGenerator } from './load.ts';
import { CONNECTIONS } from './measure-workload.ts';
import { measureNames } from './names/measure-names.ts';
import { benchBroadLists, broadReport } from './overload/broad-lists.ts';
import { benchOverload } from './overload/overload.ts';
import { overloadReport, overloadVerdicts } from './overload/report.ts';
import { assertUsageIsMeasured } from './processes/process-usage.ts';
import { growthReport, registryReport } from './report.ts';
import { measureResolve } from './resolve/measure-resolve.ts';
import { verdicts } from './targets.ts';
import { workersReport, workersVerdicts } from './workers/report.ts';
import { benchWorkers } from './workers/workers.ts';

type Settings = {
  snapshot: string | undefined;
  /** The sizes of invented registries, where some are named. */
  people: readonly number[] | undefined;
  seconds: number;
  only?: string | undefined;
  /** Whether this alone is measured. */
  federation: boolean;
  overload: boolean;
  broad: boolean;
  workers: boolean;
};

const DEFAULT_PEOPLE = [500];

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      people: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string' },
      federation: { type: 'boolean', default: false },
      overload: { type: 'boolean', default: false },
      broad: { type: 'boolean', default: false },
      workers: { type: 'boolean', default: false },
      resolve: { type: 'string' },
      names: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) process.stdout.write(HELP);
  else if (values.resolve !== undefined) print(await measureResolve(values.resolve));
  else if (values.names) print(await measureNames(positionals[0]));
  else {
    const seconds = wholeNumber('--seconds', values.seconds);
    const people = values.people?.split(',').map((text) => wholeNumber('--people', text));
    assertUsageIsMeasured();
    await using folder = await mkdtempDisposable(join(tmpdir(), 'bench-'));
    const figures = await measured(folder.path, { ...values, seconds, people, snapshot: positionals[0] });
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  }
} catch (error) {
  process.stderr.write(`${stop.signal.aborted ? 'Stopped.' : (error as Error).stack}\n`);
  process.exitCode = 1;
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${option} must be a whole number above 0, found '${text}'.`);
  return Number(text);
}

async function measured(folder: string, settings: Settings): Promise<object> {
  const { signal } = stop;
  const { overload, broad, workers, seconds } = settings;
  if (overload) {
    const figures = await benchOverload({ folder: join(folder, 'overload'), seconds, onStep }, signal);
    print(overloadReport(figures));
    return { ...figures, verdicts: overloadVerdicts(figures) };
  }
  if (broad) {
    const figures = await benchBroadLists({ folder, onStep }, signal);
    print(broadReport(figures));
    return figures;
  }
  const generator = await findLoadGenerator(folder, signal);
  if (!workers) return await bench(settings, folder, generator);
  const figures = await benchWorkers({ folder: join(folder, 'workers'), seconds, generator, onStep }, signal);
  print(workersReport(figures));
  return { figures, verdicts: workersVerdicts(figures) };
}

async function bench(settings: Settings, folder: string, generator: LoadGenerator): Promise<object> {
  print(`Node.js ${process.version}, ${availableParallelism()} cores; ${generator.name}, ${CONNECTIONS} connections.`);
  if (generator.caution !== undefined) print(`WARNING: ${generator.caution}`);

  const { snapshot, people, only, federation, seconds } = settings;
  const registries = federation ? [] : await benchRegistries(settings, folder, generator, stop.signal);
  if (!federation && [snapshot, people, only].some((named) => named !== undefined)) return toJson(registries);
  const own = join(folder, 'federation');
  const figures = await benchFederation({ folder: own, seconds, generator, onStep }, stop.signal);
  print(`\n${federationReport(figures)}`);
  return toJson(registries, figures);
}

async function benchRegistries(
  { snapshot, people = DEFAULT_PEOPLE, seconds, only }: Settings,
  folder: string,
  generator: LoadGenerator,
  signal: AbortSignal,
): Promise<RegistryFigures[]> {
  const figures: RegistryFigures[] = [];
  for (const [index, size] of (snapshot === undefined ? people : [undefined]).entries()) {
    const snapshotFile = snapshot ?? join(folder, `${size}.snapshot.json.gz`);
    if (size !== undefined) {
      onStep(`inventing ${size} people`);
      await writeRegistry(snapshotFile, { people: size }, signal);
    }
    const own = join(folder, String(index));
    figures.push(await benchRegistry({ snapshotFile, folder: own, seconds, only, generator, onStep }, signal));
    print(`\n${registryReport(figures.at(-1) as RegistryFigures)}`);
    await rm(own, { recursive: true });
  }
  if (figures.length > 1) print(`\n${growthReport(growthOf(figures))}`);
  return figures;
}

function toJson(registries: readonly RegistryFigures[], federation?: FederationFigures): object {
  const reports = {
    registries: registries.map((one) => ({ ...one, verdicts: verdicts(one) })),
    growth: growthOf(registries),
    ...(federation === undefined ? {} : { federation: { ...federation, verdicts: federationVerdicts(federation) } }),
  };
  return JSON.parse(JSON.stringify(reports, (key, value) => (key === 'paths' ? undefined : value)));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function onStep(step: string): void {
  process.stderr.write(`  ${step} …\n`);
}
