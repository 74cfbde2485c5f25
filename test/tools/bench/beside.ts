/** What this checkout costs beside another one, such as that of the commit before: start, memory, requests, packages. */

import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { measureRequests, type RequestFigures } from './beside-work.ts';
import { median } from './measure-workload.ts';
import { usageOf } from './processes/process-usage.ts';
import { run } from './processes/run.ts';
import { startServer } from './processes/server-process.ts';
import { type Verdict, verdictWord } from './targets.ts';
import { shown, textTable } from './text-table.ts';

export type CheckoutFigures = {
  /** Of each round: from the start of the process to its first answer, and what it had used then. */
  startMs: number[];
  startCpuMs: number[];
  /** Of each round, when some questions were answered: the most memory that was ever resident. */
  megabytes: number[];
  /** What `npm ci --omit=dev` installs. */
  packagesMegabytes: number;
};
export type BesideFigures = { here: CheckoutFigures; there: CheckoutFigures; requests: RequestFigures[] };

type Options = { folder: string; other: string; onStep: (step: string) => void };
type Side = {
  name: 'here' | 'there';
  commandLine: string;
  config: string;
  databaseFile: string;
  figures: CheckoutFigures;
};

const HERE = fileURLToPath(new URL('../../../', import.meta.url));
const ROUNDS = 6;
const PEOPLE = 500;
const QUESTIONS = 200;
const MOST_SLOWER = 0.02;
const MOST_MORE_MEGABYTES = 1;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** A later version reads what an earlier one has written, so the other checkout writes the people for both. */
const WRITE_PEOPLE = `const { writeRegistry } = await import(process.argv[1]);
await writeRegistry(process.argv[2], { people: ${PEOPLE} }, new AbortController().signal);`;

/**
 * Both are started over data of their own in turn, with nothing configured, so that every door that can be closed is.
 *
 * @param other the folder of a checkout with its packages
 */
export async function benchBeside({ folder, other, onStep }: Options, signal: AbortSignal): Promise<BesideFigures> {
  await mkdir(folder, { recursive: true });
  const snapshotFile = join(folder, 'people.snapshot.json.gz');
  const writer = pathToFileURL(join(other, 'test/tools/bench/invented/generate-registry.ts')).href;
  await run(process.execPath, ['--input-type=module', '--eval', WRITE_PEOPLE, writer, snapshotFile], signal);
  const side = async (name: Side['name'], checkout: string): Promise<Side> => {
    onStep(`installing the packages and filling the registry of ${checkout}`);
    const own = join(folder, name);
    await mkdir(own);
    const [commandLine, config] = [join(checkout, 'src/cli/main.js'), join(own, 'registry.yaml')];
    const databaseFile = join(own, 'registry.sqlite');
    await writeFile(config, JSON.stringify({ database: { file: databaseFile } }));
    await run(process.execPath, [commandLine, 'import', snapshotFile, '--config', config], signal);
    const packagesMegabytes = await packagesOf(checkout, join(own, 'packages'), signal);
    const figures = { startMs: [], startCpuMs: [], megabytes: [], packagesMegabytes };
    return { name, commandLine, config, databaseFile, figures };
  };
  const sides = [await side('here', HERE), await side('there', other)] as const;
  for (let round = 0; round < ROUNDS; round++) {
    onStep(`round ${round + 1} of ${ROUNDS}`);
    // Whoever comes first may find a colder machine.
    for (const one of round % 2 === 0 ? sides : sides.toReversed()) await startOnce(one, signal);
  }
  const requests = await measureRequests({ folder, snapshotFile, checkouts: sides, rounds: ROUNDS, onStep }, signal);
  const [here, there] = sides;
  return { here: here.figures, there: there.figures, requests };
}

async function startOnce({ commandLine, config, figures }: Side, signal: AbortSignal): Promise<void> {
  const words = [commandLine, 'serve', '--config', config];
  await using server = await startServer({ words, firstPath: '/api/stats' }, signal);
  figures.startMs.push(server.startMs);
  figures.startCpuMs.push(usageOf(server.pid).cpuMs);
  for (let at = 0; at < QUESTIONS; at++) {
    await (await fetch(`${server.url}/api/users?page=${at % 10}`, { signal })).arrayBuffer();
  }
  figures.megabytes.push(usageOf(server.pid).peakMegabytes);
}

async function packagesOf(checkout: string, folder: string, signal: AbortSignal): Promise<number> {
  await mkdir(folder);
  for (const name of ['.npmrc', 'package.json', 'package-lock.json'])
    await cp(join(checkout, name), join(folder, name));
  await run('npm', ['ci', '--prefix', folder, '--omit=dev', '--ignore-scripts', '--prefer-offline'], signal);
  const usage = await run('du', ['--summarize', '--bytes', join(folder, 'node_modules')], signal);
  return Number.parseInt(usage, 10) / BYTES_PER_MEGABYTE;
}

export function besideVerdicts({ here, there, requests }: BesideFigures): Verdict[] {
  const slower = median(here.startMs) / median(there.startMs) - 1;
  const more = median(here.megabytes) - median(there.megabytes);
  return [
    {
      what: 'start to first answer',
      target: `<= +${MOST_SLOWER * 100} %`,
      figure: `${(slower * 100).toFixed(1)} %`,
      met: slower <= MOST_SLOWER,
    },
    {
      what: 'memory',
      target: `<= +${MOST_MORE_MEGABYTES} MB`,
      figure: `${more.toFixed(2)} MB`,
      met: more <= MOST_MORE_MEGABYTES,
    },
    ...requests.map((one) => {
      const costlier = median(one.here) / median(one.there) - 1;
      return {
        what: `processor time, ${one.what}`,
        target: `<= +${MOST_SLOWER * 100} %`,
        figure: `${(costlier * 100).toFixed(1)} %`,
        met: costlier <= MOST_SLOWER,
      };
    }),
  ];
}

export function besideReport(figures: BesideFigures): string {
  const rows = (['here', 'there'] as const).map((name) => {
    const { startMs, startCpuMs, megabytes, packagesMegabytes } = figures[name];
    return [name, ...[median(startMs), median(startCpuMs), median(megabytes), packagesMegabytes].map(shown)];
  });
  const verdicts = besideVerdicts(figures).map(({ what, target, figure, met }) => {
    return [what, target, figure, verdictWord(met)];
  });
  const costs = figures.requests.map(({ what, here, there }) => {
    const ratios = here.map((one, round) => one / (there[round] ?? Number.NaN) - 1);
    const spread = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => `${(ratio * 100).toFixed(1)} %`);
    return [what, shown(median(here)), shown(median(there)), ...spread];
  });
  return [
    textTable(['Checkout', 'start ms', 'CPU ms', 'MB', 'packages MB'], rows),
    textTable(['A request', 'here CPU µs', 'there', 'rounds from', 'to'], costs),
    textTable(['Target', 'wanted', 'found', ''], verdicts),
  ].join('\n\n');
}
