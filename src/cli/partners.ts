/** `isearch-proxy partners check [KEY]`: asks partners every kind of question once, and reports what is wrong with them. */

import type { Config } from '../config/config.ts';
import type { PartnerConfig } from '../domain/partner-config.ts';
import { counted } from '../domain/plurals.ts';
import { checkPartner } from '../federation/probe/check-partner.ts';
import type { ProbeReport } from '../federation/probe/report.ts';
import { type Command, NotThere, type TerminalOutput, WrongUsage } from './command.ts';
import { progressLine } from './output.ts';
import { shownReports, summary } from './shown-reports.ts';

/** The exit code where no partner could be asked, as for a wrong command line. */
const NOTHING_ASKED = 2;

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
  const reports = await checkAll(partners, config, stderr);
  const isWell = reports.every((report) => report.isWell);
  const whole = { at: new Date().toISOString(), isWell, partners: reports };
  stdout.write(json ? `${JSON.stringify(whole, null, 2)}\n` : shownReports(reports, stdout));
  stderr.write(`${summary(reports)}\n`);
  if (reports.length === 0) return NOTHING_ASKED;
  return isWell ? 0 : 1;
};

function chosen(partners: readonly PartnerConfig[], key: string | undefined): readonly PartnerConfig[] {
  if (key === undefined) return partners;
  const found = partners.filter((partner) => partner.key === key);
  if (found.length > 0) return found;
  const known =
    partners.length === 0 ? 'No partner is configured' : `Configured: ${partners.map((one) => one.key).join(', ')}`;
  throw new NotThere(`There is no partner '${key}'. ${known}.`);
}

async function checkAll(
  partners: readonly PartnerConfig[],
  { app, server }: Config,
  output: TerminalOutput,
): Promise<readonly ProbeReport[]> {
  const listening = `http://${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`;
  const ownUrls = [app.site.host ?? listening, listening];
  const progress = progressLine(output);
  const stage = `Asking ${counted(partners.length, 'partner')}`;
  let done = 0;
  progress.show({ stage, done, total: partners.length });
  try {
    return await Promise.all(
      partners.map(async (partner) => {
        const report = await checkPartner(partner, { ownUrls });
        progress.show({ stage, done: ++done, total: partners.length });
        return report;
      }),
    );
  } finally {
    progress.clear();
  }
}
