/** The command line: finds the command, runs it, and turns whatever goes wrong into a sentence and an exit code. */

import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../config.ts';
import { assertRuntime } from '../launch/runtime.js';
import { PRODUCT_VERSION } from '../product.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { WrongUsage } from './usage.ts';

/** What a command is given: the configuration and the words behind its name. */
export type Command = (run: { config: Config; words: string[]; options: Options }) => Promise<void>;

export type Options = { label: string | undefined; days: string | undefined };

const HELP = `isearch-proxy: a registry of researchers, and one search over every registry of the network

Usage: isearch-proxy COMMAND [--config FILE]

Commands:
  serve                    answer requests until stopped
  import FILE              replace the registry's data by a snapshot (gzipped or not; - reads standard input)
  export                   write the registry's data to standard output, as a snapshot
  token create USER_ID     make an access token for an account; it is shown once
        [--label TEXT]     what it is for
        [--days NUMBER]    how long it is valid (365 by default)
  token list               show the tokens of all accounts, without the secrets
  token revoke TOKEN_ID    make a token invalid at once

Options:
  --config FILE            laid over config/default.yaml; see docs/configuration.md
  --help                   this text
  --version                the version
`;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['serve', serveCommand],
  ['import', importCommand],
  ['export', exportCommand],
  ['token', tokenCommand],
]);

/** Errors of these names carry a sentence for the operator; any other is a defect and shows where it came from. */
const FOR_THE_OPERATOR = ['ConfigError', 'UnusableDatabase', 'UnsoundSnapshot', 'CannotStart', 'WrongUsage'];

async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.version) return print(PRODUCT_VERSION);
  const [name, ...words] = positionals;
  if (values.help || name === undefined) return print(HELP.trimEnd());
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new WrongUsage(`There is no command '${name}'. Commands: ${[...COMMANDS.keys()].join(', ')}.`);
  }
  const config = loadConfig({ file: values.config, env: process.env });
  await command({ config, words, options: { label: values.label, days: values.days } });
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        label: { type: 'string' },
        days: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  assertRuntime();
  await run(process.argv.slice(2));
} catch (error) {
  const { name, message, stack } = error as Error;
  const hint = name === 'WrongUsage' ? '\nRun isearch-proxy --help for the commands.' : '';
  process.stderr.write(`${FOR_THE_OPERATOR.includes(name) ? message + hint : stack}\n`);
  process.exitCode = 1;
}
