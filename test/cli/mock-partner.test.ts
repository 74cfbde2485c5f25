/** `mock-partner` as somebody at a terminal meets it: what it says, a line for each request, and wrong words. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestLine } from '../../src/cli/mock-partner.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../../src/demo/scenarios.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { GREETED, watchProgram } from '../support/machine/watch-program.ts';

/** A busy machine may need longer for an answer than a partner is given. */
const PATIENT = {
  APP_SETTINGS_ISEARCH_READ_TIMEOUT: '20000',
  APP_SETTINGS_ISEARCH_PARTNER_TIMEOUT: '20000',
  APP_SETTINGS_ISEARCH_SEARCH_TIMEOUT: '20000',
};

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
});
afterAll(() => workplace[Symbol.asyncDispose]());

async function started(...words: string[]) {
  const { output, until, stop } = watchProgram(workplace.begin(['mock-partner', '--port', '0', ...words]));
  await until(GREETED);
  const url = /running at (\S+)/.exec(output())?.[1] ?? '';
  return { url, output, stop };
}

test('it says where it is and what is the matter with it, and writes a line for each request', async () => {
  const { url, output, stop } = await started('--scenario', 'anonymised', '--speaks', '1.4.11');
  expect(output()).toContain(`running at ${url} and speaks as RDP 1.4.11. Its people are invented.`);
  expect(output()).toContain(`Scenario anonymised: it ${SCENARIOS.anonymised.about}.`);
  expect(output()).toContain(`APP_SETTINGS_ISEARCH_APIS='${url}?auth=mock-token' isearch-proxy partners check`);
  const headers = { Authorization: 'Bearer somebody-s-secret' };
  expect((await fetch(`${url}/api/users/search?nameLike=Secretname&prefix=true`, { headers })).status).toBe(401);
  const genes = await fetch(`${url}/api/genes/search?symbol=BRCA1&taxonId=9606&tier=TIER1&auth=mock-token`);
  expect(await genes.json()).toMatchObject([{ symbol: 'BRCA1', anonymousId: expect.any(String) }, { symbol: 'Brca1' }]);
  const { code, stdout } = await stop();
  expect(code).toBe(0);
  expect(stdout.split('\n').map((line) => line.slice('00:00:00 '.length))).toEqual([
    'GET /api/users/search (nameLike prefix) (token in the header)',
    'GET /api/genes/search (symbol taxonId tier) (token in the address)',
    '',
  ]);
});

test('a registry that is given it shows its people', async () => {
  const mock = await started();
  await using registry = await workplace.beginServe([], {
    ...PATIENT,
    APP_SETTINGS_ISEARCH_APIS: `${mock.url}?auth=mock-token`,
  });
  const answer = await fetch(
    `${registry.url}/api/federated/genes/search?symbol=BRCA1&taxonId=9606&origins=127.0.0.1:${new URL(mock.url).port}`,
  );
  const text = await answer.text();
  for (const name of ['Anders-Example', 'Castel-Example', 'Dorn-Example']) expect(text).toContain(name);
  await mock.stop();
});

test('--help explains each scenario in a sentence, none too wide', async () => {
  const { code, stdout } = await workplace.run(['mock-partner', '--help']);
  expect(code).toBe(0);
  for (const name of SCENARIO_NAMES) expect(stdout).toContain(`${name.padEnd(16)} ${SCENARIOS[name].about}`);
  expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([]);
});

describe('wrong words end with a sentence:', () => {
  test.each([
    ['mock-partner --scenario sulks', `--scenario must be one of ${SCENARIO_NAMES.join(', ')}, found 'sulks'.`],
    ['mock-partner --speaks 9', "--speaks must be one of 1.3.4, 1.4.11, 1.5.10, found '9'."],
    ['mock-partner --port many', "--port must be a whole number of at least 0, found 'many'."],
    ['mock-partner --port 70000', "--port must be at most 65535, found '70000'."],
    ['mock-partner slow', "mock-partner takes no further arguments, found 'slow'."],
    [
      'mock-partner --version 1.4',
      '--version shows the version of this program. --speaks sets the version of a mock partner.',
    ],
  ])('%s', async (line, sentence) => {
    const { code, stderr } = await workplace.run(line.split(' '));
    expect(code).toBe(1);
    expect(stderr).toBe(`${sentence}\nRun isearch-proxy mock-partner --help for its usage.\n`);
  });

  test('a port that is taken', async () => {
    await using other = await startScriptedPartner();
    const { port } = new URL(other.url);
    const { code, stderr } = await workplace.run(['mock-partner', '--port', port]);
    expect(code).toBe(1);
    expect(stderr).toContain(`Another program uses port ${port}. Choose another port with --port.`);
  });
});

test('a line of a request is short and printable, whatever is asked', () => {
  const names = Array.from({ length: 50 }, (_, index) => [`p${index}${'x'.repeat(200)}`, 'secret'] as [string, string]);
  const request = {
    method: 'GET',
    path: `/api/\u001b[31m${'y'.repeat(5000)}?a=secret`,
    params: new URLSearchParams(names),
    headers: {},
  };
  const line = requestLine(request, new Date('2026-01-02T03:04:05Z'));
  expect(line).toMatch(/^03:04:05 GET \/api\//);
  expect(line.length).toBeLessThan(1300);
  expect(line).not.toMatch(/secret|\p{Cc}/u);
});
