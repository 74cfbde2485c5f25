/** The command line: finds the command, runs it, and turns whatever goes wrong into a sentence and an exit code. */

import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { PRODUCT_VERSION } from '../product.ts';
import { assertRuntime } from '../runtime.js';
import type { Command } from './command.ts';
import { demoCommand } from './demo.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { WrongRuntime, WrongUsage } from './usage.ts';

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
  demo [PORT]              three registries of invented people that ask each other, on PORT (8080) and the two after it

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
  ['demo', demoCommand],
]);

const OPTIONS = {
  config: { type: 'string', multiple: true },
  label: { type: 'string', multiple: true },
  days: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Errors of these names carry a sentence for the operator; any other is a defect and shows where it came from. */
const FOR_THE_OPERATOR = [
  'ConfigError',
  'UnusableDatabase',
  'UnsoundSnapshot',
  'CannotStart',
  'WrongUsage',
  'WrongRuntime',
  'NotThere',
];

/** As the shell gives for a program that wrote to nobody. */
const BROKEN_PIPE = 141;

/** At the end, whoever reads standard error has this long to take the last of it. */
const LAST_WORDS_MS = 500;

async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.version) return print(PRODUCT_VERSION);
  const [name, ...words] = positionals;
  if (values.help || name === undefined) return print(HELP.trimEnd());
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new WrongUsage(`There is no command '${name}'. Commands: ${[...COMMANDS.keys()].join(', ')}.`);
  }
  const options = { label: given('label', values.label), days: given('days', values.days) };
  const isTokenCreate = name === 'token' && words[0] === 'create';
  if (!isTokenCreate && (options.label !== undefined || options.days !== undefined)) {
    throw new WrongUsage('--label and --days go with token create only.');
  }
  if (name === 'demo' && values.config !== undefined) {
    throw new WrongUsage('demo has its own configuration, in config/demo; --config goes with the other commands.');
  }
  const config = loadConfig({ file: given('config', values.config), env: process.env });
  await command({ config, words, options });
}

function checkRuntime(): void {
  try {
    assertRuntime();
  } catch (error) {
    throw new WrongRuntime((error as Error).message);
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new WrongUsage(argumentProblem(error as Error));
  }
}

/** What parseArgs found wrong, without its advice about lines of other programs. */
function argumentProblem({ message }: Error): string {
  const option = /'((?:-\w, )?--?[^ '=]*)/.exec(message)?.[1] ?? 'an option';
  if (message.startsWith('Unknown option')) {
    return `There is no option ${option}. Options: ${Object.keys(OPTIONS)
      .map((name) => `--${name}`)
      .join(', ')}.`;
  }
  return message.includes('does not take') ? `${option} takes no value.` : `${option} needs a value behind it.`;
}

function given(name: string, values: readonly string[] | undefined): string | undefined {
  if (values !== undefined && values.length > 1) {
    throw new WrongUsage(`--${name} may be given once only, found ${values.length} of them.`);
  }
  return values?.[0];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function tell({ name, message, stack }: Error): void {
  const hint = name === 'WrongUsage' ? '\nRun isearch-proxy --help for the commands.' : '';
  process.stderr.write(`${FOR_THE_OPERATOR.includes(name) ? message + hint : stack}\n`);
  process.exitCode = 1;
}

let outputError: Error | undefined;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  outputError = error;
  process.exitCode = error.code === 'EPIPE' ? BROKEN_PIPE : 1;
  // A reader who has seen enough, such as head, needs no message.
  if (error.code !== 'EPIPE') process.stderr.write(`Standard output cannot be written: ${error.message}.\n`);
});
// Nobody is left to be told that nobody reads what is told.
process.stderr.on('error', () => {});

try {
  checkRuntime();
  await run(process.argv.slice(2));
} catch (error) {
  if (error !== outputError) tell(error as Error);
}
// Node.js would wait for ever for a reader who takes nothing. What a command makes, on standard output, is waited for.
setTimeout(() => {
  if (process.stdout.writableLength === 0) process.exit();
}, LAST_WORDS_MS).unref();
