/** How many of the texts that people may type are understood, and how fast, over the reference data of a registry. */

import { DatabaseSync } from 'node:sqlite';
import type { Candidate, Resolution } from '../../../src/domain/resolve/candidate.ts';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { textResolver } from '../../../src/registry/search/resolve-text.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { seededRandom } from '../invented/seeded-random.ts';
import { textTable } from '../text-table.ts';
import { type DrawnInput, drawInputs, INPUT_KINDS, type InputKind } from './draw-inputs.ts';

/** So many of each kind. */
const PER_KIND = 25;
const SEED = 14;
const LIMIT = 10;
const MOST_OFFERED = 3;

/** What part has to be understood or be among the first three that are offered. */
const GOALS: Readonly<Record<InputKind, number>> = {
  symbol: 1,
  identifier: 1,
  alias: 0.97,
  'symbol of another organism': 0.97,
  'gene name': 0.92,
  'disease name': 0.92,
  phenotype: 0.92,
  'one edit away': 0.85,
};
const GOAL_P99_MS = 10;

type Outcome = DrawnInput & { isCertain: boolean; isOffered: boolean; elapsedMs: number; offered: string[] };

/** Asks over the database of a registry, which is only read. Answers a report in text. */
export async function measureResolve(file: string, perKind = PER_KIND): Promise<string> {
  const drawn = drawnFrom(file, perKind);
  using store = openSqliteStore(file);
  const resolve = textResolver(store, referenceData(store));
  const before = process.memoryUsage();
  const startedAt = performance.now();
  await resolve('Nothhing', LIMIT);
  await resolve('nothhing like this', LIMIT);
  const prepared = { ms: performance.now() - startedAt, bytes: grown(before) };
  const outcomes: Outcome[] = [];
  for (const input of drawn) outcomes.push(await outcomeOf(input, resolve));
  return report(outcomes, prepared);
}

function drawnFrom(file: string, perKind: number): DrawnInput[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return drawInputs(database, perKind, seededRandom(SEED));
  } finally {
    database.close();
  }
}

async function outcomeOf(input: DrawnInput, resolve: ReturnType<typeof textResolver>): Promise<Outcome> {
  const startedAt = performance.now();
  const resolution = await resolve(input.text, LIMIT);
  const elapsedMs = performance.now() - startedAt;
  const offered = firstOffered(resolution);
  const isOffered = offered.some((candidate) => input.meant.includes(keyOf(candidate)));
  const [first] = offered;
  const isCertain = first?.isCertain === true && input.meant.includes(keyOf(first));
  return { ...input, isCertain, isOffered, elapsedMs, offered: offered.map(shown) };
}

/** Those that are called so come first, then those that may have been meant. */
function firstOffered({ entries }: Resolution): Candidate[] {
  return entries.flatMap(({ candidates, didYouMean }) => [...candidates, ...didYouMean]).slice(0, MOST_OFFERED);
}

function keyOf(candidate: Candidate): string {
  if (candidate.kind === 'gene') return `gene ${candidate.gene.geneId}`;
  return candidate.kind === 'disease' ? `disease ${candidate.disease.diseaseId}` : `term ${candidate.term.termId}`;
}

function shown(candidate: Candidate): string {
  const { kind, matched } = candidate.reason;
  const what = candidate.kind === 'gene' ? `${candidate.gene.symbol} (${candidate.gene.taxonName})` : keyOf(candidate);
  return `${what}, ${kind} ${matched}`;
}

function report(outcomes: readonly Outcome[], prepared: { ms: number; bytes: number }): string {
  const rows = INPUT_KINDS.map((kind) => {
    const own = outcomes.filter((outcome) => outcome.kind === kind);
    const certain = own.filter(({ isCertain }) => isCertain).length;
    const offered = own.filter(({ isOffered }) => isOffered).length;
    const isMet = offered / own.length >= GOALS[kind];
    return [
      kind,
      String(own.length),
      String(certain),
      String(offered),
      percent(offered / own.length),
      percent(GOALS[kind]),
      isMet ? 'met' : 'missed',
    ];
  });
  const failures = outcomes
    .filter(({ isOffered }) => !isOffered)
    .map(({ kind, text, meant, offered }) => {
      return `  ${kind}: ${text} means ${meant.join(' or ')}; offered: ${offered.join('; ') || 'nothing'}`;
    });
  const times = outcomes.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const slowest = outcomes.toSorted((a, b) => b.elapsedMs - a.elapsedMs).slice(0, 3);
  return [
    textTable(['typed', 'drawn', 'certain', 'in first 3', '', 'goal', ''], rows),
    `p50 ${at(0.5).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms (at most ${GOAL_P99_MS}); slowest: ${slowest.map(({ text, elapsedMs }) => `${text} ${elapsedMs.toFixed(1)} ms`).join(', ')}`,
    `Made ready once in ${Math.round(prepared.ms)} ms, ${Math.round(prepared.bytes / 1e6)} MB of memory.`,
    failures.length === 0 ? 'None failed.' : `Not among the first three (${failures.length}):\n${failures.join('\n')}`,
  ].join('\n');
}

function grown(before: NodeJS.MemoryUsage): number {
  const now = process.memoryUsage();
  return now.heapUsed - before.heapUsed + now.arrayBuffers - before.arrayBuffers;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
