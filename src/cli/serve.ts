/** `isearch-proxy serve`: runs the registry until it is told to stop. */

import type { Config } from '../config/config.ts';
import type { ConfigSource } from '../config/follow-config.ts';
import { type RunningRegistry, startRegistry } from '../main.ts';
import type { Command } from './command.ts';
import { progressLine } from './progress.ts';
import { noWords } from './usage.ts';
import { counted } from './wording.ts';

/** How this command line is called: the source by its path in the checkout, the package by its name. */
const COMMAND = import.meta.filename.endsWith('.ts') ? 'node src/launch/isearch-proxy.js' : 'isearch-proxy';

export const serveCommand: Command = async ({ readConfig, configSource, words }) => {
  const config = readConfig();
  noWords(words, 'serve');
  // Listened for before anything is begun: a signal at once ends it in order, too.
  const { stopped, signal } = stopSignal();
  await using registry = await start(config, configSource, signal);
  if (registry === undefined) return;
  followHangUp(registry);
  process.stderr.write(`${await greeting(registry, config.app.site.shortname)}\n`);
  await stopped;
  process.stderr.write(`${STOPPING}\n`);
};

/** @returns undefined when it was told to stop before it ran */
async function start(config: Config, source: ConfigSource, signal: AbortSignal): Promise<RunningRegistry | undefined> {
  const progress = progressLine();
  try {
    return await startRegistry({ config, source, signal, onProgress: progress.show });
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    return undefined;
  } finally {
    progress.clear();
  }
}

/** SIGHUP reads the configuration again. Of a terminal it says that the window was closed, which ends the program. */
function followHangUp({ readConfigNow }: RunningRegistry): void {
  if (!process.stderr.isTTY) process.on('SIGHUP', () => readConfigNow?.());
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

/** What a program says that has been told to stop. */
export const STOPPING = 'Stopping: no new requests, those under way may end.';

/** npm hands on what the terminal has sent already. */
const SAME_SIGNAL_MS = 500;

/** Listens for the signals that stop a program. After the first one, a further one ends it at once. */
export function stopSignal(): { stopped: Promise<void>; signal: AbortSignal } {
  const told = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const names = ['SIGINT', 'SIGTERM'] as const;
  function stop(): void {
    if (told.signal.aborted) return;
    told.abort();
    resolve();
    const letGo = () => names.forEach((name) => void process.off(name, stop));
    setTimeout(letGo, SAME_SIGNAL_MS).unref();
  }
  for (const name of names) process.on(name, stop);
  return { stopped, signal: told.signal };
}
