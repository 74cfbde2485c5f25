import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../support/machine/patience.ts';
import { mariadbPrograms } from '../support/services/mariadb.ts';
import { redisProgram } from '../support/services/redis.ts';

/** Those that need a Valkey or Redis; all others need MariaDB. */
const SHARED_CACHE = 'test/services/shared-cache*.test.ts';

const hasMariaDb = mariadbPrograms() !== undefined;
const hasRedis = redisProgram() !== undefined;
if (!hasMariaDb) {
  process.stderr.write('Left out: all tests that need MariaDB. `apt-get install mariadb-server` brings it.\n');
}
if (!hasRedis) {
  process.stderr.write('Left out: all tests that need Valkey or Redis. `apt-get install valkey-server` brings it.\n');
}

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: [...(hasMariaDb ? ['test/services/**/*.test.ts'] : []), ...(hasRedis ? [SHARED_CACHE] : [])],
    exclude: hasRedis ? [] : [SHARED_CACHE],
    passWithNoTests: true,
    globalSetup: hasMariaDb ? ['test/support/services/shared-mariadb.ts'] : [],
    isolate: false,
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
