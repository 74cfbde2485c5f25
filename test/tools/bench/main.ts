/**
 * `npm run bench`: how fast does a registry answer, beside the fastest server that could send the same bytes? About ten
 * minutes; `--federation` four, `--overload`, `--broad` and `--workers` one or two each, on a quiet machine.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchRegistry, type RegistryFigures } from './bench-registry.ts';
import { benchBeside, besideReport, besideVerdicts } from './beside.ts';
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
  people: number[];
  seconds: number;
  only: string | undefined;
  /** Whether each of the two halves is measured. */
  measures: { registry: boolean; federation: boolean };
};

type Figures = { registries: RegistryFigures[]; federation: FederationFigures | undefined };

const DEFAULT_PEOPLE = '500';

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
      beside: { type: 'string' },
      resolve: { type: 'string' },
      names: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) process.stdout.write(HELP);
  else if (values.resolve !== undefined) print(await measureResolve(values.resolve));
  else if (values.names) print(await measureNames(positionals[0]));
  else if (values.overload) {
    const figures = await measureOverload(wholeNumber('--seconds', values.seconds), stop.signal);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  } else if (values.broad) {
    const figures = await measureBroadLists(stop.signal);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  } else if (values.beside !== undefined) {
    const figures = await measureBeside(values.beside, stop.signal);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  } else if (values.workers) {
    const figures = await measureWorkers(wholeNumber('--seconds', values.seconds), stop.signal);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  } else {
    const { only, federation } = values;
    const people = (values.people ?? DEFAULT_PEOPLE).split(',').map((text) => wholeNumber('--people', text));
    const seconds = wholeNumber('--seconds', values.seconds);
    const [snapshot] = positionals;
    const isNothingNamed = [snapshot, values.people, only].every((named) => named === undefined);
    const measures = { registry: !federation, federation: federation || isNothingNamed };
    const figures = await bench({ snapshot, people, seconds, only, measures }, stop.signal);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(toJson(figures), null, 2)}\n`);
  }
} catch (error) {
  process.stderr.write(`${stop.signal.aborted ? 'Stopped.' : (error as Error).stack}\n`);
  process.exitCode = 1;
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${option} must be a whole number above 0, found '${text}'.`);
  return Number(text);
}

async function measureOverload(seconds: number, signal: AbortSignal): Promise<object> {
  assertUsageIsMeasured();
  await using folder = await temporaryFolder();
  const figures = await benchOverload({ folder: join(folder.path, 'overload'), seconds, onStep }, signal);
  print(overloadReport(figures));
  return { ...figures, verdicts: overloadVerdicts(figures) };
}

async function measureBroadLists(signal: AbortSignal): Promise<object> {
  assertUsageIsMeasured();
  await using folder = await temporaryFolder();
  const figures = await benchBroadLists({ folder: folder.path, onStep }, signal);
  print(broadReport(figures));
  return figures;
}

async function measureBeside(other: string, signal: AbortSignal): Promise<object> {
  assertUsageIsMeasured();
  await using folder = await temporaryFolder();
  const figures = await benchBeside({ folder: join(folder.path, 'beside'), other: resolve(other), onStep }, signal);
  print(besideReport(figures));
  return { figures, verdicts: besideVerdicts(figures) };
}

async function measureWorkers(seconds: number, signal: AbortSignal): Promise<object> {
  assertUsageIsMeasured();
  await using folder = await temporaryFolder();
  const generator = await findLoadGenerator(folder.path, signal);
  const figures = await benchWorkers({ folder: join(folder.path, 'workers'), seconds, generator, onStep }, signal);
  print(workersReport(figures));
  return { figures, verdicts: workersVerdicts(figures) };
}

async function bench(settings: Settings, signal: AbortSignal): Promise<Figures> {
  assertUsageIsMeasured();
  await using folder = await temporaryFolder();
  const generator = await findLoadGenerator(folder.path, signal);
  print(`Node.js ${process.version}, ${availableParallelism()} cores; ${generator.name}, ${CONNECTIONS} connections.`);
  if (generator.caution !== undefined) print(`WARNING: ${generator.caution}`);

  const { measures, seconds } = settings;
  const registries = measures.registry ? await benchRegistries(settings, folder.path, generator, signal) : [];
  if (!measures.federation) return { registries, federation: undefined };
  const own = join(folder.path, 'federation');
  const federation = await benchFederation({ folder: own, seconds, generator, onStep }, signal);
  print(`\n${federationReport(federation)}`);
  return { registries, federation };
}

async function benchRegistries(
  { snapshot, people, seconds, only }: Settings,
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

function toJson({ registries, federation }: Figures): object {
  const reports = {
    registries: registries.map((one) => ({ ...one, verdicts: verdicts(one) })),
    growth: growthOf(registries),
    ...(federation === undefined ? {} : { federation: { ...federation, verdicts: federationVerdicts(federation) } }),
  };
  return JSON.parse(JSON.stringify(reports, (key, value) => (key === 'paths' ? undefined : value)));
}

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function onStep(step: string): void {
  process.stderr.write(`  ${step} …\n`);
}
