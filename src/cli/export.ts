/** `isearch-proxy export`: the registry as a snapshot on standard output. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openDatabase, snapshotText } from '../context.ts';
import type { Command } from './main.ts';
import { WrongUsage } from './usage.ts';

export const exportCommand: Command = async ({ config, words }) => {
  if (words.length > 0) throw new WrongUsage(`export takes no further words, found '${words.join(' ')}'.`);
  using store = openDatabase(config);
  await pipeline(Readable.from(snapshotText(store)), process.stdout, { end: false });
};
