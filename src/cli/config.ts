/** `isearch-proxy config from-rdp FILE --to FILE`: makes a configuration from the settings of an RDP, once. */

import { rmSync, writeFileSync } from 'node:fs';
import { ConfigError, loadConfig } from '../config/config.ts';
import { configFromRdp } from '../config/rdp/from-rdp.ts';
import { type Command, NotThere, oneWord, WrongUsage } from './command.ts';
import { printable } from './output.ts';

export const configCommand: Command = async ({ words: [action, ...rest], options: { to }, env, terminal }) => {
  if (action !== 'from-rdp') {
    throw new WrongUsage(`config needs from-rdp, found ${action === undefined ? 'nothing' : `'${action}'`}.`);
  }
  const from = oneWord(rest, 'the application.properties of an RDP');
  if (to === undefined) throw new WrongUsage('config from-rdp needs --to FILE, the file to create.');
  const made = configFromRdp(from, env);
  if ('problem' in made) throw new NotThere(made.problem);
  writeNewFile(to, `# Made from ${printable(from)} by "config from-rdp". It contains secrets.\n${made.yaml}`);
  const refused = problemsOf(to);
  const sentences = [
    `Wrote ${to}. Only this account may read it.`,
    ...made.remarks,
    ...made.problems.map((problem) => `Not converted: ${problem}`),
    ...refused.map((problem) => `Correct this before you run serve: ${problem}`),
  ];
  terminal.stderr.write(`${sentences.map(printable).join('\n')}\n`);
  return made.problems.length + refused.length === 0 ? 0 : 1;
};

/** Writes a file that only this account may read, never over another one. @throws WrongUsage */
function writeNewFile(path: string, content: string): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new WrongUsage(`--to ${path} already exists. Give the name of a new file.`);
    // A file of which only a part could be written.
    if (code === 'ENOSPC') rmSync(path, { force: true });
    throw new WrongUsage(`--to ${path} cannot be written: the system answers ${code}.`);
  }
}

/** Returns why a registry would not start with this file alone, without values: a secret may have got into the wrong key. */
function problemsOf(file: string): readonly string[] {
  try {
    loadConfig({ files: [file], env: {} });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(withoutText);
    throw error;
  }
}

/** Returns what is wrong without the text that was found, which may be a secret. */
function withoutText(problem: string): string {
  const [before, after] = [' is the text "', '", but must be '];
  const [start, end] = [problem.indexOf(before), problem.lastIndexOf(after)];
  if (start === -1 || end < start + before.length) return problem;
  return `${problem.slice(0, start)} is a text (not shown), but must be ${problem.slice(end + after.length)}`;
}
