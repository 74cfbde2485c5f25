/** Runs the supervisor of several worker processes, from their start to the signal that stops them. */

import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { type ConfigSource, followConfig } from '../config/follow-config.ts';
import { BUILD_VERSION } from '../lib/product.ts';
import { openLog } from '../operations/log.ts';
import { superviseWorkers } from '../operations/supervisor.ts';
import type { Served } from '../operations/worker-messages.ts';
import { openWorkersMetrics } from '../operations/workers-metrics.ts';
import { metricsAnswers, openMetricsPort } from '../server/metrics-server.ts';

type RunningWorkers = AsyncDisposable & {
  served: Served;
  metricsUrl: string | undefined;
  /** Rejects when starting workers again would not help. @throws WorkersEnded */
  ended: Promise<never>;
  /** Makes every worker read the configuration again. */
  readConfigNow(): void;
};

const PROGRAM = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/**
 * Starts the workers and resolves when all of them listen; undefined when `stopped` resolves before that. A worker that
 * starts again gets the configuration in force. The files may be broken by then, or have keys that count only at a
 * start.
 *
 * @throws CannotStart, WorkersEnded
 */
export async function startWorkers(
  { config, source }: { config: Config; source: ConfigSource },
  count: number,
  stopped: Promise<void>,
): Promise<RunningWorkers | undefined> {
  await using resources = new AsyncDisposableStack();
  const log = resources.use(openLog(config.log.level));
  const metrics = await openMetricsPort(config.server, resources);
  const { countEnd, scrape } = openWorkersMetrics();
  const inForce = resources.use(configInForce(config, source));
  const supervisor = superviseWorkers({
    count,
    configNow: inForce.now,
    port: config.server.port,
    program: { file: PROGRAM, args: process.argv.slice(2) },
    onEnd({ worker, what, afterMs }) {
      countEnd();
      log.error({ worker, what: `${what}, and is started again in ${afterMs} ms` }, 'worker');
    },
    onForcedEnd: (end) => process.stderr.write(`${forcedEnd(end)}\n`),
  });
  resources.defer(supervisor.stop);
  metrics?.open(
    metricsAnswers(
      () => scrape(supervisor.counted),
      (error, about) => log.error({ ...about, error }, 'fault'),
    ),
  );
  const served = await Promise.race([supervisor.ready, stopped]);
  if (served === undefined) return undefined;
  const opened = resources.move();
  return {
    ...{ served, metricsUrl: metrics?.url, ended: supervisor.ended },
    readConfigNow() {
      inForce.readNow();
      supervisor.readConfigNow();
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** What the processes that run go by: they log what becomes of a change. */
function configInForce(started: Config, source: ConfigSource) {
  let config = started;
  const take = (isearch: Partial<Config['app']['settings']['isearch']>) => {
    const { app } = config;
    const settings = { ...app.settings, isearch: { ...app.settings.isearch, ...isearch } };
    config = { ...config, app: { ...app, settings } };
  };
  const {
    seen,
    readNow,
    [Symbol.dispose]: dispose,
  } = followConfig({
    ...{ source, started, log: { info() {}, warn() {}, error() {} } },
    replacePartners(partners) {
      take({ partners });
      return { added: [], removed: [], changed: [], isReordered: false };
    },
    replaceSearchTokens(authTokens) {
      take({ authTokens });
      return { added: 0, removed: 0, renamed: 0 };
    },
  });
  return { now: () => ({ config, seen: seen(), version: BUILD_VERSION }), readNow, [Symbol.dispose]: dispose };
}

type ForcedEnd = Parameters<Parameters<typeof superviseWorkers>[0]['onForcedEnd']>[0];

function forcedEnd({ workers, seconds, hasEnded }: ForcedEnd): string {
  const which = workers.length === 1 ? `Process ${workers[0]}` : `Processes ${workers.join(', ')}`;
  const was = workers.length === 1 ? 'was' : 'were';
  const end = hasEnded
    ? `${was} ended by force`
    : `${was} left running, because nothing ends ${workers.length === 1 ? 'it' : 'them'}`;
  return `${which} had not ended after ${seconds} s, and ${end}.`;
}
