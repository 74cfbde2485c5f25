/** `conformance URL` as somebody meets it who judges a registry: the rows, the JSON, the exit code. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mockAnswers } from '../../src/demo/mock-answers.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { startAlpha } from '../support/registry/alpha-registry.ts';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
});
afterAll(() => workplace[Symbol.asyncDispose]());

test.concurrent('our own registry keeps what can be looked at, and every row names its rule', async () => {
  await using registry = await startAlpha({ APP_SITE_HOST: '' });
  await workplace.write('token.txt', 'token-of-nobody-here\n');
  const judge = (...options: string[]) => workplace.run(['conformance', registry.url, ...options, '--json']);
  const [{ code, stdout, stderr }, refused] = await Promise.all([judge(), judge('--token-file', 'token.txt')]);
  const { steps, isWell } = JSON.parse(stdout);
  expect(steps.filter(({ result }: { result: string }) => result === 'wrong')).toEqual([]);
  expect({ code, isWell }).toEqual({ code: 0, isWell: true });
  expect(stderr).toContain('every row that could be checked is right');
  expect(steps.find(({ check }: { check: string }) => check === 'unknown-symbol')).toMatchObject({
    ...{ result: 'ok', anchor: 'routes.md#2.7', quirk: null },
  });
  expect(JSON.parse(refused.stdout).steps.find(({ check }: { check: string }) => check === 'token').result).toBe(
    'wrong',
  );
  expect([refused.code, refused.stdout.includes('token-of-nobody-here')]).toEqual([1, false]);
});

test.concurrent('a registry that breaks a rule ends with 1, and each line names its rule', async () => {
  await using partner = await startScriptedPartner({
    ...mockAnswers({ version: '1.5.10', origin: 'https://elsewhere.example.org' }),
  });
  const { code, stdout } = await workplace.run(['conformance', partner.url]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^registry\tunknown-symbol\t.*\[routes\.md#2\.7\]$/m);
});

describe('wrong words end with 2 and a sentence:', () => {
  beforeAll(() => workplace.write('token.txt', 'token-of-nobody-here\n'));

  test.each([
    ['conformance', 'Expected the address of one registry, found nothing.'],
    ['conformance registry.example.org', 'The address is a text that is no absolute address (not shown), but must be'],
    ['conformance http://127.0.0.1:9 --token-file absent.txt', '--token-file absent.txt cannot be read, '],
    [
      'conformance http://registry.example.org --token-file token.txt',
      'because others can read a token that is sent to http://',
    ],
    ['partners check --token-file x', '--token-file is an option of conformance only.'],
  ])('%s', async (line, sentence) => {
    const { code, stdout, stderr } = await workplace.run(line.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});
