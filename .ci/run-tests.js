// Runs the tests of a script of package.json: `node .ci/run-tests.js test REPORT`. What fails beside others may have
// lacked a processor, so each file with a failure is run once more, alone. What passes then is told by name and counts
// as passed; what fails again has failed. Nothing is run again after an error that came from outside of all tests, nor
// where so much failed that no lack of a processor explains it.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readReport } from './test-report.js';

/** @typedef {import('./test-report.js').TestReport} TestReport */
/** @typedef {import('./test-report.js').FileOutcome} FileOutcome */

const MOST_FILES_RUN_AGAIN = 10;
const REPORTER = fileURLToPath(new URL('test-report.js', import.meta.url));

const [script = 'test', path = 'test-report.json'] = process.argv.slice(2);
const first = run([]);
const failed = first.report.files.filter(({ isFailed }) => isFailed);
const isWorthIt = failed.length <= MOST_FILES_RUN_AGAIN && first.report.errorsOutside === 0;
const report = isWorthIt ? failed.reduce(withFileAlone, first.report) : first.report;
for (const name of report.passedAlone) process.stdout.write(`failed beside others, passed alone: ${name}\n`);
writeFileSync(path, JSON.stringify(report));
const isExplained = first.code === 0 || failed.length > 0;
process.exitCode = isExplained && report.errorsOutside === 0 && !report.files.some(({ isFailed }) => isFailed) ? 0 : 1;

/**
 * The report with what became of the file when it ran alone in place of what became of it beside others.
 *
 * @param {TestReport} report
 * @param {FileOutcome} beside
 * @returns {TestReport}
 */
function withFileAlone(report, beside) {
  process.stdout.write(`\n${beside.path} failed beside others and is run once more, alone.\n`);
  const again = run([beside.path, '--maxWorkers=1']).report;
  const alone = again.files.find(({ path }) => path === beside.path);
  if (alone === undefined) return report;
  const passed = new Set(alone.tests.filter(({ state }) => state === 'passed').map(({ name }) => name));
  const tests = beside.tests.filter(({ state }) => state === 'failed').map(({ name }) => name);
  const isFailed = alone.isFailed || !tests.every((name) => passed.has(name));
  const names = tests.length > 0 ? tests.map((name) => `${beside.path} > ${name}`) : [beside.path];
  return {
    files: report.files.map((file) => (file === beside ? { ...alone, isFailed } : file)),
    errorsOutside: report.errorsOutside + again.errorsOutside,
    passedAlone: isFailed ? report.passedAlone : [...report.passedAlone, ...names],
  };
}

/** @param {string[]} words */
function run(words) {
  const given = ['run', script, '--', ...words, '--reporter=default', `--reporter=${REPORTER}`];
  writeFileSync(path, '');
  const env = { ...process.env, TEST_REPORT: path };
  const { status } = spawnSync('npm', given, { stdio: ['ignore', 'inherit', 'inherit'], env });
  return { code: status ?? 1, report: readReport(path) };
}
