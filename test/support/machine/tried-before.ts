/**
 * The runner of tests that `npm test` may have tried already. Where TESTS_TRIED names a report of .ci/run-tests.js, a test
 * that passed with all its cases is skipped here and left out of the next report, so that .ci/run tries each once.
 */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest';
import type { TestReport } from '../../../.ci/test-report.js';

declare module 'vitest' {
  interface TaskMeta {
    wasTriedBefore?: boolean;
  }
}

const path = process.env.TESTS_TRIED ?? '';
const text = path === '' ? '' : readFileSync(path, 'utf8');
/** Names of tests that passed, by the path of their file. */
const passed = new Map<string, Set<string>>();
if (text !== '') {
  for (const { path: file, tests } of (JSON.parse(text) as TestReport).files) {
    const whole = tests.filter(({ state, triesSample }) => state === 'passed' && !triesSample);
    passed.set(file, new Set(whole.map(({ name }) => name)));
  }
}

// biome-ignore lint/style/noDefaultExport: vitest makes a runner of the default export
export default class TriedBefore extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) {
      const before = passed.get(relative(process.cwd(), file.filepath));
      if (before !== undefined) skipTried(file, before);
    }
  }
}

function skipTried(file: RunnerTestFile, before: ReadonlySet<string>): void {
  const named = new Map<string, number>();
  const testsOf = (task: RunnerTask, above: readonly string[]): { name: string; task: RunnerTask }[] => {
    const names = task === file ? [] : [...above, task.name];
    if ('tasks' in task) return task.tasks.flatMap((inner) => testsOf(inner, names));
    return [{ name: names.join(' > '), task }];
  };
  const tests = testsOf(file, []);
  for (const { name } of tests) named.set(name, (named.get(name) ?? 0) + 1);
  for (const { name, task } of tests) {
    // Two of one name may be two cases.
    if (task.mode !== 'run' || named.get(name) !== 1 || !before.has(name)) continue;
    task.mode = 'skip';
    task.meta.wasTriedBefore = true;
  }
  skipEmpty(file);
}

/** Nothing is set up for suites of which nothing is left. */
function skipEmpty(task: RunnerTask): void {
  if (!('tasks' in task)) return;
  for (const inner of task.tasks) skipEmpty(inner);
  if (task.mode === 'run' && task.tasks.length > 0 && task.tasks.every(({ mode }) => mode !== 'run'))
    task.mode = 'skip';
}
