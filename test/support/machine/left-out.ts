/** A reporter for the test runner: where only quick tests ran, the last line says what was left out. */

import { globSync } from 'node:fs';
import type { Reporter, Vitest } from 'vitest/node';
import { SAMPLED } from '../../vitest.config.ts';

const countOf = (...patterns: string[]) => globSync(patterns).length;

// biome-ignore lint/style/noDefaultExport: the test runner makes a reporter of the default export
export default class LeftOut implements Reporter {
  private runner: Vitest | undefined;

  onInit(runner: Vitest): void {
    this.runner = runner;
  }

  onTestRunEnd(): void {
    if (!this.runner?.projects.every(({ name }) => name.startsWith('quick'))) return;
    const [inBrowser, programs] = [countOf('test/browser/*.test.ts'), countOf('test/**/*.process.test.ts')];
    process.stdout.write(
      `\nLeft out by npm test: ${inBrowser} files in a browser, ${programs} that start programs, and most cases of ${SAMPLED.length} files, of which it tries a sample (npm run test:all has them all); what needs MariaDB, Valkey or promtool (npm run test:services); and the installed package (npm run test:package).\n`,
    );
  }
}
