/** `isearch-proxy backup FILE`: a copy of the database file, also of one that a registry is running on. */

import { backUp } from '../database.ts';
import type { Command } from './command.ts';
import { oneWord } from './usage.ts';

const BYTES_PER_MEGABYTE = 1_000_000;
const SIGNALS = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const;

export const backupCommand: Command = async ({ readConfig, words, terminal }) => {
  const config = readConfig();
  const target = oneWord(words, 'the file to make');
  const startedAt = performance.now();
  // What was begun is removed as the process ends.
  const ends = SIGNALS.map(([name, number]) => [name, () => process.exit(128 + number)] as const);
  for (const [name, end] of ends) process.on(name, end);
  const { file, bytes } = await backUp(config, target);
  for (const [name, end] of ends) process.off(name, end);
  const megabytes = (bytes / BYTES_PER_MEGABYTE).toFixed(1);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  terminal.stderr.write(`Backed up ${file} to ${target} (${megabytes} MB) in ${seconds} s.\n`);
};
