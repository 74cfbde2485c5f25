/** `isearch-proxy mock-partner`: a partner with invented people and chosen faults, to test a registry with. */

import { MOCK_TOKEN, MOCK_VERSIONS, type MockVersion, tokenOf } from '../demo/mock-answers.ts';
import type { ScriptedRequest } from '../demo/partner-behaviours.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from '../demo/scenarios.ts';
import { startScriptedPartner } from '../demo/scripted-partner.ts';
import { type Command, noWords, WrongUsage, wholeNumber } from './command.ts';
import { printable } from './output.ts';
import { stopSignal } from './signals.ts';

const DEFAULT_PORT = '8090';
const LAST_PORT = 65_535;
const LONGEST_SHOWN = 80;
const MOST_NAMES = 12;

export const mockPartnerCommand: Command = async ({ words, options, terminal: { stdout, stderr }, host }) => {
  noWords(words, 'mock-partner');
  const scenario = oneOf(SCENARIO_NAMES, options.scenario ?? 'well', '--scenario');
  const speaks = oneOf(MOCK_VERSIONS, options.speaks ?? MOCK_VERSIONS.at(-1) ?? '', '--speaks');
  const port = wholeNumber(options.port ?? DEFAULT_PORT, '--port', 0);
  if (port > LAST_PORT) throw new WrongUsage(`--port must be at most ${LAST_PORT}, found '${port}'.`);
  const onRequest = (request: ScriptedRequest) => void stdout.write(`${requestLine(request, new Date())}\n`);
  await using partner = await start(scenario, speaks, { port, onRequest });
  const { stopped } = stopSignal(host);
  stderr.write(`${greeting(partner.url, scenario, speaks)}\n`);
  await stopped;
};

function oneOf<Name extends string>(names: readonly Name[], given: string, option: string): Name {
  const name = names.find((one) => one === given);
  if (name === undefined) throw new WrongUsage(`${option} must be one of ${names.join(', ')}, found '${given}'.`);
  return name;
}

type Listening = { port: number; onRequest: (request: ScriptedRequest) => void };

async function start(scenario: ScenarioName, speaks: MockVersion, { port, onRequest }: Listening) {
  try {
    return await startScriptedPartner(SCENARIOS[scenario].script(speaks), { port, onRequest });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new WrongUsage(`Another program uses port ${port}. Choose another port with --port.`);
    throw new WrongUsage(`The port ${port} cannot be opened: ${message}.`, { cause: error });
  }
}

function greeting(url: string, scenario: ScenarioName, speaks: MockVersion): string {
  const entry = `APP_SETTINGS_ISEARCH_APIS='${url}?auth=${MOCK_TOKEN}'`;
  return [
    `A mock partner is running at ${url} and speaks as RDP ${speaks}. Its people are invented.`,
    `Scenario ${scenario}: it ${SCENARIOS[scenario].about}.`,
    '',
    '  Check it',
    `    ${entry} isearch-proxy partners check`,
    '  Run a registry that asks it',
    `    ${entry} isearch-proxy serve`,
    '',
    '  Each request appears as a line below. Ctrl-C stops it.',
  ].join('\n');
}

/** Returns the line for a request: path and names of parameters, but neither the token nor what was searched for. */
export function requestLine(request: ScriptedRequest, at: Date): string {
  const path = request.path.split('?', 1)[0] ?? '';
  const names = [...new Set(request.params.keys())].filter((name) => name !== 'auth');
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names;
  const token =
    tokenOf(request) === undefined ? [] : [`token in the ${request.headers.authorization ? 'header' : 'address'}`];
  const parts = [shown.map(shortened).join(' '), ...token].filter((part) => part !== '');
  return [at.toISOString().slice(11, 19), request.method, shortened(path), ...parts.map((part) => `(${part})`)].join(
    ' ',
  );
}

function shortened(text: string): string {
  return printable(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
}
