/** What `npm run simulate` does: a network that is larger than any there is, on paper, the same on every run. */

import { parseArgs } from 'node:util';
import { COSTS } from './costs.ts';
import { type Figures, figuresOf } from './figures.ts';
import { carried, demands, scenarios, throughHubs, type Wanted } from './plans.ts';
import { carriedTable, demandTable, hubTable, loadTable, readerTable } from './report.ts';
import { run } from './run.ts';
import { DEFAULTS } from './scenario.ts';

/** What it says of its options. */
export const HELP = `Usage: npm run simulate -- [options]

Prints what many registries and many questions need, and what readers get. Nothing is started and nobody is asked.

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
      const all = scenarios(asked).map((scenario) => {
        const { instances, isShared } = scenario;
        stderr.write(`  ${instances} instances, ${isShared ? 'shared' : 'each its own'} …\n`);
        return figuresOf(scenario, run(scenario));
      });
      stdout.write(values.json ? `${JSON.stringify(summaryOf(asked, all), null, 2)}\n` : report(asked, all));
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

function summaryOf(asked: Wanted, figures: readonly Figures[]): object {
  return {
    asked,
    costs: COSTS,
    figures,
    demands: demands(asked),
    carried: carried(asked.seed),
    hubs: throughHubs(asked),
  };
}

function report(asked: Wanted, figures: readonly Figures[]): string {
  return [
    `${asked.registries} registries, ${asked.questions} questions a minute, seed ${asked.seed}; costs of ${COSTS.measured}.`,
    `What the machines do:\n\n${loadTable(figures)}`,
    `What readers get whose question is let in:\n\n${readerTable(figures)}`,
    `What would be needed, on ${demands(asked)[0]?.instances} instances:\n\n${demandTable(demands(asked))}`,
    `What is carried:\n\n${carriedTable(carried(asked.seed))}`,
    `What a new question costs through hubs:\n\n${hubTable(throughHubs(asked))}`,
    '',
  ].join('\n\n');
}
