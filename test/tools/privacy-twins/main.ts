/**
 * `npm run privacy`: can anybody distinguish two registries that differ only in what they may not see? About four minutes
 * for ten thousand pairs.
 */

import { parseArgs } from 'node:util';
import { textTable } from '../bench/text-table.ts';
import { attack, leakText, type Tally } from './attack.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { startTwinRegistries } from './twin-registries.ts';

const HELP = `Usage: npm run privacy -- [options]

  --pairs N   of the same question to two registries (50000); pages of walks come on top
  --seed N    of what is invented and asked; the same seed asks the same (1)
`;

const QUESTIONS_PER_TWINS = 60;
const WALKS_PER_TWINS = 3;
const REPORTED_EVERY_PAIRS = 5000;
const MOST_LEAKS_LISTED = 20;

try {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) process.stdout.write(HELP);
  else await run(wholeNumber('--pairs', values.pairs), wholeNumber('--seed', values.seed));
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error(`${option} must be a whole number from 1 to 9999999, found '${text}'.`);
}

async function run(pairs: number, seed: number): Promise<void> {
  await using registries = await startTwinRegistries();
  // The other steady clock is set ahead meanwhile.
  const began = process.hrtime.bigint();
  let listed = 0;
  const onProgress = (tally: Tally) => {
    if (tally.pairs < listed + REPORTED_EVERY_PAIRS) return;
    listed = tally.pairs;
    process.stderr.write(`  ${tally.pairs} pairs, ${tally.leaks.length} leaks\n`);
  };
  const perTwins = { questionsPerTwins: QUESTIONS_PER_TWINS, walksPerTwins: WALKS_PER_TWINS };
  const tally = await attack(registries, { seed, pairs, ...perTwins, onProgress });
  process.stdout.write(`${report(tally, Number(process.hrtime.bigint() - began) / 1e9)}\n`);
  if (tally.leaks.length > 0) process.exitCode = 1;
}

function report(
  { pairs, walks, differentTwins, counts, tables: taken, exceptions, leaks }: Tally,
  seconds: number,
): string {
  const tables = Object.entries(counts).map(([what, count]) => {
    const rows = [...count].sort(([a], [b]) => (a < b ? -1 : 1));
    return textTable(
      [`By ${what}`, 'pairs'],
      rows.map(([name, number]) => [name, String(number)]),
    );
  });
  const met = EXCEPTIONS.map(({ name }) => [name, String(exceptions.get(name) ?? 0)]);
  return [
    ...tables,
    textTable(
      ['Layout of a table of people', 'taken over by both'],
      [...taken].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, number]) => [name, String(number)]),
    ),
    textTable(['Exception', 'differences'], met),
    ...leaks.slice(0, MOST_LEAKS_LISTED).map(leakText),
    `${walks.walks} walks of ${walks.pages} pages: ${walks.retried} pages of who had failed, data changed in the middle of ${walks.changed}.`,
    `${pairs} pairs and ${walks.pages} pages about ${differentTwins} twins in ${Math.round(seconds)} s: ${leaks.length} leaks.`,
  ].join('\n\n');
}
