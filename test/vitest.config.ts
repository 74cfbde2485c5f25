import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Much of the time is spent waiting for partners, processes and browsers: one a core, not one less.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
