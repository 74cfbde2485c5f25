/** Runs tests over a copy of the program, so that no fault is ever planted into the checkout itself. */

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Fault } from './faults.ts';

/** Who noticed a fault: the tests near by, those further away, or nobody. */
export type Outcome = 'near by' | 'further away' | 'survived';

type Copy = Disposable & {
  /** @throws Error if these tests fail without a fault, so that they would show nothing */
  assertPasses(tests: readonly string[]): void;
  /** Plants the fault, runs the tests, and takes the fault out again. A run without an end counts as noticed. */
  outcomeOf(fault: Fault, near: readonly string[], wide: readonly string[]): Outcome;
};

const COPIED = ['src', 'test', 'config', 'docs', 'package.json', 'tsconfig.json', 'README.md'];
const LONGEST_MS = 120_000;

/** Makes the copy, in a folder that goes when it is disposed of. */
export function openCopy(): Copy {
  const { path: folder, remove } = mkdtempDisposableSync(join(tmpdir(), 'isearch-mutants-'));
  for (const path of COPIED) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));

  function run(tests: readonly string[]): { passes: boolean; hasEnded: boolean } {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const words = [vitest, 'run', '--config', 'test/vitest.config.ts', '--project=quick*', '--bail=1', ...tests];
    const options = { cwd: folder, timeout: LONGEST_MS, killSignal: 'SIGKILL', stdio: 'ignore' } as const;
    const { status } = spawnSync(process.execPath, words, options);
    return { passes: status === 0, hasEnded: status !== null };
  }

  /** A test that fails once, beside others on a busy machine, has noticed nothing. */
  function fails(tests: readonly string[]): boolean {
    if (tests.length === 0) return false;
    const { passes, hasEnded } = run(tests);
    return !passes && (!hasEnded || !run(tests).passes);
  }

  return {
    assertPasses(tests) {
      if (fails(tests)) throw new Error(`Without a fault these tests fail: ${tests.join(', ')}.`);
    },
    outcomeOf({ path, start, end, after }, near, wide) {
      const file = join(folder, path);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.slice(0, start) + after + text.slice(end));
      try {
        const [own, ...others] = near;
        // The quickest ones first: those named like the file, then those of its folder.
        const named = globSync(`${own}/**/${basename(path, '.ts')}*.test.ts`, { cwd: folder });
        for (const tests of [named, own === undefined ? [] : [own], others]) {
          if (fails(tests)) return 'near by';
        }
        return fails(wide) ? 'further away' : 'survived';
      } finally {
        writeFileSync(file, text);
      }
    },
    [Symbol.dispose]: remove,
  };
}
