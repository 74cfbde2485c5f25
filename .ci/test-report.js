// A reporter for the test runner: writes to the file TEST_REPORT what became of each test, file by file, and how many
// errors came from outside of all tests. Whoever wants to know reads it here.

import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * @typedef {{ name: string, state: string, triesSample?: boolean }} TestOutcome
 * @typedef {{ path: string, isFailed: boolean, tests: TestOutcome[] }} FileOutcome
 * @typedef {{ files: FileOutcome[], errorsOutside: number, passedAlone: string[] }} TestReport
 */

/**
 * The report in the file; of a run that ended before it could write one, an empty report.
 *
 * @param {string} path
 * @returns {TestReport}
 */
export function readReport(path) {
  const text = readFileSync(path, 'utf8');
  return text === '' ? { files: [], errorsOutside: 0, passedAlone: [] } : JSON.parse(text);
}

// biome-ignore lint/style/noDefaultExport: the test runner makes a reporter of the default export
export default class {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} errors
   */
  onTestRunEnd(modules, errors) {
    const files = modules.map((module) => ({
      path: relative(process.cwd(), module.moduleId),
      isFailed: !module.ok(),
      tests: Array.from(module.children.allTests())
        // Tests that were tried before end before the run, which is not always told with them.
        .filter((test) => !test.meta().wasTriedBefore && test.result().state !== 'pending')
        .map((test) => ({
          ...{ name: test.fullName, state: test.result().state },
          ...(test.meta().triesSample && { triesSample: true }),
        })),
    }));
    /** @type {TestReport} */
    const report = { files, errorsOutside: errors.length, passedAlone: [] };
    writeFileSync(process.env.TEST_REPORT ?? 'test-report.json', JSON.stringify(report));
  }
}
