/** What `npm run simulate` does: a network that is larger than any there is, on paper, the same on every run. */

import { parseArgs } from 'node:util';
import { COSTS } from './costs.ts';
import { carried, DEFAULTS, demands, throughHubs, type Wanted } from './plans.ts';
import { carriedTable, demandTable, hubTable } from './report.ts';

/** What it says of its options. */
export const HELP = `Usage: npm run simulate -- [options]

Prints what many registries and many questions need. Nothing is started and nobody is asked.

  --registries N  that are asked (${DEFAULTS.registries})
  --questions N   of all readers, a minute (${DEFAULTS.questions})
  --seed N        another network and other questions of the same kind (${DEFAULTS.seed})
  --json          all figures, as JSON
`;

type Output = { write(text: string): unknown };

/** Writes what these arguments stand for, and answers the exit code. */
export function simulate(args: readonly string[], { stdout, stderr }: Record<'stdout' | 'stderr', Output>): number {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        registries: { type: 'string', default: String(DEFAULTS.registries) },
        questions: { type: 'string', default: String(DEFAULTS.questions) },
        seed: { type: 'string', default: String(DEFAULTS.seed) },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) stdout.write(HELP);
    else {
      const asked: Wanted = {
        registries: wholeNumber('--registries', values.registries, 5000),
        questions: wholeNumber('--questions', values.questions, 100_000),
        seed: wholeNumber('--seed', values.seed, 1_000_000),
      };
      stdout.write(values.json ? `${JSON.stringify(summaryOf(asked), null, 2)}\n` : report(asked));
    }
  } catch (error) {
    stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
  return 0;
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (/^[1-9]\d*$/.test(text) && value <= most) return value;
  throw new Error(`${option} must be a whole number from 1 to ${most}, found '${text}'.`);
}

function summaryOf(asked: Wanted): object {
  return {
    asked,
    costs: COSTS,
    demands: demands(asked),
    carried: carried(asked.seed),
    hubs: throughHubs(asked),
  };
}

function report(asked: Wanted): string {
  return [
    `${asked.registries} registries, ${asked.questions} questions a minute, seed ${asked.seed}; costs of ${COSTS.measured}.`,
    `What would be needed, on ${demands(asked)[0]?.instances} instances:\n\n${demandTable(demands(asked))}`,
    `What is carried:\n\n${carriedTable(carried(asked.seed))}`,
    `What a new question costs through hubs:\n\n${hubTable(throughHubs(asked))}`,
    '',
  ].join('\n\n');
}
