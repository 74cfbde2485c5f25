import { defineConfig } from 'vitest/config';
import { mariadbPrograms } from '../support/services/mariadb.ts';

const isThere = mariadbPrograms() !== undefined;
if (!isThere) {
  process.stderr.write('Left out: all tests that need MariaDB. `apt-get install mariadb-server` brings it.\n');
}

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: isThere ? ['test/services/**/*.test.ts'] : [],
    passWithNoTests: true,
    globalSetup: isThere ? ['test/support/services/shared-mariadb.ts'] : [],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
