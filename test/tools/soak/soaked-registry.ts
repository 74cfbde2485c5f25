/** The registry under soak: the command line in a process of its own, whose log, memory and sockets are watched. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Usage } from './send-usage.ts';

export type SoakedRegistry = AsyncDisposable & {
  url: string;
  /** Where what was counted is read. */
  metricsUrl: string;
  usage(): Promise<Usage & { openSockets: number }>;
  /** Faults in its log: mistakes of ours, each of which was answered with 500. */
  faults: readonly string[];
  /** What it wrote where only mistakes are written. */
  complaints: readonly string[];
  /** Asks it to stop, and answers the code it ended with; undefined when it did not end in time. */
  stop(): Promise<number | undefined>;
};

const COMMAND_LINE = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));
const SEND_USAGE = new URL('send-usage.ts', import.meta.url).href;
const MOST_STOP_MS = 15_000;
const SERVES_AT = /is running at (?<url>http:\S+)/;
const METRICS_AT = /^ {2}The metrics +(?<url>http:\S+)/;
const SAID_BY_ITSELF = /^$|^ {2}|^Stopping/;

/** @throws Error when it ends before it serves */
export async function startSoakedRegistry(configFile: string, signal: AbortSignal): Promise<SoakedRegistry> {
  const child = fork(COMMAND_LINE, ['serve', '--config', configFile], {
    execArgv: ['--expose-gc', '--import', SEND_USAGE],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { SERVER_PORT: '0', SERVER_METRICS_PORT: '0' },
    signal,
  });
  child.on('error', () => {});
  const faults: string[] = [];
  const complaints: string[] = [];
  const address = Promise.withResolvers<string>();
  const metricsAddress = Promise.withResolvers<string>();
  lines(child.stdout, (line) => {
    if (line.includes('"msg":"fault"')) faults.push(line);
  });
  lines(child.stderr, (line) => {
    const url = SERVES_AT.exec(line)?.groups?.url;
    const metricsUrl = METRICS_AT.exec(line)?.groups?.url;
    if (metricsUrl !== undefined) metricsAddress.resolve(metricsUrl);
    if (url !== undefined) address.resolve(url);
    else if (!SAID_BY_ITSELF.test(line)) complaints.push(line);
  });
  child.once('exit', (code) => address.reject(new Error(`It ended with code ${code}: ${complaints.join('\n')}`)));

  async function stop(): Promise<number | undefined> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? undefined;
    child.kill('SIGTERM');
    const [code] = await Promise.race([once(child, 'exit'), pause(MOST_STOP_MS, [undefined])]);
    if (child.exitCode === null) child.kill('SIGKILL');
    return code;
  }

  return {
    url: await address.promise,
    metricsUrl: await metricsAddress.promise,
    faults,
    complaints,
    async usage() {
      child.send('usage');
      const [usage] = (await once(child, 'message', { signal })) as [Usage];
      return { ...usage, openSockets: openSockets(child) };
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

function lines(stream: ChildProcess['stdout'], onLine: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', onLine);
}

function openSockets({ pid }: ChildProcess): number {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.startsWith('socket:')).length;
}
