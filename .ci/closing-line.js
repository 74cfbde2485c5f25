// Prints the tests that failed beside others and passed alone, then `N passed, N failed` (and `, N skipped`), over the
// reports that are named by the arguments behind the first. That is the exit code of all of them: a run that failed has
// at least one failure, also when it ended before it could count.

import { readReport } from './test-report.js';

const [exitCode = '0', ...paths] = process.argv.slice(2);
const reports = paths.map(readReport);
const files = reports.flatMap((report) => report.files);
const states = files.flatMap(({ tests }) => tests.map(({ state }) => state));
const failedAsAWhole = files.filter(
  ({ isFailed, tests }) => isFailed && !tests.some(({ state }) => state === 'failed'),
);

const passed = states.filter((state) => state === 'passed').length;
const failedTests = states.filter((state) => state === 'failed').length;
const failed = Math.max(failedTests + failedAsAWhole.length, exitCode === '0' ? 0 : 1);
const skipped = states.length - passed - failedTests;
for (const name of reports.flatMap(({ passedAlone }) => passedAlone)) {
  process.stdout.write(`failed beside others, passed alone: ${name}\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);
