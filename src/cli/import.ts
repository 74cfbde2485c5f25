/** `isearch-proxy import FILE`: replaces the data, also those of a registry that is running on them. */

import { buffer } from 'node:stream/consumers';
import { openDatabase } from '../context.ts';
import { fileInput, importSnapshotFrom, type SnapshotInput } from '../snapshot-file.ts';
import type { Command } from './main.ts';
import { progressLine } from './progress.ts';
import { oneWord } from './usage.ts';

const STANDARD_INPUT: SnapshotInput = { name: 'standard input', read: () => buffer(process.stdin) };

export const importCommand: Command = async ({ config, words }) => {
  const file = oneWord(words, 'the file to import (- for standard input)');
  const startedAt = performance.now();
  const progress = progressLine();
  using store = openDatabase(config);
  const input = file === '-' ? STANDARD_INPUT : fileInput(file);
  try {
    const { users, userGenes, genes, orthologs, ontologies } = await importSnapshotFrom(input, store, progress.show);
    progress.clear();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const counts = [
      `${users} users with ${userGenes} genes`,
      `${genes} reference genes`,
      `${orthologs} orthologs`,
      `${ontologies} ontologies`,
    ];
    process.stderr.write(`Imported ${counts.join(', ')} into ${config.database.file} in ${seconds} s.\n`);
  } finally {
    progress.clear();
  }
};
