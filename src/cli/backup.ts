/** `isearch-proxy backup FILE`: copies the database file, even while a registry runs on it. */

import { backUp } from '../app/database.ts';
import { type Command, oneWord } from './command.ts';
import { exitingAtSignals } from './signals.ts';

const BYTES_PER_MEGABYTE = 1_000_000;

export const backupCommand: Command = async ({ readConfig, words, terminal, host }) => {
  const config = readConfig();
  const target = oneWord(words, 'the file to create');
  const startedAt = performance.now();
  const { file, bytes } = await exitingAtSignals(host, () => backUp(config, target));
  const megabytes = (bytes / BYTES_PER_MEGABYTE).toFixed(1);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  terminal.stderr.write(`Backed up ${file} to ${target} (${megabytes} MB) in ${seconds} s.\n`);
};
