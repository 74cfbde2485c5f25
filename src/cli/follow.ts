/** `isearch-proxy follow confirm`: confirms that people who are missing in the followed database have left. */

import { confirmMissingPeople } from '../start/database.ts';
import type { Command } from './command.ts';
import { NotThere, noWords, WrongUsage } from './usage.ts';

export const followCommand: Command = async ({ readConfig, words, terminal }) => {
  const config = readConfig();
  const [action, ...rest] = words;
  if (action !== 'confirm') {
    throw new WrongUsage(`follow needs confirm, found ${action === undefined ? 'nothing' : `'${action}'`}.`);
  }
  noWords(rest, 'follow confirm');
  if (config.database.follow === undefined) {
    throw new NotThere('database.follow names no database, so there is nothing to confirm.');
  }
  const since = await confirmMissingPeople(config, new Date());
  if (since === undefined) {
    throw new NotThere('There is nothing to confirm: the followed database does not lack most people.');
  }
  terminal.stderr.write(
    `Confirmed: the people whom the followed database lacks since ${since.toISOString()} have left. A registry that is running removes them within seconds.\n`,
  );
};
