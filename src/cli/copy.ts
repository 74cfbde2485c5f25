/** `isearch-proxy copy --from ADDRESS --to FILE`: copies the registry of an RDP database to a file, for trying things out. */

import { copyRdpDatabase, type RdpCopy } from '../app/rdp-copy.ts';
import { readText } from '../config/yaml-file.ts';
import { counted } from '../domain/plurals.ts';
import { bounded } from '../files/snapshot-file.ts';
import { type Command, noWords, WrongUsage } from './command.ts';
import { amountsText, printable, progressLine } from './output.ts';
import { exitingAtSignals } from './signals.ts';

const SEEN_BY_OTHERS =
  'Other accounts on this machine can read the password in --from while copy runs. Use --password-file FILE instead.';

export const copyCommand: Command = async ({ readConfig, words, options, terminal: { stderr }, host }) => {
  noWords(words, 'copy');
  const { to, passwordFile, from = readConfig().database.follow } = options;
  if (to === undefined) throw new WrongUsage('copy needs --to FILE, the file to create.');
  if (from === undefined) {
    throw new WrongUsage('copy needs --from ADDRESS, such as mysql://reader@db.example.org/rdp, or database.follow.');
  }
  const password = passwordFile === undefined ? undefined : readPassword(passwordFile);
  if (URL.parse(options.from ?? '')?.password) stderr.write(`${SEEN_BY_OTHERS}\n`);
  const startedAt = performance.now();
  const progress = progressLine(stderr);
  try {
    const how = { from, password, to, now: new Date(), onProgress: progress.show };
    const copy = await exitingAtSignals(host, () => copyRdpDatabase(how));
    progress.clear();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const { amounts, version } = copy;
    const made = `Copied ${amountsText(amounts)} from RDP ${version} at ${copy.from} to ${to} in ${seconds} s.`;
    stderr.write(`${[made, ...remarksOf(copy, to)].map(printable).join('\n')}\n`);
  } finally {
    progress.clear();
  }
};

/** Returns the content of a file, without its last line break. */
function readPassword(file: string): string {
  const reading = readText(file);
  if ('problem' in reading) throw new WrongUsage(`--password-file ${file} cannot be read, ${reading.problem}.`);
  const password = reading.text.replace(/\r?\n$/, '');
  if (password === '') throw new WrongUsage(`--password-file ${file} is empty, but must contain the password.`);
  return password;
}

function remarksOf({ omitted: { count, sentences }, amounts, sameEmails }: RdpCopy, to: string): readonly string[] {
  const isSnapshot = !to.endsWith('.sqlite');
  const misfits =
    count === 0 ? [] : [`${counted(count, 'value does', 'values do')} not fit:`, ...bounded(sentences, count)];
  const tokens =
    isSnapshot && amounts.accessTokens > 0
      ? [`${to} contains ${counted(amounts.accessTokens, 'access token')} in plain text. Protect it like a password.`]
      : [];
  const emails =
    isSnapshot && sameEmails.length > 0
      ? [
          `import will refuse ${to}, because the e-mail addresses of users ${sameEmails.join('; ')} differ only in letter case. A copy whose name ends in .sqlite can contain them.`,
        ]
      : [];
  return [...misfits, ...tokens, ...emails];
}
