/** `partners check` as an operator meets it: exit codes, the table, the JSON, and what is said to wrong words. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shownReports, summary } from '../../src/cli/shown-reports.ts';
import { MOCK_TOKEN } from '../../src/demo/mock-answers.ts';
import { SCENARIOS } from '../../src/demo/scenarios.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { PROTOCOL_ROWS } from '../../src/federation/probe/protocol-rows.ts';
import { probeRow } from '../../src/federation/probe/report.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';

let workplace: Workplace;
let well: ScriptedPartner;
let broken: ScriptedPartner;
beforeAll(async () => {
  workplace = await openWorkplace();
  well = await startScriptedPartner(SCENARIOS.well.script('1.5.10'));
  broken = await startScriptedPartner(SCENARIOS.fails.script('1.5.10'));
  const entry = (key: string, { url }: ScriptedPartner) =>
    `{key: ${key}, name: ${key}net, url: '${url}', token: ${MOCK_TOKEN}}`;
  await workplace.write(
    'registry.yaml',
    `app: {settings: {isearch: {apis: [${entry('north', well)}, ${entry('south', broken)}]}}}\n`,
  );
});
afterAll(async () => {
  await workplace[Symbol.asyncDispose]();
  await well[Symbol.asyncDispose]();
  await broken[Symbol.asyncDispose]();
});

const check = (...words: string[]) => workplace.run(['partners', 'check', ...words, '--config', 'registry.yaml']);

test('one partner that is well ends with 0, and nothing is asked of the other', async () => {
  const before = broken.requests.length;
  const { code, stdout, stderr } = await check('north');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '1 partner: nothing is wrong.\n' });
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(rows).toHaveLength(18 + PROTOCOL_ROWS.length);
  expect(rows).toContainEqual([
    'north',
    'version',
    'ok',
    expect.stringMatching(/^\d+$/),
    '1.5.10, asked as 1.5 [partners.md#7.4]',
  ]);
  expect(broken.requests).toHaveLength(before);
});

test.concurrent('something wrong with one of them ends with 1, and says with whom', async () => {
  const { code, stderr } = await check();
  expect({ code, stderr }).toEqual({ code: 1, stderr: '2 partners: something is wrong with south.\n' });
});

const MEMBERS = ['check', 'result', 'code', 'params', 'found', 'elapsedMs', 'records', 'error', 'anchor', 'quirk'];

test.concurrent('the JSON has every step of every partner, in one form', async () => {
  const { code, stdout } = await check('--json');
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    isWell: false,
    partners: [expect.anything(), expect.anything()],
  });
  const [north, south] = report.partners;
  expect(north).toMatchObject({
    key: 'north',
    name: 'northnet',
    url: well.url,
    isWell: true,
    version: '1.5.10',
    dialect: '1.5',
  });
  expect(south).toMatchObject({ key: 'south', isWell: false, version: null, dialect: 'oldest' });
  for (const step of [...north.steps, ...south.steps]) {
    expect(Object.keys(step)).toEqual(MEMBERS);
    expect(['ok', 'remark', 'wrong', 'not-asked']).toContain(step.result);
  }
  expect(south.steps).toContainEqual({
    ...{ check: 'stats', result: 'wrong', found: 'answered with an error (500)', records: null, error: null },
    ...{ anchor: 'routes.md#2.11', quirk: null, code: null, params: null },
    elapsedMs: expect.any(Number),
  });
  expect(stdout).not.toContain(MOCK_TOKEN);
});

test('without partners nothing is asked, so no weekly check takes it for a success; no database is made or needed', async () => {
  await using own = await openWorkplace();
  const { code, stderr } = await own.run(['partners', 'check'], { env: { DATABASE_FILE: '/nowhere/at/all.sqlite' } });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'There are no partners: app.settings.isearch.apis is empty. Give the command --config and the environment of the registry.\n',
  });
});

describe('wrong words end with 2 and a sentence:', () => {
  test.each([
    ['partners', 'partners needs check, found nothing.'],
    ['partners chekc', "partners needs check, found 'chekc'."],
    ['partners check a b', "Expected the key of one partner, or none, found 'a b'."],
    ['partners check --port 3', '--port, --scenario and --speaks are options of mock-partner only.'],
    ['partners check --jsno', 'partners has no option --jsno. Its options: --json, --config, --help.'],
    ['partners check east --config registry.yaml', "There is no partner 'east'. Configured: north, south."],
    ['partners check east', "There is no partner 'east'. No partner is configured."],
    [
      'partners check --config absent.yaml',
      'absent.yaml: the configuration file cannot be read, there is no such file.',
    ],
  ])('%s', async (line, sentence) => {
    const { code, stdout, stderr } = await workplace.run(line.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const [first = ''] = stderr.split('\n');
    expect(first).toBe(sentence);
  });
});

test('--json goes with checks only', async () => {
  expect(await workplace.run(['export', '--json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--json is an option of partners check and conformance only.'),
  });
});

describe('on a terminal', () => {
  const found = `its certificate is for ${'other.example.org, '.repeat(12)}and not for north.example.org`;
  const steps = [
    probeRow('version', 'ok', '1.5.10, asked as 1.5', { elapsedMs: 1234 }),
    probeRow('tls', 'wrong', found),
    probeRow('records', 'wrong', `x${'y'.repeat(200)}\u001b[31m`),
    probeRow('terms', 'not-asked', ''),
  ];
  const partner = {
    key: 'north',
    name: 'North',
    url: 'https://north.example.org',
    version: '1.5.10',
    dialect: '1.5',
    at: '2026-01-01T00:00:00.000Z',
    steps,
  };

  test('no line is wider than the terminal, and nothing in it moves the cursor', () => {
    for (const columns of [60, 80, 132]) {
      const text = shownReports([{ ...partner, isWell: false }], { isTTY: true, columns });
      const lines = text.split('\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(columns);
      expect(lines.slice(0, 2)).toEqual([
        'north: North, https://north.example.org',
        expect.stringMatching(/^ {2}ok {6}version {8}1,234 ms {2}1\.5\.10, asked as/),
      ]);
      expect(text).toMatch(/^ {2}WRONG {3}tls {22}its certificate/m);
      expect(text).not.toContain('\u001b');
      expect(text.replace(/\s+/g, ' ')).toContain(found);
    }
  });

  test('one sentence sums up', () => {
    expect(summary([{ ...partner, isWell: true }])).toBe('1 partner: nothing is wrong.');
    const unwell = ['a', 'b'].map((key) => ({ ...partner, key, isWell: false }));
    expect(summary(unwell)).toBe('2 partners: something is wrong with a and b.');
  });
});
