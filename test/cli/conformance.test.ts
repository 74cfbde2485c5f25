/** `conformance URL` as somebody meets it who judges a registry: the rows, the JSON, the JUnit file, the exit code. */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mockAnswers } from '../../src/demo/mock-answers.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { startAlpha } from '../support/registry/alpha-registry.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const READ_JUNIT = `
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot().find('testsuite')
cases = suite.findall('testcase')
print(suite.get('tests'), len(cases), suite.get('failures'), len(suite.findall('testcase/failure')), len(suite.findall('testcase/skipped')))
`;

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
});
afterAll(() => workplace[Symbol.asyncDispose]());

test('our own registry keeps what can be looked at, and every row names its rule', async () => {
  await using registry = await startAlpha({ APP_SITE_HOST: '' });
  await workplace.write('token.txt', 'token-of-nobody-here\n');
  const { code, stdout, stderr } = await workplace.run([
    'conformance',
    registry.url,
    '--json',
    '--junit',
    'report.xml',
  ]);
  const { steps, isWell } = JSON.parse(stdout);
  expect(steps.filter(({ result }: { result: string }) => result === 'wrong')).toEqual([]);
  expect({ code, isWell }).toEqual({ code: 0, isWell: true });
  expect(stderr).toContain('it keeps all that could be looked at');
  expect(steps.find(({ check }: { check: string }) => check === 'unknown-symbol')).toMatchObject({
    ...{ result: 'ok', anchor: 'routes.md#2.7', quirk: null },
  });
  const report = await readFile(workplace.at('report.xml'), 'utf8');
  expect(report.match(/<testcase /g)).toHaveLength(steps.length);
  const refused = await workplace.run(['conformance', registry.url, '--token-file', 'token.txt', '--json']);
  expect(JSON.parse(refused.stdout).steps.find(({ check }: { check: string }) => check === 'token').result).toBe(
    'wrong',
  );
  expect([refused.code, refused.stdout.includes('token-of-nobody-here')]).toEqual([1, false]);
});

test.skipIf(!hasPython)('a foreign parser reads the JUnit file, whatever a registry says', async () => {
  await using partner = await startScriptedPartner({
    ...mockAnswers({ version: '1.5.10', origin: 'https://elsewhere.example.org' }),
  });
  const { code, stdout } = await workplace.run(['conformance', partner.url, '--junit', 'odd.xml']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^registry\tunknown-symbol\t.*\[routes\.md#2\.7\]$/m);
  const summary = execFileSync('python3', ['-c', READ_JUNIT, workplace.at('odd.xml')], { encoding: 'utf8' });
  const [tests, cases, failures, failed] = summary.trim().split(' ');
  expect([tests, failures]).toEqual([cases, failed]);
  expect(Number(failed)).toBeGreaterThan(0);
});

describe('wrong words end with 2 and a sentence:', () => {
  beforeAll(() => workplace.write('token.txt', 'token-of-nobody-here\n'));

  test.each([
    ['conformance', 'Expected the address of one registry, found nothing.'],
    ['conformance registry.example.org', 'The address is a text that is no absolute address (not shown), but must be'],
    ['conformance http://127.0.0.1:9 --token-file absent.txt', '--token-file absent.txt cannot be read, '],
    ['conformance http://registry.example.org --token-file token.txt', 'where a token can be read on the way'],
    ['partners check --junit x', '--token-file and --junit go with conformance only.'],
  ])('%s', async (line, sentence) => {
    const { code, stdout, stderr } = await workplace.run(line.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});
