/** `isearch-proxy conformance URL`: asks any registry a fixed set of questions, and reports which parts of the protocol it fulfils. */

import { readPartners } from '../config/partners.ts';
import { readText } from '../config/yaml-file.ts';
import { counted } from '../domain/plurals.ts';
import { isThisMachine } from '../domain/web-address.ts';
import { checkPartner } from '../federation/probe/check-partner.ts';
import type { ProbeReport } from '../federation/probe/report.ts';
import { type Command, oneWord, WrongUsage } from './command.ts';
import { listed } from './output.ts';
import { shownReports } from './shown-reports.ts';

/** Longer timeouts than in a search, as nobody waits for this. */
const TIMES = { connectTimeoutMs: 5000, readTimeoutMs: 10_000, timeoutMs: 20_000, maxConcurrency: 1 };

export const conformanceCommand: Command = async ({ words, options, terminal: { stdout, stderr } }) => {
  const registry = registryAt(oneWord(words, 'the address of one registry'), tokenIn(options.tokenFile));
  const report = await checkPartner(registry, { ownUrls: [] });
  stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : shownReports([report], stdout));
  stderr.write(`${summaryOf(report)}\n`);
  return report.isWell ? 0 : 1;
};

function registryAt(url: string, token: string | undefined) {
  const entry = { url, key: 'registry', insecure: true, ...(token === undefined ? {} : { token }) };
  const { partners, problems } = readPartners([entry], {
    defaults: { ...TIMES, token: undefined },
    nameOf: () => 'The address',
    ownUrls: [],
  });
  const [registry] = partners;
  if (registry === undefined) throw new WrongUsage(problems.join('\n'));
  const { protocol, hostname } = new URL(registry.url);
  if (registry.token !== undefined && protocol === 'http:' && !isThisMachine(hostname)) {
    throw new WrongUsage(
      'The address must start with https:// if a token is sent, because others can read a token that is sent to http://.',
    );
  }
  return registry;
}

function tokenIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const reading = readText(file);
  if ('problem' in reading) throw new WrongUsage(`--token-file ${file} cannot be read, ${reading.problem}.`);
  const token = reading.text.replace(/\r?\n$/, '');
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new WrongUsage(
      `--token-file ${file} contains no token. A token is one line of letters, digits or signs without spaces.`,
    );
  }
  return token;
}

/** Returns one sentence: what is wrong, which known weaknesses there are, and how much could not be checked. */
function summaryOf({ url, steps }: ProbeReport): string {
  const wrong = steps.filter(({ result }) => result === 'wrong').map(({ check }) => check);
  const quirks = steps.flatMap(({ quirk }) => (quirk === null ? [] : [`${quirk}`]));
  const unknown = steps.filter(({ result }) => result === 'not-asked').length;
  const clauses = [
    wrong.length === 0 ? 'every row that could be checked is right' : `wrong in ${listed(wrong)}`,
    ...(quirks.length === 0 ? [] : [`it has the known ${quirks.length === 1 ? 'quirk' : 'quirks'} ${listed(quirks)}`]),
    ...(unknown === 0 ? [] : [`${counted(unknown, 'row')} could not be checked`]),
  ];
  return `${url}: ${clauses.join('; ')}.`;
}
