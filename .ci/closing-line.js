// Prints `N passed, N failed` (and `, N skipped`) from the report of the test runner named by the first argument. The
// second is the runner's exit code: a run that failed has at least one failure, also when it ended before it could count.

import { readFileSync } from 'node:fs';

const [path = '', exitCode = '0'] = process.argv.slice(2);
const { testResults } = readReport();
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

/** @returns {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
function readReport() {
  const text = readFileSync(path, 'utf8');
  return text ? JSON.parse(text) : { testResults: [] };
}
