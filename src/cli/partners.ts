/** `isearch-proxy partners check [KEY]`: asks partners every kind of question once, and reports what is wrong with them. */

import type { Config } from '../config/config.ts';
import type { PartnerConfig } from '../domain/partner-config.ts';
import { checkPartner, PAUSE_MS } from '../federation/check/check-partner.ts';
import type { PartnerCheck } from '../federation/check/check-step.ts';
import type { Command, TerminalOutput } from './command.ts';
import { progressLine } from './progress.ts';
import { recordProblems } from './record-problems.ts';
import { shownChecks, summary } from './shown-checks.ts';
import { NotThere, WrongUsage } from './usage.ts';
import { counted } from './wording.ts';

export const partnersCommand: Command = async ({
  readConfig,
  words,
  options: { json },
  terminal: { stdout, stderr },
}) => {
  const [action, key, ...more] = words;
  if (action !== 'check') {
    throw new WrongUsage(`partners needs check, found ${action === undefined ? 'nothing' : `'${action}'`}.`);
  }
  if (more.length > 0)
    throw new WrongUsage(`Expected the key of one partner, or none, found '${words.slice(1).join(' ')}'.`);
  const config = readConfig();
  const partners = chosen(config.app.settings.isearch.partners, key);
  const checks = await checkAll(partners, config, stderr);
  const at = new Date().toISOString();
  if (json)
    stdout.write(
      `${JSON.stringify({ at, isWell: checks.every(({ isWell }) => isWell), partners: checks }, null, 2)}\n`,
    );
  else stdout.write(shownChecks(checks, stdout));
  stderr.write(`${summary(checks)}\n`);
  return checks.every(({ isWell }) => isWell) ? 0 : 1;
};

function chosen(partners: readonly PartnerConfig[], key: string | undefined): readonly PartnerConfig[] {
  if (key === undefined) return partners;
  const found = partners.filter((partner) => partner.key === key);
  if (found.length > 0) return found;
  const known =
    partners.length === 0 ? 'none is configured' : `configured are ${partners.map((one) => one.key).join(', ')}`;
  throw new NotThere(`There is no partner '${key}'; ${known}.`);
}

async function checkAll(
  partners: readonly PartnerConfig[],
  { app, server }: Config,
  output: TerminalOutput,
): Promise<readonly PartnerCheck[]> {
  const listening = `http://${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`;
  const options = {
    problemsOf: recordProblems(),
    ownUrls: [app.site.host ?? listening, listening],
    pauseMs: PAUSE_MS,
  };
  const progress = progressLine(output);
  const stage = `Asking ${counted(partners.length, 'partner')}`;
  let done = 0;
  progress.show({ stage, done, total: partners.length });
  try {
    return await Promise.all(
      partners.map(async (partner) => {
        const check = await checkPartner(partner, options);
        progress.show({ stage, done: ++done, total: partners.length });
        return check;
      }),
    );
  } finally {
    progress.clear();
  }
}
