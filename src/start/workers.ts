/** Runs the supervisor of several worker processes, from their start to the signal that stops them. */

import { fileURLToPath } from 'node:url';
import type { Served } from '../cluster/messages.ts';
import { superviseWorkers } from '../cluster/supervisor.ts';
import type { Config } from '../config/config.ts';
import { openMetricsPort } from '../http/server/metrics-port.ts';
import { metricsAnswers } from '../http/server/metrics-server.ts';
import { openLog } from '../telemetry/log.ts';
import { openWorkersMetrics } from '../telemetry/workers-metrics.ts';

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
 * Starts the workers and resolves when all of them listen; undefined when `stopped` resolves before that.
 *
 * @throws CannotStart, WorkersEnded
 */
export async function startWorkers(
  config: Config,
  count: number,
  stopped: Promise<void>,
): Promise<RunningWorkers | undefined> {
  await using resources = new AsyncDisposableStack();
  const log = resources.use(openLog(config.log.level));
  const metrics = await openMetricsPort(config.server, resources);
  const { countEnd, scrape } = openWorkersMetrics();
  const supervisor = superviseWorkers({
    count,
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
    ...{ served, metricsUrl: metrics?.url, ended: supervisor.ended, readConfigNow: supervisor.readConfigNow },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type ForcedEnd = Parameters<Parameters<typeof superviseWorkers>[0]['onForcedEnd']>[0];

function forcedEnd({ workers, seconds, hasEnded }: ForcedEnd): string {
  const which = workers.length === 1 ? `Process ${workers[0]}` : `Processes ${workers.join(', ')}`;
  const was = workers.length === 1 ? 'was' : 'were';
  const end = hasEnded
    ? `${was} ended by force`
    : `${was} left behind, as nothing ends ${workers.length === 1 ? 'it' : 'them'}`;
  return `${which} had not ended after ${seconds} s, and ${end}.`;
}
