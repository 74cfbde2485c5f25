import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  // Packing, installing and type checks are waited for, one after the other.
  test: { include: ['test/package/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 240_000 },
});
