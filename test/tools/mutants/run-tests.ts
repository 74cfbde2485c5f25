/** Runs tests over a copy of the program, so that no fault is ever planted into the checkout itself. */

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Fault } from './faults.ts';

/** Who noticed a fault: the tests near by, those further away, tests that found no end, or nobody. */
export type Outcome = 'near by' | 'further away' | 'timed out' | 'survived';

type Copy = Disposable & {
  /** @throws Error if these tests fail without a fault, so that they would show nothing */
  assertPasses(tests: readonly string[]): void;
  /**
   * Plants the fault, runs the tests, and takes the fault out again. A run without an end is 'timed out' if the same tests
   * soon end without the fault, and has noticed nothing otherwise.
   */
  outcomeOf(fault: Fault, near: readonly string[], wide: readonly string[]): Outcome;
};
type Run = { passes: boolean; hasEnded: boolean; tookMs: number };

const COPIED = ['src', 'test', 'config', 'docs', 'package.json', 'tsconfig.json', 'README.md'];
/** A run may take three times the time without a fault, and at least a minute. */
const MOST_TIMES = 3;
const LEAST_LIMIT_MS = 60_000;

/** Makes the copy, in a folder that goes when it is disposed of. */
export function openCopy(): Copy {
  const { path: folder, remove } = mkdtempDisposableSync(join(tmpdir(), 'isearch-mutants-'));
  for (const path of COPIED) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));

  /** Limits of the runs that have passed without a fault. */
  const limitsMs = new Map<readonly string[], number>();

  function run(tests: readonly string[], limitMs?: number): Run {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const words = [vitest, 'run', '--config', 'test/vitest.config.ts', '--project=quick*', '--bail=1', ...tests];
    const options = { cwd: folder, timeout: limitMs, killSignal: 'SIGKILL', stdio: 'ignore' } as const;
    const startedMs = performance.now();
    const { status } = spawnSync(process.execPath, words, options);
    return { passes: status === 0, hasEnded: status !== null, tookMs: performance.now() - startedMs };
  }

  function limitMsOf(tests: readonly string[]): number {
    const known = limitsMs.get(tests);
    if (known !== undefined) return known;
    const first = run(tests);
    // A test that fails once, beside others on a busy machine, says nothing.
    const { passes, tookMs } = first.passes ? first : run(tests);
    if (!passes) throw new Error(`Without a fault these tests fail: ${tests.join(', ')}.`);
    const limitMs = Math.max(LEAST_LIMIT_MS, Math.ceil(MOST_TIMES * tookMs));
    limitsMs.set(tests, limitMs);
    return limitMs;
  }

  return {
    assertPasses: limitMsOf,
    outcomeOf({ path, start, end, after }, near, wide) {
      const file = join(folder, path);
      const text = readFileSync(file, 'utf8');
      const plant = () => writeFileSync(file, text.slice(0, start) + after + text.slice(end));
      const takeOut = () => writeFileSync(file, text);

      function outcomeOfRun(tests: readonly string[], all: readonly string[], failed: Outcome): Outcome {
        if (tests.length === 0) return 'survived';
        const limitMs = limitMsOf(all);
        plant();
        const first = run(tests, limitMs);
        const { passes, hasEnded } = first.passes || !first.hasEnded ? first : run(tests, limitMs);
        takeOut();
        if (hasEnded) return passes ? 'survived' : failed;
        return run(tests, limitMs).tookMs < limitMs / MOST_TIMES ? 'timed out' : 'survived';
      }

      try {
        const [own, ...others] = near;
        // The quickest ones first: those named like the file, then those of its folder.
        const named = globSync(`${own}/**/${basename(path, '.ts')}*.test.ts`, { cwd: folder });
        for (const tests of [named, own === undefined ? [] : [own], others]) {
          const outcome = outcomeOfRun(tests, near, 'near by');
          if (outcome !== 'survived') return outcome;
        }
        return outcomeOfRun(wide, wide, 'further away');
      } finally {
        takeOut();
      }
    },
    [Symbol.dispose]: remove,
  };
}
