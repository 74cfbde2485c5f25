/** `isearch-proxy serve`: runs the registry until it is stopped. */

import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningRegistry } from '../app/main.ts';
import { type Config, workerCount } from '../config/config.ts';
import { type ConfigSource, lookAtConfig } from '../config/follow-config.ts';
import { counted } from '../domain/plurals.ts';
import { BUILD_VERSION } from '../lib/product.ts';
import { killWorkers } from '../operations/supervisor.ts';
import {
  answerSupervisor,
  disconnectSupervisor,
  handedConfig,
  onReadConfig,
  onStop,
  ownPlace,
  sendReady,
} from '../operations/worker.ts';
import type { HandedConfig, Served } from '../operations/worker-messages.ts';
import { ALONE, type WorkerPlace } from '../operations/worker-place.ts';
import { COMMAND, type Command, type Host, noWords, type Terminal } from './command.ts';
import { progressLine } from './output.ts';
import { STOPPING, stopSignal } from './signals.ts';

/** How long a worker waits for the configuration; a supervisor sends it at once. */
const HANDED_WITHIN_MS = 5_000;

type Serving = { config: Config; source: ConfigSource; terminal: Terminal; host: Host };

export const serveCommand: Command = async ({ readConfig, configSource, words, terminal, host }) => {
  host.boundHeap();
  const place = ownPlace();
  noWords(words, 'serve');
  const readFiles = () => {
    // The state of the files is read first: a change while they are read leads to another read.
    const seen = lookAtConfig(configSource);
    return { config: readConfig(), seen };
  };
  const servingWith = ({ config, seen }: Pick<HandedConfig, 'config' | 'seen'>): Serving => {
    return { config, source: { ...configSource, seen }, terminal, host };
  };
  if (place.count > 1) {
    // A worker of a newly installed version may need other keys, and an older supervisor sends nothing.
    const begin = (handed?: HandedConfig) => servingWith(handed?.version === BUILD_VERSION ? handed : readFiles());
    return serveAsWorker(begin, place);
  }
  const serving = servingWith(readFiles());
  const { config } = serving;
  const { server, app } = config;
  const count = workerCount(server, app.settings.isearch.partners, availableParallelism());
  if (count > 1) await superviseWorkers(serving, count);
  else await serveAlone(serving);
};

async function serveAlone(serving: Serving): Promise<void> {
  // Listens before anything starts, so that an early signal also ends the process in order.
  const { stopped, signal } = stopSignal(serving.host);
  const onHangUp = hangUps(serving);
  await using registry = await start(serving, ALONE, signal);
  if (registry === undefined) return;
  onHangUp(() => registry.readConfigNow?.());
  printGreeting({ ...(await servedBy(registry)), metricsUrl: registry.metricsUrl, processes: 1 }, serving);
  await stopped;
  serving.terminal.stderr.write(`${STOPPING}\n`);
}

async function superviseWorkers(serving: Serving, count: number): Promise<void> {
  // A worker that hangs would outlive this process.
  const { stopped } = stopSignal(serving.host, killWorkers);
  const onHangUp = hangUps(serving);
  // A process that serves does not load this module.
  const { startWorkers } = await import('../app/workers.ts');
  await using workers = await startWorkers(serving, count, stopped);
  if (workers === undefined) return;
  onHangUp(workers.readConfigNow);
  printGreeting({ ...workers.served, ...workers, processes: count }, serving);
  await Promise.race([stopped, workers.ended]);
  serving.terminal.stderr.write(`${STOPPING}\n`);
}

/** Serves as a worker, with the configuration of its supervisor, as the files may have changed or be broken meanwhile. */
async function serveAsWorker(begin: (handed?: HandedConfig) => Serving, place: WorkerPlace): Promise<undefined> {
  const { stopped, signal } = onStop();
  answerSupervisor();
  const handed = await Promise.race([handedConfig(), stopped, pause(HANDED_WITHIN_MS, undefined, { ref: false })]);
  if (signal.aborted) return disconnectSupervisor();
  const serving = begin(handed ?? undefined);
  {
    await using registry = await start(serving, place, signal);
    if (registry === undefined) return disconnectSupervisor();
    onReadConfig(() => registry.readConfigNow?.());
    sendReady(await servedBy(registry));
    await stopped;
  }
  disconnectSupervisor();
}

/** Starts the registry. @returns undefined if it was stopped before it ran */
async function start(
  { config, source, terminal: { stdout, stderr } }: Serving,
  place: WorkerPlace,
  signal: AbortSignal,
): Promise<RunningRegistry | undefined> {
  const progress = progressLine(stderr);
  try {
    // A process that only supervises workers does not load this module.
    const { startRegistry } = await import('../app/main.ts');
    return await startRegistry({ config, source, place, signal, logTo: stdout, onProgress: progress.show });
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    return undefined;
  } finally {
    progress.clear();
  }
}

/**
 * Makes SIGHUP read the configuration again, by the function that the returned function is given; a SIGHUP during the
 * start takes effect after it. On a terminal, SIGHUP means that the window was closed, and ends the program.
 */
function hangUps({ terminal, host }: Serving): (readConfig: () => void) => void {
  let isPending = false;
  let read = (): void => {
    isPending = true;
  };
  if (!terminal.stderr.isTTY) host.signals.on('SIGHUP', () => read());
  return (readConfig) => {
    read = readConfig;
    if (isPending) readConfig();
  };
}

async function servedBy({ url, context: { registry } }: RunningRegistry): Promise<Served> {
  return { url, held: (await registry.isEmpty()) ? undefined : await registry.stats() };
}

type Greeted = Served & { metricsUrl: string | undefined; processes: number };

function printGreeting(served: Greeted, { config: { app, database }, terminal }: Serving): void {
  terminal.stderr.write(`${greeting(served, app.site.shortname, database.follow !== undefined)}\n`);
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
      ? '  It is reading the followed database for the first time. /readyz shows the progress.'
      : `  It has no data yet. To load data: ${COMMAND} import FILE`;
    return [`${shortname} is running at ${url}`, '', advice, ...addresses, ...end].join('\n');
  }
  const amount = `${counted(held.users, 'researcher')} and ${counted(held.userGenes, 'gene')}`;
  return [`${shortname} is running at ${url} with ${amount}.`, ...addresses, ...tryIt, ...end].join('\n');
}
