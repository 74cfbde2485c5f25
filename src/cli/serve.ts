/** `isearch-proxy serve`: runs the registry until it is told to stop. */

import { once } from 'node:events';
import type { Served } from '../cluster/messages.ts';
import { ownPlace, tellReady, toldToStop } from '../cluster/worker.ts';
import { ALONE, type WorkerPlace } from '../cluster/worker-place.ts';
import type { Config } from '../config/config.ts';
import { type RunningRegistry, startRegistry } from '../main.ts';
import { configuredWorkers, startWorkers } from '../workers.ts';
import type { Command } from './command.ts';
import { progressLine } from './progress.ts';
import { noWords } from './usage.ts';
import { counted } from './wording.ts';

/** How this command line is called: the source by its path in the checkout, the package by its name. */
const COMMAND = import.meta.filename.endsWith('.ts') ? 'node src/launch/isearch-proxy.js' : 'isearch-proxy';

const FAREWELL = 'Stopping: no new requests, those under way may end.\n';

export const serveCommand: Command = async ({ readConfig, words }) => {
  const config = readConfig();
  noWords(words, 'serve');
  const place = ownPlace();
  if (place.count > 1) return serveAsWorker(config, place);
  return configuredWorkers(config) > 1 ? superviseWorkers(config) : serveAlone(config);
};

async function serveAlone(config: Config): Promise<void> {
  await using registry = await start(config, ALONE);
  // Listened for before anybody is told that it runs, or a signal at once would end it without a farewell.
  const stopped = stopSignal();
  tellGreeting({ ...(await servedBy(registry)), metricsUrl: registry.metricsUrl, processes: 1 }, config);
  await stopped;
  process.stderr.write(FAREWELL);
}

async function superviseWorkers(config: Config): Promise<void> {
  const stopped = stopSignal();
  await using workers = await startWorkers(config, stopped);
  if (workers === undefined) return;
  tellGreeting({ ...workers.served, ...workers, processes: configuredWorkers(config) }, config);
  await Promise.race([stopped, workers.ended]);
  process.stderr.write(FAREWELL);
}

async function serveAsWorker(config: Config, place: WorkerPlace): Promise<void> {
  const stopped = toldToStop();
  await using registry = await start(config, place);
  tellReady(await servedBy(registry));
  await stopped;
}

async function start(config: Config, place: WorkerPlace): Promise<RunningRegistry> {
  const progress = progressLine();
  try {
    return await startRegistry({ config, place, onProgress: progress.show });
  } finally {
    progress.clear();
  }
}

async function servedBy({ url, context: { registry } }: RunningRegistry): Promise<Served> {
  return { url, held: (await registry.isEmpty()) ? undefined : await registry.stats() };
}

type Greeted = Served & { metricsUrl: string | undefined; processes: number };

function tellGreeting(served: Greeted, { app, database }: Config): void {
  process.stderr.write(`${greeting(served, app.site.shortname, database.follow !== undefined)}\n`);
}

function greeting({ url, held, metricsUrl, processes }: Greeted, shortname: string, isFollowing: boolean): string {
  const addresses = [
    '',
    `  The page       ${url}/`,
    `  The API        ${url}/docs/`,
    ...(metricsUrl === undefined ? [] : [`  The metrics    ${metricsUrl}`]),
    ...(processes === 1 ? [] : [`  Processes      ${processes}`]),
  ];
  const tryIt = [
    '  Or try',
    `    curl '${url}/api/genes/search?symbol=BRCA1&taxonId=9606'`,
    `    curl '${url}/api/users/search?nameLike=an&prefix=false&size=3'`,
  ];
  const end = ['', '  Ctrl-C stops it.'];
  if (held === undefined) {
    const advice = isFollowing
      ? '  It is reading the database that it follows for the first time; /readyz says how far it is.'
      : `  It holds nothing yet. Fill it with: ${COMMAND} import FILE`;
    return [`${shortname} is running at ${url}`, '', advice, ...addresses, ...end].join('\n');
  }
  const told = `${counted(held.users, 'researcher')} and ${counted(held.userGenes, 'gene')}`;
  return [`${shortname} is running at ${url} with ${told}.`, ...addresses, ...tryIt, ...end].join('\n');
}

/** Answers when the program is told to stop. */
export async function stopSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
