/** `isearch-proxy export`: writes the registry as a snapshot to standard output. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isEmptyRegistry, openDatabase, snapshotText } from '../app/database.ts';
import { type Command, NotThere, noWords } from './command.ts';

export const exportCommand: Command = async ({ readConfig, words, terminal }) => {
  const config = readConfig();
  noWords(words, 'export');
  using store = openDatabase(config, { makesFile: false, mayOnlyRead: true });
  if (isEmptyRegistry(store)) {
    throw new NotThere(`${config.database.file} has nothing to export yet. Import a snapshot or load genes first.`);
  }
  await pipeline(Readable.from(snapshotText(store)), terminal.stdout, { end: false });
};
