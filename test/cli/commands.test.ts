/** What the command line answers to what is typed: help, version, and everything that cannot be understood. */

import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { COMMAND_HELP } from '../../src/cli/help.ts';
import { hardSentences } from '../support/docs/plain-english.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
});
afterAll(() => workplace[Symbol.asyncDispose]());

test.each([[[]], [['--help']], [['-h']]])('%j shows the help on standard output', async (args) => {
  const { code, stdout, stderr } = await workplace.run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const command of [
    'serve',
    'import FILE',
    'export',
    'token create',
    'token list',
    'token revoke',
    'partners check',
    'mock-partner',
    '--config',
  ]) {
    expect(stdout).toContain(`  ${command}`);
  }
  expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([]);
});

test.each([
  ['serve', [], ['database.initial-snapshot']],
  ['import', ['import FILE'], ['docs/snapshot.md']],
  ['load', ['load genes FILE', 'load --all FOLDER'], ['docs/reference-data.md', '--activate TERM', '--name NAME']],
  ['export', [], ['standard output']],
  ['copy', ['copy [--from ADDRESS]'], ['--to FILE', '--password-file FILE', 'docs/rdp-database.md']],
  [
    'token',
    ['token create ACCOUNT', 'token create --for-partners', 'token list', 'token revoke TOKEN_ID'],
    ['--label TEXT', '--days NUMBER'],
  ],
  ['partners', ['partners check [KEY] [--json]'], ['--json', 'docs/federation.md']],
  ['demo', ['demo [PORT]'], ['config/demo/README.md']],
])('%s --help is about that command alone', async (name, usages, words) => {
  const { code, stdout, stderr } = await workplace.run([name, '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const usage of usages.length === 0 ? [name] : usages) expect(stdout).toContain(` isearch-proxy ${usage}`);
  for (const word of [...words, '--config FILE']) expect(stdout).toContain(word);
  expect([...stdout.matchAll(/ isearch-proxy (\w+)/g)].filter(([, command]) => command !== name)).toEqual([]);
  expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([]);
});

test('the help of every command has short sentences and words of the field', () => {
  const paragraphs = Object.values(COMMAND_HELP).flatMap((text) => text.split('\n\n'));
  const sentences = paragraphs.filter((paragraph) => !/^(?:Usage|Options):|^KIND /.test(paragraph));
  expect(sentences.length).toBeGreaterThan(20);
  expect(sentences.flatMap(hardSentences)).toEqual([]);
});

test('behind the words of a command, --help is of that command; of an unknown one there is none', async () => {
  const { stdout } = await workplace.run(['token', '--help']);
  expect(await workplace.run(['token', 'create', '7', '--help'])).toEqual({ code: 0, stdout, stderr: '' });
  expect(await workplace.run(['improt', '--help'])).toMatchObject({ code: 1, stdout: '' });
});

/** With the commit where there is one. */
const VERSION = new RegExp(`^${manifest.version}(?:\\+[0-9a-f]{7,12})?\n$`);

test('--version shows the version of the product', async () => {
  expect(await workplace.run(['--version'])).toEqual({ code: 0, stdout: expect.stringMatching(VERSION), stderr: '' });
});

describe('what cannot be understood ends with code 1 and one sentence:', () => {
  test.concurrent.each([
    [
      'improt x',
      "There is no command 'improt'. Commands: serve, import, load, export, copy, backup, config, follow, account, token, partners, conformance, mcp, mock-partner, demo.",
    ],
    ['--confg x', 'There is no option --confg.'],
    ['constructor --confg x', 'There is no option --confg.'],
    ['export --confg x', 'export has no option --confg. Its options: --config, --help.'],
    ['serve --config', '--config needs a value.'],
    ['--version=yes', '-v, --version takes no value.'],
    ['export --label a --label b', '--label may be given only once, found 2 of them.'],
    ['serve now', "serve takes no further arguments, found 'now'."],
    ['export all of it', "export takes no further arguments, found 'all of it'."],
    ['import', 'Expected the file to import (- for standard input), found nothing.'],
    ['import a b', "Expected the file to import (- for standard input), found 'a b'."],
    ['import a --days 3', '--label, --days and --for-partners are options of token create only.'],
    ['export --from x', '--from and --password-file are options of copy only.'],
    ['export --to x', '--to is an option of copy and config from-rdp only.'],
    ['copy', 'copy needs --to FILE, the file to create.'],
    ['copy --to x.json', 'copy needs --from ADDRESS, such as mysql://reader@db.example.org/rdp, or database.follow.'],
    ['load', 'load needs one of genes, orthologs, ontology, organs, annotations, diseases, or --all, found nothing.'],
    ['load genes', 'load genes needs at least one file (- for standard input).'],
    [
      'load genes a --name hp',
      '--name is for load ontology with one file, and --activate for load ontology or load organs with one file, or for --all, found genes and 1 file.',
    ],
    ['load genes --all a', "load --all takes no further arguments, found 'genes'."],
    ['export --all a', '--name, --activate, --all and --confirm are options of load only.'],
    ['token', 'token needs create, list or revoke, found nothing.'],
    ['token list --label x', '--label, --days and --for-partners are options of token create only.'],
    ['token create', 'Expected the id or e-mail address of an account, or --for-partners, found nothing.'],
    ['token create 1.5', "'1.5' is neither the id nor the e-mail address of an account."],
    ['token create 1 --days 0', "--days must be a whole number of at least 1, found '0'."],
    ['token create 1 --days 9999999999', '--days 9999999999 is too many days.'],
    ['token revoke 0', "The token id must be a whole number of at least 1, found '0'."],
  ])('%s', async (line, sentence) => {
    const args = line.split(' ');
    const command = args.find((arg) => Object.hasOwn(COMMAND_HELP, arg));
    const hint = `Run isearch-proxy ${command === undefined ? '--help for the commands' : `${command} --help for its usage`}.`;
    const ending = await workplace.run(args);
    expect(ending).toEqual({
      code: 1,
      stdout: '',
      stderr: `${sentence}\n${hint}\n`,
    });
  });

  test('nothing is made by it', async () => {
    expect(await readdir(workplace.folder)).toEqual([]);
  });
});

test.concurrent.each([
  ['absent.yaml', undefined, /^absent\.yaml: the configuration file cannot be read, there is no such file\.$/],
  ['unknown.yaml', 'servr: {port: 1}', /^unknown\.yaml: servr is an unknown key, .*the nearest known key is server\.$/],
  ['kind.yaml', 'server: {port: many}', /^kind\.yaml: server\.port is the text "many", but must be a whole number .*$/],
])('a broken configuration is one sentence: %s', async (name, content, sentence) => {
  await using own = await openWorkplace();
  if (content !== undefined) await own.write(name, content);
  for (const command of ['serve', 'export']) {
    const { code, stdout, stderr } = await own.run([command, '--config', name]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd()).toMatch(sentence);
  }
});

test('everything that is wrong with a configuration is reported at once, a line each', async () => {
  await using own = await openWorkplace();
  await own.write('x.yaml', 'server: {port: many, hots: here}\nlog: {level: loud}\n');
  const { code, stderr } = await own.run(['export', '--config', 'x.yaml']);
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n')).toHaveLength(3);
});
