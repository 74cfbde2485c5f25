/** `isearch-proxy export`: the registry as a snapshot on standard output. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openDatabase, snapshotText } from '../database.ts';
import type { Command } from './command.ts';
import { noWords } from './usage.ts';

export const exportCommand: Command = async ({ readConfig, words, terminal }) => {
  const config = readConfig();
  noWords(words, 'export');
  using store = openDatabase(config, { makesFile: false });
  await pipeline(Readable.from(snapshotText(store)), terminal.stdout, { end: false });
};
