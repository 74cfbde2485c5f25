/** `isearch-proxy conformance URL`: asks any registry a fixed set of questions, and reports which parts of the protocol it fulfils. */

import { writeFileSync } from 'node:fs';
import { readPartners } from '../config/partners.ts';
import { readText } from '../config/yaml-file.ts';
import { ownMember } from '../domain/own-member.ts';
import { isThisMachine } from '../domain/this-machine.ts';
import { checkPartner, PAUSE_MS } from '../federation/check/check-partner.ts';
import type { CheckStep, PartnerCheck } from '../federation/check/check-step.ts';
import type { Command } from './command.ts';
import { recordProblems } from './record-problems.ts';
import { shownChecks } from './shown-checks.ts';
import { oneWord, WrongUsage } from './usage.ts';
import { counted, listed, printable } from './wording.ts';

/** Longer timeouts than in a search, as nobody waits for this. */
const TIMES = { connectTimeoutMs: 5000, readTimeoutMs: 10_000, timeoutMs: 20_000, maxConcurrency: 1 };

export const conformanceCommand: Command = async ({ words, options, terminal: { stdout, stderr } }) => {
  const registry = registryAt(oneWord(words, 'the address of one registry'), tokenIn(options.tokenFile));
  const at = new Date();
  const check = await checkPartner(registry, {
    problemsOf: recordProblems(),
    ownUrls: [],
    pauseMs: PAUSE_MS,
  });
  if (options.junit !== undefined) writeReport(options.junit, junitReport(check, at));
  if (options.json) stdout.write(`${JSON.stringify({ at: at.toISOString(), ...check }, null, 2)}\n`);
  else stdout.write(shownChecks([check], stdout, { withAnchors: true }));
  stderr.write(`${summaryOf(check)}\n`);
  return check.isWell ? 0 : 1;
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
      'The address starts with http://, where a token can be read on the way, but must start with https:// where one is sent.',
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
    throw new WrongUsage(`--token-file ${file} holds no token: one line of letters, digits or signs without blanks.`);
  }
  return token;
}

function writeReport(file: string, report: string): void {
  try {
    writeFileSync(file, report);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new WrongUsage(`--junit ${printable(file)} cannot be written (${code ?? 'unknown error'}).`);
  }
}

/** Returns one sentence: what is wrong, which known weaknesses there are, and how much could not be checked. */
function summaryOf({ url, steps }: PartnerCheck): string {
  const wrong = steps.filter(({ result }) => result === 'wrong').map(({ check }) => check);
  const quirks = steps.flatMap(({ quirk }) => (quirk === null ? [] : [`${quirk}`]));
  const unknown = steps.filter(({ result }) => result === 'not-asked').length;
  const clauses = [
    wrong.length === 0 ? 'it keeps all that could be looked at' : `it does not keep ${listed(wrong)}`,
    ...(quirks.length === 0 ? [] : [`it has the known ${quirks.length === 1 ? 'quirk' : 'quirks'} ${listed(quirks)}`]),
    ...(unknown === 0 ? [] : [`${counted(unknown, 'row')} could not be looked at`]),
  ];
  return `${url}: ${clauses.join('; ')}.`;
}

const MS_PER_SECOND = 1000;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Returns the file that build servers read: what is wrong is a failure, what could not be checked is skipped, and a
 * remark is the output of a passed case.
 */
function junitReport({ url, steps }: PartnerCheck, at: Date): string {
  const of = (result: CheckStep['result']) => steps.filter((step) => step.result === result).length;
  const seconds = steps.reduce((sum, { elapsedMs }) => sum + (elapsedMs ?? 0), 0) / MS_PER_SECOND;
  const counts = `tests="${steps.length}" failures="${of('wrong')}" errors="0" skipped="${of('not-asked')}" time="${seconds}"`;
  const suite = `<testsuite name="${escaped(url)}" timestamp="${at.toISOString().slice(0, 19)}" ${counts}>`;
  const cases = steps.map(testCase).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suite}\n${cases}\n</testsuite>\n</testsuites>\n`;
}

function testCase({ check, result, found, elapsedMs, anchor, quirk }: CheckStep): string {
  const place = `rdp-protocol${anchor === null ? '' : `.${anchor.replace(/\.md#/, '.').replaceAll('.', '-')}`}`;
  const head = `<testcase classname="${escaped(place)}" name="${check}" time="${(elapsedMs ?? 0) / MS_PER_SECOND}"`;
  const text = escaped(quirk === null ? found : `${found} (quirk ${quirk})`);
  switch (result) {
    case 'ok':
      return `${head}/>`;
    case 'remark':
      return `${head}><system-out>${text}</system-out></testcase>`;
    case 'wrong':
      return `${head}><failure message="${text}"/></testcase>`;
    case 'not-asked':
      return `${head}><skipped message="${text}"/></testcase>`;
  }
}

/** Escapes a registry's text for XML; characters that XML does not allow become blanks. */
function escaped(text: string): string {
  return text.replace(/\p{C}/gu, ' ').replace(/[&<>"]/g, (one) => ownMember(ESCAPES, one) ?? '');
}
