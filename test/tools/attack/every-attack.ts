/** `npm run soak -- --attack`: every hostile answer, once and eight times at once, each in a process of its own. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { textTable } from '../bench/text-table.ts';
import { type AttackFigures, MOST_PEAK_MEGABYTES, MOST_WAIT_MS } from './attack.ts';
import { EVERY_HOSTILE_ANSWER } from './every-hostile-answer.ts';

const PROGRAM = fileURLToPath(new URL('one-attack.ts', import.meta.url));
const AT_ONCE = [1, 8];
/** An attack that takes longer has won. */
const MOST_MS = 120_000;

type Outcome = { name: string; questions: number; figures: AttackFigures | undefined };

/**
 * Prints a table of all of them, those that cost too much first. Answers whether none did.
 *
 * @param only the name of one; undefined: all of them
 * @throws Error for a name that is none
 */
export async function everyAttack(only: string | undefined, signal: AbortSignal): Promise<boolean> {
  const chosen = EVERY_HOSTILE_ANSWER.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`--only must be the name of an attack, found '${only}'.`);
  const outcomes: Outcome[] = [];
  for (const { name } of chosen) {
    for (const questions of AT_ONCE) {
      outcomes.push(await attacked(name, questions, signal));
      process.stderr.write(`  ${cells(outcomes.at(-1) as Outcome).join(', ')}\n`);
    }
  }
  const [met, missed] = [outcomes.filter(isMet), outcomes.filter((one) => !isMet(one))];
  const head = ['Attack', 'at once', 'others wait', 'owed to it', 'computed', 'without', 'peak', 'held', ''];
  process.stdout.write(`${textTable(head, [...missed, ...met].map(cells))}\n`);
  process.stdout.write(`\n${missed.length} of ${outcomes.length} cost more than ${MOST_WAIT_MS} ms or `);
  process.stdout.write(`${MOST_PEAK_MEGABYTES} MB.\n`);
  return missed.length === 0;
}

async function attacked(name: string, questions: number, signal: AbortSignal): Promise<Outcome> {
  const child = fork(PROGRAM, [name, String(questions)], { signal, timeout: MOST_MS });
  child.on('error', () => {});
  let figures: AttackFigures | undefined;
  child.once('message', (message) => {
    figures = message as AttackFigures;
  });
  await once(child, 'exit');
  signal.throwIfAborted();
  return { name, questions, figures };
}

function isMet({ figures }: Outcome): boolean {
  if (figures === undefined) return false;
  const { worst, worstWithout, peakMegabytes } = figures;
  return worst.owedMs - worstWithout.owedMs <= MOST_WAIT_MS && peakMegabytes <= MOST_PEAK_MEGABYTES;
}

function cells(outcome: Outcome): string[] {
  const { name, questions, figures } = outcome;
  if (figures === undefined)
    return [name, String(questions), `no end in ${MOST_MS / 1000} s`, '', '', '', '', '', 'NOT MET'];
  const { worst, worstWithout, peakMegabytes, heldMegabytes } = figures;
  const times = [worst.waitedMs, worst.owedMs, worst.computedMs, worstWithout.owedMs].map(
    (ms) => `${ms.toFixed(0)} ms`,
  );
  const memory = [peakMegabytes, heldMegabytes].map((megabytes) => `${megabytes.toFixed(0)} MB`);
  return [name, String(questions), ...times, ...memory, isMet(outcome) ? 'met' : 'NOT MET'];
}
