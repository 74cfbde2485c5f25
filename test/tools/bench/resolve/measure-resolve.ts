/** How many of the texts that people may type are understood, and how fast, over the reference data of a registry. */

import { DatabaseSync } from 'node:sqlite';
import type { Candidate, Resolution } from '../../../../src/domain/resolve/candidate.ts';
import { referenceData } from '../../../../src/registry/reference/reference.ts';
import { type ResolveText, textResolver } from '../../../../src/registry/search/resolve-text.ts';
import { openSqliteStore } from '../../../../src/registry/store/sqlite-store.ts';
import { isUnderstood } from '../../../support/registry/trial-answers.ts';
import { TRIAL_INPUTS, type TrialInput } from '../../../support/registry/trial-inputs.ts';
import { seededRandom } from '../invented/seeded-random.ts';
import { textTable } from '../text-table.ts';
import { type DrawnInput, drawInputs, INPUT_KINDS, type InputKind } from './draw-inputs.ts';
import { measureForms } from './measure-forms.ts';
import { measureClinicTables, measureClinicTexts, measureDiseases } from './measure-texts.ts';

/** So many of each kind. */
const PER_KIND = 200;
const SEED = 14;
const LIMIT = 10;
const DISEASES = 200;
const MOST_OFFERED = 3;

/** What part has to be understood or be among the first three that are offered. */
const GOALS: Readonly<Record<InputKind, number>> = {
  symbol: 1,
  identifier: 1,
  alias: 0.97,
  'symbol of another organism': 0.97,
  'gene name': 0.92,
  'disease name': 0.92,
  'phenotype name': 0.92,
  'phenotype id': 1,
  'one edit away': 0.85,
};
const GOAL_P99_MS = 10;
const OFFICIAL_SYMBOLS = `
  SELECT id, ifnull(authority_symbol, symbol) AS symbol FROM gene JOIN gene_identity ON gene_id = id
  WHERE taxon_id = 9606 AND nomenclature_status = 'official'
`;

type Outcome = DrawnInput & { isCertain: boolean; isOffered: boolean; elapsedMs: number; offered: string[] };

/** What is made ready before the first question. */
type Prepared = { ms: number; longest: number; slices: number; bytes: number };

/** Asks over the database of a registry, which is only read. Answers a report in text. */
export async function measureResolve(file: string, perKind = PER_KIND): Promise<string> {
  const drawn = drawnFrom(file, perKind);
  using store = openSqliteStore(file);
  const resolver = textResolver(store, referenceData(store));
  const { resolve } = resolver;
  const before = process.memoryUsage();
  const prepared = { ms: 0, longest: 0, slices: 0, bytes: 0 };
  for (let isReady = false; !isReady; prepared.slices += 1) {
    const startedAt = performance.now();
    isReady = store.read(resolver.advance);
    prepared.longest = Math.max(prepared.longest, performance.now() - startedAt);
    prepared.ms += performance.now() - startedAt;
  }
  prepared.bytes = grown(before);
  const outcomes: Outcome[] = [];
  for (const input of drawn) outcomes.push(await outcomeOf(input, resolve));
  const understood: [TrialInput, boolean][] = [];
  for (const input of TRIAL_INPUTS) understood.push([input, isUnderstood(input, await resolve(input.text, LIMIT))]);
  const texts = await textReports(file, resolve);
  return [report(outcomes, prepared), trialReport(understood), ...texts].join('\n');
}

function drawnFrom(file: string, perKind: number): DrawnInput[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return drawInputs(database, perKind, seededRandom(SEED));
  } finally {
    database.close();
  }
}

async function textReports(file: string, resolve: ResolveText): Promise<string[]> {
  using database = new DatabaseSync(file, { readOnly: true });
  const drawn = { count: DISEASES, random: seededRandom(SEED) };
  const diseases = await measureDiseases(database, resolve, drawn);
  const forms = await measureForms(database, resolve, seededRandom(SEED));
  const clinics = [await measureClinicTexts(resolve), await measureClinicTables(resolve)];
  return [diseases, ...clinics, forms, await eachOfficialSymbol(database, resolve)];
}

type OfficialRow = { id: number; symbol: string };

/** Every symbol that the nomenclature authority gave to a human gene opens that gene. */
async function eachOfficialSymbol(database: DatabaseSync, resolve: ResolveText): Promise<string> {
  const rows = database.prepare(OFFICIAL_SYMBOLS).all() as OfficialRow[];
  const failures: string[] = [];
  for (const { id, symbol } of rows) {
    const [first] = firstOffered(await resolve(symbol, 1));
    if (first === undefined || !first.isCertain || keyOf(first) !== `gene ${id}`) failures.push(symbol);
  }
  const count = `Of ${rows.length} official human symbols ${rows.length - failures.length} open their gene for certain.`;
  return failures.length === 0 ? count : `${count} Not ${failures.slice(0, 20).join(', ')}.`;
}

async function outcomeOf(input: DrawnInput, resolve: ResolveText): Promise<Outcome> {
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

function report(outcomes: readonly Outcome[], prepared: Prepared): string {
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
    `Made ready once in ${prepared.slices} slices of ${prepared.longest.toFixed(1)} ms at most, ${Math.round(prepared.ms)} ms in all, and ${Math.round(prepared.bytes / 1e6)} MB of memory.`,
    failures.length === 0 ? 'None failed.' : `Not among the first three (${failures.length}):\n${failures.join('\n')}`,
  ].join('\n');
}

function grown(before: NodeJS.MemoryUsage): number {
  const now = process.memoryUsage();
  return now.heapUsed - before.heapUsed + now.arrayBuffers - before.arrayBuffers;
}

function trialReport(understood: readonly [TrialInput, boolean][]): string {
  const failures = understood.filter(([, isMet]) => !isMet).map(([{ text, meant }]) => `  ${text} means ${meant}`);
  const count = `Of the ${understood.length} texts of a trial ${understood.length - failures.length} were understood.`;
  return [count, ...failures].join('\n');
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
