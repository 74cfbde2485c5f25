/** `isearch-proxy serve`: runs the registry until it is told to stop. */

import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import { type RunningRegistry, startRegistry } from '../main.ts';
import type { Command } from './command.ts';
import { progressLine } from './progress.ts';
import { noWords } from './usage.ts';
import { counted } from './wording.ts';

/** How this command line is called: the source by its path in the checkout, the package by its name. */
const COMMAND = import.meta.filename.endsWith('.ts') ? 'node src/launch/isearch-proxy.js' : 'isearch-proxy';

export const serveCommand: Command = async ({ readConfig, words }) => {
  const config = readConfig();
  noWords(words, 'serve');
  await using registry = await start(config);
  // Listened for before anybody is told that it runs, or a signal at once would end it without a farewell.
  const stopped = stopSignal();
  process.stderr.write(`${await greeting(registry, config.app.site.shortname)}\n`);
  await stopped;
  process.stderr.write('Stopping: no new requests, those under way may end.\n');
};

async function start(config: Config): Promise<RunningRegistry> {
  const progress = progressLine();
  try {
    return await startRegistry({ config, onProgress: progress.show });
  } finally {
    progress.clear();
  }
}

async function greeting({ url, metricsUrl, context: { registry, config } }: RunningRegistry, shortname: string) {
  const isFollowing = config.database.follow !== undefined;
  const addresses = [
    '',
    `  The page       ${url}/`,
    `  The API        ${url}/docs/`,
    ...(metricsUrl === undefined ? [] : [`  The metrics    ${metricsUrl}`]),
  ];
  const tryIt = [
    '  Or try',
    `    curl '${url}/api/genes/search?symbol=BRCA1&taxonId=9606'`,
    `    curl '${url}/api/users/search?nameLike=an&prefix=false&size=3'`,
  ];
  const end = ['', '  Ctrl-C stops it.'];
  if (await registry.isEmpty()) {
    const advice = isFollowing
      ? '  It is reading the database that it follows for the first time; /readyz says how far it is.'
      : `  It holds nothing yet. Fill it with: ${COMMAND} import FILE`;
    return [`${shortname} is running at ${url}`, '', advice, ...addresses, ...end].join('\n');
  }
  const { users, userGenes } = await registry.stats();
  const held = `${counted(users, 'researcher')} and ${counted(userGenes, 'gene')}`;
  return [`${shortname} is running at ${url} with ${held}.`, ...addresses, ...tryIt, ...end].join('\n');
}

/** Answers when the program is told to stop. */
export async function stopSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
