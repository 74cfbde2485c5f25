/** Load on a server: connections that ask one path after the other for some seconds. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './processes/run.ts';

export type Load = {
  url: string;
  /** Asked in turn. */
  paths: readonly string[];
  /** How many of the paths to leave out at first. */
  offset: number;
  connections: number;
  seconds: number;
};

export type LoadResult = {
  /** Answers that came. */
  requests: number;
  seconds: number;
  /** Connections that broke and answers that did not come. */
  broken: number;
  /** Answers that were not 2xx. */
  refused: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
};

export type LoadGenerator = {
  name: string;
  /** What to know when reading its figures. */
  caution: string | undefined;
  run(load: Load, signal: AbortSignal): Promise<LoadResult>;
};

/** An answer that takes longer counts as none. */
const MOST_ANSWER_SECONDS = 120;
const WRK_SCRIPT = fileURLToPath(new URL('requests.lua', import.meta.url));
const AUTOCANNON = fileURLToPath(new URL('../../../node_modules/autocannon/autocannon.js', import.meta.url));

/** wrk where it is installed, else autocannon. `folder` takes the lists of requests. */
export async function findLoadGenerator(folder: string, signal: AbortSignal): Promise<LoadGenerator> {
  // Asked for its version, it prints it and exits as after a failure.
  const hasWrk = await run('wrk', ['--version'], signal).then(
    () => true,
    ({ cause }: { cause?: NodeJS.ErrnoException }) => cause?.code !== 'ENOENT',
  );
  return hasWrk ? wrk(folder) : autocannon(folder);
}

function wrk(folder: string): LoadGenerator {
  return {
    name: 'wrk',
    caution: undefined,
    async run({ url, paths, offset, connections, seconds }, signal) {
      const list = join(folder, `paths-${crypto.randomUUID()}.txt`);
      await writeFile(list, paths.map((path) => `${path}\n`).join(''));
      const size = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`];
      const script = ['--timeout', `${MOST_ANSWER_SECONDS}s`, '--script', WRK_SCRIPT, url];
      const output = await run('wrk', [...size, ...script, '--', list, String(offset)], signal);
      return JSON.parse(output.slice(output.lastIndexOf('\n{'))) as LoadResult;
    },
  };
}

type AutocannonReport = {
  requests: { total: number };
  duration: number;
  errors: number;
  non2xx: number;
  latency: { p50: number; p99: number; max: number };
};

function autocannon(folder: string): LoadGenerator {
  return {
    name: 'autocannon',
    caution:
      'wrk is not installed, so autocannon makes the load. It is itself slower than the ceiling, which makes ratios ' +
      'by requests/s look better than they are: go by processor time.',
    async run({ url, paths, offset, connections, seconds }, signal) {
      const list = join(folder, `paths-${crypto.randomUUID()}.har`);
      const turned = [...paths.slice(offset), ...paths.slice(0, offset)];
      const entries = turned.map((path) => ({ request: { method: 'GET', url: url + path, headers: [] } }));
      await writeFile(list, JSON.stringify({ log: { entries } }));
      const size = ['--connections', String(connections), '--duration', String(seconds)];
      const script = ['--timeout', String(MOST_ANSWER_SECONDS), '--har', list, '--json', url];
      const report = JSON.parse(
        await run(process.execPath, [AUTOCANNON, ...size, ...script], signal),
      ) as AutocannonReport;
      const { p50: p50Ms, p99: p99Ms, max: maxMs } = report.latency;
      const counts = { requests: report.requests.total, broken: report.errors, refused: report.non2xx };
      return { ...counts, seconds: report.duration, p50Ms, p99Ms, maxMs };
    },
  };
}
