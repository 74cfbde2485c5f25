// Prints `N passed, N failed` (and `, N skipped`) over the reports of the test runner named by the arguments behind the
// first. That is the exit code of all of them: a run that failed has at least one failure, also when it ended before it
// could count.

import { readFileSync } from 'node:fs';

const [exitCode = '0', ...paths] = process.argv.slice(2);
const testResults = paths.flatMap((path) => readReport(path).testResults);
const failedFiles = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed));
const tests = testResults.flatMap((file) => file.assertionResults);

const passed = tests.filter((test) => test.status === 'passed').length;
const failed = Math.max(tests.filter(isFailed).length + failedFiles.length, exitCode === '0' ? 0 : 1);
const skipped = tests.filter((test) => test.status !== 'passed' && !isFailed(test)).length;
process.stdout.write(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);

/** @param {{ status: string }} test */
function isFailed(test) {
  return test.status === 'failed';
}

/**
 * @param {string} path
 * @returns {{ testResults: { status: string, assertionResults: { status: string }[] }[] }}
 */
function readReport(path) {
  const text = readFileSync(path, 'utf8');
  return text ? JSON.parse(text) : { testResults: [] };
}
