/** `isearch-proxy import FILE`: replaces the data by a snapshot, or takes over a table of people. */

import { extname } from 'node:path';
import { openAccountKeeper, openDatabase } from '../app/database.ts';
import type { Config } from '../config/config.ts';
import { ownMember } from '../domain/own-member.ts';
import { counted } from '../domain/plurals.ts';
import type { PrivacyLevel } from '../domain/record/model.ts';
import type { MoreVisible, MoreVisibleGene } from '../domain/record/permissions.ts';
import type { PeoplePlan } from '../domain/tables/people-plan.ts';
import { boundedBytes } from '../files/file-bytes.ts';
import type { PeopleReport } from '../files/people-file.ts';
import {
  bounded,
  fileInput,
  type ImportSummary,
  isSnapshot,
  readInput,
  readSoundSnapshot,
  type SnapshotInput,
  writeSnapshot,
} from '../files/snapshot-file.ts';
import { refuseFollowing } from './accounts.ts';
import { type Command, type Options, oneWord, type Terminal, WrongUsage } from './command.ts';
import { amountsText, listed, printable, progressLine } from './output.ts';

const LEVELS = ['private', 'shared', 'public'] as const;

/**
 * Returns a line for each person below a heading; nothing where nobody is concerned.
 *
 * @param symbolOf returns the symbol of a gene
 */
export function moreVisibleReport(people: readonly MoreVisible[], symbolOf: (geneId: number) => string): string[] {
  if (people.length === 0) return [];
  return ['More visible than before:', ...people.map((one) => `  ${printable(personLine(one, symbolOf))}`)];
}

function personLine(person: MoreVisible, symbolOf: (geneId: number) => string): string {
  const { user, level, isEnabledNow, isSharedNow, isGeneListShownNow, seesEverybodyNow, genes = [] } = person;
  const what = [
    ...(level === undefined ? [] : [changeText(level.from, level.to)]),
    ...(isEnabledNow ? ['no longer disabled'] : []),
    ...(isSharedNow ? ['shared with partners'] : []),
    ...(isGeneListShownNow ? ['gene list no longer hidden'] : []),
    ...(seesEverybodyNow ? ['sees all profiles by its role'] : []),
    ...(genes.length === 0 ? [] : [`genes: ${genes.map((gene) => geneText(gene, symbolOf(gene.geneId))).join(', ')}`]),
  ];
  return `${user.email} (user ${user.id}): ${what.join('; ')}`;
}

function geneText({ level, tier }: MoreVisibleGene, symbol: string): string {
  const levels = level.from === level.to ? [] : [changeText(level.from, level.to)];
  const tiers = tier === undefined ? [] : [`${tier.from ?? 'no tier'} → ${tier.to}`];
  return `${symbol} (${[...levels, ...tiers].join(', ')})`;
}

function changeText(from: PrivacyLevel | null | undefined, to: PrivacyLevel | null): string {
  return `${from === undefined ? 'new' : levelText(from)} → ${levelText(to)}`;
}

function levelText(level: PrivacyLevel | null): string {
  return level === null ? 'no level' : LEVELS[level];
}

type Run = Parameters<Command>[0];
type Import = {
  config: Config;
  name: string;
  bytes: Uint8Array;
  show: ReturnType<typeof progressLine>['show'];
  /** Prints lines before anything is written. */
  print(lines: readonly string[]): void;
};

const ONLY_READ = { makesFile: false, mayOnlyRead: true };

const standardInput = (stdin: Terminal['stdin']): SnapshotInput => ({
  name: 'standard input',
  read: (mostBytes) => boundedBytes(stdin, { mostBytes }),
});

export const importCommand: Command = async (run) => {
  if (run.options.template) await writeTemplate(run);
  else await importFile(run);
};

async function importFile({ readConfig, words, options, terminal }: Run): Promise<void> {
  const config = readConfig();
  const file = oneWord(words, 'the file to import (- for standard input)');
  const startedAt = performance.now();
  const progress = progressLine(terminal.stderr);
  try {
    const input = file === '-' ? standardInput(terminal.stdin) : fileInput(file, { mayBePipe: true });
    progress.show({ stage: 'reading', done: 0, total: 1 });
    const bytes = await readInput(input);
    const print = (lines: readonly string[]) => {
      progress.clear();
      for (const line of lines) terminal.stderr.write(`${line}\n`);
    };
    const work = { config, name: input.name, bytes, show: progress.show, print };
    if (options.dryRun) print(['Nothing is written because of --dry-run. The import would report:']);
    const imported = isSnapshot(bytes) ? await importSnapshot(work, options) : await importPeople(work, options);
    progress.clear();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    terminal.stderr.write(`${imported(`into ${config.database.file} in ${seconds} s`).join('\n')}\n`);
  } finally {
    progress.clear();
  }
}

/** Returns the lines to print; the first includes where the data went. */
type ReportLines = (where: string) => readonly string[];

// The snapshot is read before the database is opened, so that no file is made for an invalid one.
async function importSnapshot(
  { config, name, bytes, show, print }: Import,
  { removeMissing, dryRun }: Options,
): Promise<ReportLines> {
  if (removeMissing) {
    throw new WrongUsage('--remove-missing is for tables of people. A snapshot always replaces everything.');
  }
  const snapshot = await readSoundSnapshot({ name, read: async () => bytes }, show);
  using store = openDatabase(config, dryRun ? ONLY_READ : { makesFile: true });
  const genes = new Map(snapshot.genes.map(({ geneId, symbol }) => [geneId, symbol]));
  const summary = writeSnapshot(snapshot, store, {
    onProgress: show,
    onMoreVisible: (people) => print(moreVisibleReport(people, (geneId) => genes.get(geneId) ?? String(geneId))),
    isDryRun: dryRun,
  });
  const next = nextStep(config, store);
  return (where) => [`Imported ${amountsText(summary)} ${where}.`, ...remarksOf(summary), ...next];
}

// The readers of tables are loaded only when needed, as a command starts faster when it loads less.
async function importPeople(
  { config, name, bytes, show, print }: Import,
  { removeMissing, dryRun }: Options,
): Promise<ReportLines> {
  refuseFollowing(config);
  const { importPeopleSheets, readPeopleSheets } = await import('../files/people-file.ts');
  const sheets = await readPeopleSheets(name, Buffer.from(bytes));
  using store = openDatabase(config, dryRun ? ONLY_READ : { makesFile: false });
  show({ stage: 'people', done: 0, total: 1 });
  const report = importPeopleSheets(name, sheets, {
    store,
    removesMissing: removeMissing,
    remoteSearchUserId: config.app.settings.isearch.userId,
    isDryRun: dryRun,
    onPlan: ({ plan, symbolOf }) => print(moreVisibleReport(plan.moreVisible, symbolOf)),
  });
  const next = nextStep(config, store);
  return (where) => [...peopleReport(report, where), ...next];
}

/** Returns advice if there is no administrator: then nobody sees requests for access, or asks partners with a token. */
function nextStep(config: Config, store: ReturnType<typeof openDatabase>): readonly string[] {
  if (openAccountKeeper(store, config).hasAdministrator()) return [];
  const command = 'isearch-proxy account create EMAIL --role admin';
  return [`This registry has no administrator yet. To create one: ${command}`];
}

async function writeTemplate({ words, options: { removeMissing, dryRun }, terminal: { stdout } }: Run): Promise<void> {
  if (removeMissing || dryRun) {
    throw new WrongUsage(`--template cannot be combined with ${removeMissing ? '--remove-missing' : '--dry-run'}.`);
  }
  const { TEMPLATES, templateProblem, writeTemplateFile } = await import('../files/people-file.ts');
  const [file] = words;
  const make = ownMember(TEMPLATES, file === undefined ? '.csv' : extname(file).toLowerCase());
  if (make === undefined || words.length > 1) {
    const found = `'${words.join(' ')}'`;
    throw new WrongUsage(
      `--template writes one file whose name ends with ${Object.keys(TEMPLATES).join(' or ')}, found ${found}.`,
    );
  }
  if (file === undefined) return void stdout.write(make());
  await writeTemplateFile(file, make()).catch((error: NodeJS.ErrnoException) => {
    throw new WrongUsage(`${file} cannot be written: ${templateProblem(error)}.`);
  });
}

function remarksOf({ omitted: { count, sentences } }: ImportSummary): readonly string[] {
  if (count === 0) return [];
  return [`${counted(count, 'value was', 'values were')} left out:`, ...bounded(sentences, count)];
}

type Account = { id: number; email: string };

const MOST_LISTED = 20;

/** Returns lines about whom a table of people added, changed, left unchanged, missed and removed; `where` follows the word "Imported". */
export function peopleReport({ plan, removed, notes }: Omit<PeopleReport, 'symbolOf'>, where: string): string[] {
  const { added, changed, missing, permanent } = plan;
  const changes = changed.map(({ user, what }) => `${nameOf(user)}: ${what.join(', ')}`);
  const absent = removed ? 'Removed, because they are not in the table:' : 'Not in the table, but not removed:';
  return [
    summary(plan, removed, where),
    ...section('Added:', added.map(nameOf)),
    ...section('Changed:', changes),
    ...section(absent, missing.map(nameOf)),
    ...(missing.length > 0 && !removed ? ['To remove them, add --remove-missing.'] : []),
    ...section('Not in the table, but never removed by an import:', permanent.map(nameOf)),
    ...section(`${counted(notes.length, 'entry was', 'entries were')} not imported as written:`, notes),
  ];
}

function summary({ added, changed, unchanged, missing }: PeoplePlan, removed: boolean, where: string): string {
  const removedCount = removed ? missing.length : 0;
  if (added.length + changed.length + removedCount === 0) {
    return `Nothing changed: ${counted(unchanged.length, 'person', 'people')} unchanged.`;
  }
  const counts = { added: added.length, changed: changed.length, unchanged: unchanged.length, removed: removedCount };
  const shown = Object.entries(counts).filter(([what, count]) => what !== 'removed' || count > 0);
  return `Imported ${where}: ${listed(shown.map(([what, count]) => `${count.toLocaleString('en')} ${what}`))}.`;
}

function section(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [heading, ...bounded(lines.slice(0, MOST_LISTED), lines.length).map((line) => `  ${printable(line)}`)];
}

function nameOf({ id, email }: Account): string {
  return `${email} (user ${id})`;
}
