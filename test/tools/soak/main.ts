/**
 * `npm run soak`: does a registry with partners that fail in every way stay as it was under load, and is every answer
 * right? Ten minutes each for the load, `--chaos` and `--slow`, a quarter of an hour for `--attack`; `--help` has the rest.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { everyAttack } from '../attack/every-attack.ts';
import { everyHostilePage } from '../attack/every-hostile-page.ts';
import { assertUsageIsMeasured } from '../bench/processes/process-usage.ts';
import { type Verdict, verdictWord } from '../bench/targets.ts';
import { textTable } from '../bench/text-table.ts';
import { chaos } from './chaos/chaos.ts';
import { HELP } from './help.ts';
import { afterReadersLeft } from './leaving.ts';
import { openSoakedNetwork, type SoakedNetwork } from './network.ts';
import { oracle } from './oracle/oracle.ts';
import { soakQuestions } from './questions.ts';
import { readOn, type Tally } from './readers.ts';
import { slow } from './slow/slow.ts';
import { minuteTable, type Sample, steadiness } from './verdicts.ts';

const LEAST_MINUTES = 3;
const LEAST_CHAOS_SECONDS = 20;
const MINUTE_MS = 60_000;
const SAMPLE_EVERY_MS = 5000;

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

try {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      readers: { type: 'string', default: '24' },
      people: { type: 'string', default: '500' },
      leaving: { type: 'boolean', default: false },
      chaos: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '600' },
      workers: { type: 'string', default: '2' },
      attack: { type: 'boolean', default: false },
      pages: { type: 'boolean', default: false },
      only: { type: 'string' },
      oracle: { type: 'boolean', default: false },
      slow: { type: 'boolean', default: false },
      questions: { type: 'string', default: '1000' },
      walks: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) process.stdout.write(HELP);
  else if (values.attack) {
    assertUsageIsMeasured();
    if (!(await everyAttack(values.only, stop.signal))) process.exitCode = 1;
  } else if (values.pages) {
    if (!(await everyHostilePage(values.only, stop.signal))) process.exitCode = 1;
  } else if (values.oracle) {
    const questions = wholeNumber('--questions', values.questions, 1);
    const walks = wholeNumber('--walks', values.walks, 1);
    if (!(await oracle({ questions, walks, seed: wholeNumber('--seed', values.seed, 0) }))) process.exitCode = 1;
  } else if (values.slow) {
    const seconds = wholeNumber('--seconds', values.seconds, 1);
    const readers = wholeNumber('--readers', values.readers, 1);
    if (!(await slow({ seconds, readers, seed: wholeNumber('--seed', values.seed, 0) }, stop.signal)))
      process.exitCode = 1;
  } else if (values.chaos) {
    assertUsageIsMeasured();
    const seconds = wholeNumber('--seconds', values.seconds, LEAST_CHAOS_SECONDS);
    const workers = wholeNumber('--workers', values.workers, 1);
    const isWell = await chaos({ seconds, workers, seed: wholeNumber('--seed', values.seed, 0) }, stop.signal);
    if (!isWell) process.exitCode = 1;
  } else {
    const minutes = values.leaving ? 0 : wholeNumber('--minutes', values.minutes, LEAST_MINUTES);
    const readers = wholeNumber('--readers', values.readers, 1);
    const people = wholeNumber('--people', values.people, 1);
    await soak({ minutes, readers, people, seed: wholeNumber('--seed', values.seed, 0) }, stop.signal);
  }
} catch (error) {
  process.stderr.write(`${stop.signal.aborted ? 'Stopped.' : (error as Error).stack}\n`);
  process.exitCode = 1;
}

function wholeNumber(option: string, text: string, least: number): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= least) return Number(text);
  throw new Error(`${option} must be a whole number from ${least} on, found '${text}'.`);
}

type SoakOptions = { minutes: number; readers: number; people: number; seed: number };

/** @param minutes of load before readers leave; none at all for 0 */
async function soak({ minutes, readers, people, seed }: SoakOptions, signal: AbortSignal): Promise<void> {
  assertUsageIsMeasured();
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  try {
    process.stderr.write('  inventing and importing a registry …\n');
    await using network = await openSoakedNetwork(folder, people, signal);
    const tally: Tally = { counts: new Map(), wrong: [] };
    const samples = minutes === 0 ? [] : await underLoad(network, tally, { minutes, readers }, signal);
    process.stderr.write('  readers leave at any moment …\n');
    const afterLeaving = await afterReadersLeft(network, seed);
    const endedWith = await network.registry.stop();
    const steady = minutes === 0 ? [] : steadiness(samples);
    const verdicts = [...soundness(network, tally, endedWith), ...steady, ...afterLeaving];
    process.stdout.write(`${report(verdicts, tally, network, samples)}\n`);
    if (verdicts.some(({ met }) => met === false)) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Looks at the registry again and again while the readers read. */
async function underLoad(
  { registry, symbols, steady, adminToken }: SoakedNetwork,
  tally: Tally,
  { minutes, readers }: { minutes: number; readers: number },
  signal: AbortSignal,
): Promise<Sample[]> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(minutes * MINUTE_MS)]);
  const reading = readOn(
    { url: registry.url, readers, questions: soakQuestions(symbols, steady, adminToken) },
    tally,
    over,
  );
  const samples: Sample[] = [];
  const began = performance.now();
  while (!over.aborted) {
    await pause(SAMPLE_EVERY_MS, undefined, { signal: over }).catch(() => {});
    samples.push({ atMs: performance.now() - began, ...(await registry.usage()) });
    process.stderr.write(`  ${line(samples.at(-1) as Sample, tally)}\n`);
  }
  await reading;
  signal.throwIfAborted();
  return samples;
}

function line({ atMs, heapBytes, residentBytes, openSockets }: Sample, { counts, wrong }: Tally): string {
  const [heap, resident] = [heapBytes, residentBytes].map((bytes) => (bytes / 2 ** 20).toFixed(1));
  const answers = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const memory = `heap ${heap} MB, resident ${resident} MB, ${openSockets} sockets`;
  return `${Math.round(atMs / 1000)} s: ${answers} answers, ${wrong.length} wrong; ${memory}`;
}

function soundness({ registry }: SoakedNetwork, { wrong }: Tally, endedWith: number | undefined): Verdict[] {
  const none = (what: string, found: readonly string[]): Verdict => {
    return { what, target: 'none', figure: String(found.length), met: found.length === 0 };
  };
  const ended = { what: 'ends on request, with code', target: '0', figure: String(endedWith) };
  return [
    none('answers 500, broken off, or without an end', wrong),
    none('faults in the log', registry.faults),
    none('complaints of the process', registry.complaints),
    { ...ended, met: endedWith === 0 },
  ];
}

function report(
  verdicts: readonly Verdict[],
  { counts, wrong }: Tally,
  { registry }: SoakedNetwork,
  samples: readonly Sample[],
): string {
  const rows = verdicts.map(({ what, target, figure, met }) => [what, target, figure, verdictWord(met)]);
  const answers = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, count]) => [what, String(count)]);
  const details = [...wrong, ...registry.faults.slice(0, 5), ...registry.complaints.slice(0, 20)];
  return [
    textTable(['Target', 'wanted', 'found', ''], rows),
    ...(samples.length === 0 ? [] : [textTable(['Answers', 'count'], answers), minuteTable(samples)]),
    ...details,
  ].join('\n\n');
}
