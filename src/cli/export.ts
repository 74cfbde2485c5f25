/** `isearch-proxy export`: the registry as a snapshot on standard output. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadConfig } from '../config/config.ts';
import { openDatabase, snapshotText } from '../context.ts';
import type { Command } from './command.ts';
import { noWords } from './usage.ts';

export const exportCommand: Command = async ({ configuredBy, words }) => {
  const config = loadConfig(configuredBy);
  noWords(words, 'export');
  using store = openDatabase(config, { makesFile: false });
  await pipeline(Readable.from(snapshotText(store)), process.stdout, { end: false });
};
