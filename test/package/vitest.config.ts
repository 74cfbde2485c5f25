import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../support/machine/patience.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  // Packing, installing and type checks are waited for, one after the other.
  test: { include: ['test/package/**/*.test.ts'], testTimeout: 2 * PATIENCE_MS, hookTimeout: 4 * PATIENCE_MS },
});
