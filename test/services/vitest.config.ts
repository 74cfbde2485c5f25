import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { COMPILED } from '../support/machine/compiled.ts';
import { longFirst } from '../support/machine/long-first.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';
import { mariadbPrograms } from '../support/services/mariadb.ts';
import { programNamed } from '../support/services/programs.ts';
import { redisProgram } from '../support/services/redis.ts';

/** Those that need a Valkey or Redis, and those that need promtool; all others but the last need MariaDB. */
const SHARED_CACHE = 'test/services/shared-cache*.test.ts';
const MONITORING = 'test/services/monitoring.test.ts';
/** What these need they look for by themselves. */
const BY_THEMSELVES = ['read-csv', 'languages', 'generated-clients', 'matchmaker'].map(
  (name) => `test/services/${name}.test.ts`,
);

/** They wait for most of their time, so each takes a minute or more. */
const LONG = ['follow-withdrawals', 'follow-outage', 'withdrawn-at-partners', 'follow-restore', 'generated-clients'];

/** Workers have it from here. */
process.env.NODE_COMPILE_CACHE ??= COMPILED;

const hasMariaDb = mariadbPrograms() !== undefined;
const hasRedis = redisProgram() !== undefined;
const hasPromtool = programNamed('promtool') !== undefined;
const others = [...BY_THEMSELVES, ...(hasRedis ? [SHARED_CACHE] : []), ...(hasPromtool ? [MONITORING] : [])];
if (!hasMariaDb) {
  process.stderr.write('Left out: all tests that need MariaDB. `apt-get install mariadb-server` brings it.\n');
}
if (!hasRedis) {
  process.stderr.write('Left out: all tests that need Valkey or Redis. `apt-get install valkey-server` brings it.\n');
}
if (!hasPromtool) {
  process.stderr.write(
    'Left out: the alerts and the dashboard put to promtool. `apt-get install prometheus` brings it.\n',
  );
}

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: [...(hasMariaDb ? ['test/services/**/*.test.ts'] : []), ...others],
    exclude: [SHARED_CACHE, MONITORING].filter((files) => !others.includes(files)),
    passWithNoTests: true,
    globalSetup: [
      'test/support/machine/on-disk.ts',
      ...(hasMariaDb ? ['test/support/services/shared-mariadb.ts'] : []),
    ],
    isolate: false,
    // Node.js loads the files itself: nothing is transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: longFirst(LONG) },
    // They wait for processes, databases and time-outs for most of their time: two for each processor.
    maxWorkers: 2 * availableParallelism(),
    // Of a file whose tests are concurrent, as each waits for most of its time.
    maxConcurrency: 3,
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
