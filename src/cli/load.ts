/** `isearch-proxy load`: loads genes, orthologs, annotations, ontologies, organs and diseases from reference files. */

import { openForLoading } from '../app/database.ts';
import type { BoundedSentences } from '../domain/bounded-list.ts';
import { counted } from '../domain/plurals.ts';
import type { LoadReport } from '../domain/reference-files/load-report.ts';
import { LOAD_KINDS, LOADED_BESIDE, type LoadKind, loadFiles, loadFolder } from '../files/load-files.ts';
import { refuseMissing } from '../files/reference-file.ts';
import { bounded } from '../files/snapshot-file.ts';
import { type Command, noWords, type Options, WrongUsage } from './command.ts';
import { listed, printable, progressLine } from './output.ts';

export const loadCommand: Command = async ({ readConfig, words, options, terminal: { stdin, stderr } }) => {
  const config = readConfig();
  const wanted = readWords(words, options);
  const isFollowing = config.database.follow !== undefined;
  if (isFollowing && 'kind' in wanted && !LOADED_BESIDE.includes(wanted.kind)) {
    throw new WrongUsage(
      `This registry follows another database (database.follow). Change its ${wanted.kind} there. This registry can load only ${listed(LOADED_BESIDE)}.`,
    );
  }
  const startedAt = performance.now();
  const progress = progressLine(stderr);
  let isChanged = false;
  const print = (lines: readonly string[]) => lines.forEach((line) => void stderr.write(`${printable(line)}\n`));
  const printReports = (reports: readonly LoadReport[]) => {
    progress.clear();
    isChanged ||= reports.some((report) => report.isChanged);
    print(reports.flatMap(linesOf));
  };
  try {
    // The files are checked before the database is opened, so that no database is made for a missing file.
    await refuseMissing('files' in wanted ? wanted.files : [wanted.folder]);
    using store = openForLoading(config);
    const shared = { store, isFollowing, isConfirmed: options.confirm, stdin, onProgress: progress.show };
    if ('folder' in wanted) {
      const { unknown, followed } = await loadFolder(wanted.folder, printReports, {
        ...shared,
        activate: wanted.activate ?? [],
      });
      print(followed.map((name) => `${name} was skipped, because the followed database has its content.`));
      print(unknown.map((name) => `${name} was skipped, because load does not read files of this kind.`));
    } else {
      const { kind, files, ontology } = wanted;
      printReports(await loadFiles(kind, files, { ...shared, ontology }));
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print([`${isChanged ? 'Loaded into' : 'Nothing changed in'} ${config.database.file} in ${seconds} s.`]);
  } finally {
    progress.clear();
  }
};

function readWords(words: readonly string[], { all, name, activate = [] }: Options) {
  const [kind, ...files] = words;
  if (all !== undefined) {
    noWords(words, 'load --all');
    if (name !== undefined) throw new WrongUsage('--name is for load ontology with one file, found --all.');
    return { folder: all, activate };
  }
  if (!isKind(kind))
    throw new WrongUsage(
      `load needs one of ${LOAD_KINDS.join(', ')}, or --all, found ${kind === undefined ? 'nothing' : `'${kind}'`}.`,
    );
  if (files.length === 0) throw new WrongUsage(`load ${kind} needs at least one file (- for standard input).`);
  const isOfOne = name !== undefined || activate.length > 0;
  const mayBe = kind === 'ontology' || (kind === 'organs' && name === undefined);
  if (isOfOne && (!mayBe || files.length > 1)) {
    throw new WrongUsage(`${OF_ONE_FILE}, found ${kind} and ${counted(files.length, 'file')}.`);
  }
  return { kind, files, ontology: { name, activate } };
}

const OF_ONE_FILE =
  '--name is for load ontology with one file, and --activate for load ontology or load organs with one file, or for --all';

function isKind(word: string | undefined): word is LoadKind {
  return LOAD_KINDS.some((kind) => kind === word);
}

function linesOf({ records, added, changed, unchanged, removed, retained, skipped, notes }: LoadReport): string[] {
  const counts = [counted(added, 'added', 'added'), counted(changed, 'changed', 'changed')];
  const gone = removed.count === 0 ? [] : [counted(removed.count, 'removed', 'removed')];
  const all = listed([...counts, ...gone, counted(unchanged, 'unchanged', 'unchanged')]);
  return [
    `${records[0]?.toUpperCase()}${records.slice(1)}: ${all}.`,
    ...notes,
    ...section(`No longer in the files, and removed here: ${records}`, removed),
    ...section(`No longer in the files, but not removed here: ${records}`, retained),
    ...section('Lines skipped', skipped, skipped.kinds),
  ];
}

function section(heading: string, { count, sentences: first }: BoundedSentences, sentences = count): readonly string[] {
  if (count === 0) return [];
  return [
    `${heading} (${count.toLocaleString('en')}):`,
    ...bounded(first, sentences).map((sentence) => `  ${sentence}`),
  ];
}
