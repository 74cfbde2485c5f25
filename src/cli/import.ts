/** `isearch-proxy import FILE`: replaces the data, also those of a registry that is running on them. */

import { buffer } from 'node:stream/consumers';
import { openDatabase } from '../database.ts';
import {
  bounded,
  fileInput,
  type ImportSummary,
  readSoundSnapshot,
  type SnapshotInput,
  writeSnapshot,
} from '../snapshot-file.ts';
import type { Command } from './command.ts';
import { progressLine } from './progress.ts';
import { oneWord } from './usage.ts';
import { counted, listed } from './wording.ts';

const STANDARD_INPUT: SnapshotInput = { name: 'standard input', read: () => buffer(process.stdin) };

export const importCommand: Command = async ({ readConfig, words }) => {
  const config = readConfig();
  const file = oneWord(words, 'the file to import (- for standard input)');
  const startedAt = performance.now();
  const progress = progressLine();
  try {
    // The database comes second, so that nothing is made of a snapshot that cannot be imported.
    const snapshot = await readSoundSnapshot(
      file === '-' ? STANDARD_INPUT : fileInput(file, { mayBePipe: true }),
      progress.show,
    );
    using store = openDatabase(config, { makesFile: true });
    const summary = writeSnapshot(snapshot, store, progress.show);
    progress.clear();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const imported = `Imported ${amounts(summary)} into ${config.database.file} in ${seconds} s.`;
    process.stderr.write(`${[imported, ...toldOf(summary)].join('\n')}\n`);
  } finally {
    progress.clear();
  }
};

function toldOf({ leftOut: { count, told } }: ImportSummary): readonly string[] {
  if (count === 0) return [];
  return [`${counted(count, 'value was', 'values were')} left out:`, ...bounded(told, count)];
}

function amounts({ users, userGenes, genes, orthologs, ontologies }: ImportSummary): string {
  return listed([
    `${counted(users, 'user')} with ${counted(userGenes, 'gene')}`,
    counted(genes, 'reference gene'),
    counted(orthologs, 'ortholog'),
    counted(ontologies, 'ontology', 'ontologies'),
  ]);
}
