/**
 * `npm run mutants`: which faults do the tests notice? It plants small faults into a copy of the program, one at a time, and
 * runs the tests near by. About five seconds a fault. Ends with 1 where fewer than 85 % are noticed.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../bench/invented/seeded-random.ts';
import { textTable } from '../bench/text-table.ts';
import { type Fault, faultsIn } from './faults.ts';
import { PARTS, type Part, sourcesOf } from './parts.ts';
import { type Outcome, openCopy } from './run-tests.ts';

const HELP = `Usage: npm run mutants -- [options]

Plants faults into a copy of the program, one at a time, and runs the tests near by.

  --part NAME   only this part: ${PARTS.map(({ name }) => name).join(', ')}
  --faults N    of each part (20)
  --wide        also run the tests further away where those near by notice nothing
  --seed N      other faults of the same kind (1)
`;
const LEAST_SHARE = 0.85;
const OUTCOMES = ['near by', 'further away', 'timed out', 'survived'] as const;

type Tried = { part: Part; fault: Fault; outcome: Outcome };

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    faults: { type: 'string', default: '20' },
    wide: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) process.stdout.write(HELP);
else {
  const parts = PARTS.filter(({ name }) => values.part === undefined || name === values.part);
  if (parts.length === 0) throw new Error(`There is no part '${values.part}'. ${HELP}`);
  const tried = await tryAll(parts);
  process.stdout.write(report(parts, tried));
  if (shareOf(tried) < LEAST_SHARE) process.exitCode = 1;
}

async function tryAll(parts: readonly Part[]): Promise<Tried[]> {
  using copy = openCopy();
  const tried: Tried[] = [];
  for (const part of parts) {
    copy.assertPasses(part.near);
    for (const fault of chosen(part, Number(values.faults), Number(values.seed))) {
      // A signal is heard between two faults only.
      await nextTurn();
      if (stop.signal.aborted) return tried;
      const outcome = copy.outcomeOf(fault, part.near, values.wide ? part.wide : []);
      const one = { part, fault, outcome };
      process.stderr.write(`${lineOf(one)}\n`);
      tried.push(one);
    }
  }
  return tried;
}

/** Some faults of the part by chance, one of each line. */
function chosen(part: Part, count: number, seed: number): Fault[] {
  const random = seededRandom(seed);
  const faults = sourcesOf(part).flatMap(faultsIn);
  const byLine = new Map<string, Fault>();
  while (faults.length > 0 && byLine.size < count) {
    const [fault] = faults.splice(random.below(faults.length), 1);
    if (fault === undefined) break;
    const line = `${fault.path}:${fault.line}`;
    if (!byLine.has(line)) byLine.set(line, fault);
  }
  return [...byLine.values()];
}

function shareOf(tried: readonly Tried[]): number {
  return tried.filter(({ outcome }) => outcome !== 'survived').length / Math.max(1, tried.length);
}

function report(parts: readonly Part[], tried: readonly Tried[]): string {
  const rows = parts.map((part) =>
    rowOf(
      part.name,
      tried.filter((one) => one.part === part),
    ),
  );
  const lines = tried.filter(({ outcome }) => outcome !== 'near by').map(lineOf);
  const table = textTable(['Part', 'faults', ...OUTCOMES, 'noticed'], [...rows, rowOf('all', tried)]);
  return `${table}\n\n${lines.join('\n')}\n`;
}

function lineOf({ fault: { path, line, kind, before }, outcome }: Tried): string {
  return `${outcome}: ${path}:${line}, ${kind}: ${before}`;
}

function rowOf(name: string, tried: readonly Tried[]): string[] {
  const count = (outcome: Outcome) => tried.filter((one) => one.outcome === outcome).length;
  const share = `${Math.round(100 * shareOf(tried))} %`;
  return [name, ...[tried.length, ...OUTCOMES.map(count)].map(String), share];
}
