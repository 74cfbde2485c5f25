/** The command line: finds the command, runs it, and turns errors into a sentence and an exit code. */

import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { configFiles } from '../config/follow-config.ts';
import { ownMember } from '../domain/own-member.ts';
import { BUILD_VERSION } from '../lib/product.ts';
import { type Command, type Host, type ReadConfig, type Terminal, WrongUsage } from './command.ts';
import { COMMAND_HELP, HELP } from './help.ts';
import { listed } from './output.ts';

/** The commands, each loaded at its first use: listing tokens needs no web server. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['serve', async () => (await import('./serve.ts')).serveCommand],
  ['import', async () => (await import('./import.ts')).importCommand],
  ['load', async () => (await import('./load.ts')).loadCommand],
  ['export', async () => (await import('./export.ts')).exportCommand],
  ['copy', async () => (await import('./copy.ts')).copyCommand],
  ['backup', async () => (await import('./backup.ts')).backupCommand],
  ['config', async () => (await import('./config.ts')).configCommand],
  ['follow', async () => (await import('./follow.ts')).followCommand],
  ['account', async () => (await import('./account.ts')).accountCommand],
  ['token', async () => (await import('./token.ts')).tokenCommand],
  ['partners', async () => (await import('./partners.ts')).partnersCommand],
  ['conformance', async () => (await import('./conformance.ts')).conformanceCommand],
  ['mcp', async () => (await import('./mcp.ts')).mcpCommand],
  ['mock-partner', async () => (await import('./mock-partner.ts')).mockPartnerCommand],
  ['demo', async () => (await import('./demo.ts')).demoCommand],
]);

const OPTIONS = {
  config: { type: 'string', multiple: true },
  label: { type: 'string', multiple: true },
  days: { type: 'string', multiple: true },
  'for-partners': { type: 'boolean' },
  role: { type: 'string', multiple: true },
  from: { type: 'string', multiple: true },
  to: { type: 'string', multiple: true },
  'password-file': { type: 'string', multiple: true },
  template: { type: 'boolean' },
  'remove-missing': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  name: { type: 'string', multiple: true },
  activate: { type: 'string', multiple: true },
  all: { type: 'string', multiple: true },
  confirm: { type: 'boolean' },
  json: { type: 'boolean' },
  'token-file': { type: 'string', multiple: true },
  port: { type: 'string', multiple: true },
  scenario: { type: 'string', multiple: true },
  speaks: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Options of one command only. */
const OPTIONS_OF = {
  'token create': ['label', 'days', 'for-partners'],
  'account create': ['role'],
  load: ['name', 'activate', 'all', 'confirm'],
  copy: ['from', 'password-file'],
  import: ['template', 'remove-missing', 'dry-run'],
  conformance: ['token-file'],
  'mock-partner': ['port', 'scenario', 'speaks'],
} as const;

/** Options of several commands. */
const SHARED_OPTIONS = { json: ['partners check', 'conformance'], to: ['copy', 'config from-rdp'] } as const;

/** Errors of these names have a message for the operator; all others are reported as defects. */
const FOR_THE_OPERATOR = [
  'ConfigError',
  'UnusableDatabase',
  'UnusableState',
  'UnreadableRdpDatabase',
  'UnsoundSnapshot',
  'CannotCopy',
  'UnsoundPeople',
  'UnreadableFile',
  'CannotStart',
  'CannotGoOver',
  'WorkersEnded',
  'CannotBackUp',
  'WrongUsage',
  'NotThere',
];

/** Commands with exit code 1 for "something is wrong"; 2 means that they found nothing out. */
const ANSWERS_BY_CODE = ['partners', 'conformance'];

type CommandLine = { args: string[]; env: NodeJS.ProcessEnv; terminal: Terminal; host: Host };

/** Runs a command to its end and returns its exit code. Errors are printed on standard error. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const { stdout } = line.terminal;
  let outputError: Error | undefined;
  const noteError = (error: Error) => {
    outputError = error;
  };
  stdout.on('error', noteError);
  try {
    return (await run(line)) ?? 0;
  } catch (error) {
    // The owner of the streams reports their errors.
    return error === outputError ? 1 : printError(error as Error, line);
  } finally {
    stdout.off('error', noteError);
  }
}

/** Prints the error that ended a command, and returns its exit code. */
export function printError(
  { name, message, stack }: Error,
  { args, terminal }: Pick<CommandLine, 'args' | 'terminal'>,
): number {
  const hint = name === 'WrongUsage' ? `\n${hintFor(commandIn(args))}` : '';
  terminal.stderr.write(`${FOR_THE_OPERATOR.includes(name) ? message + hint : defect(message, stack)}\n`);
  return ANSWERS_BY_CODE.includes(args[0] ?? '') ? 2 : 1;
}

function commandIn(args: readonly string[]): string | undefined {
  return args.find((arg) => COMMANDS.has(arg));
}

function hintFor(command: string | undefined): string {
  return command === undefined
    ? 'Run isearch-proxy --help for the commands.'
    : `Run isearch-proxy ${command} --help for its usage.`;
}

async function run({ args, env, terminal, host }: CommandLine): Promise<number | undefined> {
  const { values, positionals } = readArguments(args);
  if (values.version && positionals[0] === 'mock-partner') {
    throw new WrongUsage('--version shows the version of this program. --speaks sets the version of a mock partner.');
  }
  const print = (text: string) => void terminal.stdout.write(`${text}\n`);
  if (values.version) return print(BUILD_VERSION);
  const [name, ...words] = positionals;
  if (name === undefined) return print(HELP.trimEnd());
  const load = COMMANDS.get(name);
  if (load === undefined) {
    throw new WrongUsage(`There is no command '${name}'. Commands: ${[...COMMANDS.keys()].join(', ')}.`);
  }
  if (values.help) return print((ownMember(COMMAND_HELP, name) ?? HELP).trimEnd());
  const options = {
    label: given('label', values.label),
    days: given('days', values.days),
    forPartners: values['for-partners'] ?? false,
    role: given('role', values.role),
    from: given('from', values.from),
    to: given('to', values.to),
    passwordFile: given('password-file', values['password-file']),
    template: values.template ?? false,
    removeMissing: values['remove-missing'] ?? false,
    dryRun: values['dry-run'] ?? false,
    name: given('name', values.name),
    activate: values.activate,
    all: given('all', values.all),
    confirm: values.confirm ?? false,
    json: values.json ?? false,
    tokenFile: given('token-file', values['token-file']),
    port: given('port', values.port),
    scenario: given('scenario', values.scenario),
    speaks: given('speaks', values.speaks),
  };
  const called = [name, ...words].join(' ');
  refuseOptionsOfOthers(called, values);
  refuseSharedOptions(called, values);
  const files = values.config ?? [];
  const readConfig: ReadConfig = (base) => loadConfig({ files, env, ...(base && { base }) });
  const configSource = {
    files: () => configFiles(files, env),
    read: () => loadConfig({ files, env }),
  };
  const command = await load();
  return command({ readConfig, configSource, words, options, env, terminal, host });
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new WrongUsage(argumentProblem(error as Error, commandIn(args)));
  }
}

/** Returns the sentence for an error of parseArgs, without its advice for programmers. */
function argumentProblem({ message }: Error, command: string | undefined): string {
  const option = /'((?:-\w, )?--?[^ '=]*)/.exec(message)?.[1] ?? 'an option';
  if (message.startsWith('Unknown option')) {
    const help = ownMember(COMMAND_HELP, command ?? '');
    if (help === undefined) return `There is no option ${option}.`;
    const options = [...new Set(help.match(/(?<=[ [])--[a-z-]+/g))].join(', ');
    return `${command} has no option ${option}. Its options: ${options}, --help.`;
  }
  return message.includes('does not take') ? `${option} takes no value.` : `${option} needs a value.`;
}

function refuseOptionsOfOthers(called: string, values: { [Name in keyof typeof OPTIONS]?: unknown }): void {
  for (const [command, names] of Object.entries(OPTIONS_OF)) {
    if (called === command || called.startsWith(`${command} `) || names.every((name) => values[name] === undefined))
      continue;
    const are = names.length === 1 ? 'is an option' : 'are options';
    throw new WrongUsage(`${listed(names.map((name) => `--${name}`))} ${are} of ${command} only.`);
  }
}

function refuseSharedOptions(called: string, values: { [Name in keyof typeof SHARED_OPTIONS]?: unknown }): void {
  for (const [name, commands] of Object.entries(SHARED_OPTIONS)) {
    const isOf = commands.some((command) => called === command || called.startsWith(`${command} `));
    if (isOf || values[name as keyof typeof SHARED_OPTIONS] === undefined) continue;
    throw new WrongUsage(`--${name} is an option of ${listed(commands)} only.`);
  }
}

function given(name: string, values: readonly string[] | undefined): string | undefined {
  if (values !== undefined && values.length > 1) {
    throw new WrongUsage(`--${name} may be given only once, found ${values.length} of them.`);
  }
  return values?.[0];
}

/** Returns the text for an unexpected error; the places in the code are for developers. */
function defect(message: string, stack = ''): string {
  const places = stack.split('\n').filter((line) => line.startsWith('    at '));
  const sentence = `isearch-proxy stopped because of an error in the program: ${message}.`;
  return [sentence, 'Please report this error with the following lines:', ...places].join('\n');
}
