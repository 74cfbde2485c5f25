/** Every command that a page shows as a block is run by a test, as it stands but for the places of files; or here is why not. */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { startDocumentedNetwork } from '../../support/docs/documented-network.ts';
import { readCommand } from '../../support/docs/read-command.ts';
import { fencesOf, read } from '../../support/docs/read-markdown.ts';
import { beginCommand, ending, MAIN, openWorkplace, type Workplace } from '../../support/machine/command-line.ts';
import { type Ending, GREETED, type StartedProgram, watchProgram } from '../../support/machine/watch-program.ts';
import { HELP as BENCH_HELP } from '../../tools/bench/help.ts';
import { HELP as SIMULATE_HELP } from '../../tools/simulate/command.ts';
import { HELP as SOAK_HELP } from '../../tools/soak/help.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = globSync(['README.md', 'docs/**/*.md', 'config/**/*.md'], { cwd: root });
/** `first` is the first line, by which a block is known. */
const blocks = PAGES.flatMap((page) =>
  fencesOf(read(page))
    .filter(({ language }) => language === 'sh')
    .map(({ under, text }) => ({ page, under, text: text.trim(), first: text.trim().split('\n')[0] ?? '' })),
);

/** Pages whose questions to the demonstration are put by a test: those under these headings. */
const ASKED_BY: Record<string, { under: RegExp; test: string }> = {
  'README.md': { under: /^Ask it$/, test: 'test/rules/docs/readme.test.ts' },
  'docs/api.md': { under: /^(?:GET|POST) /, test: 'test/rules/docs/api-page.test.ts' },
  'docs/registry-api.md': { under: /^GET /, test: 'test/rules/docs/api-page.test.ts' },
  'docs/federation.md': { under: /./, test: 'test/rules/docs/federation-page.test.ts' },
  'config/demo/README.md': { under: /./, test: 'test/rules/docs/commands-run.process.test.ts' },
};
/** These describe what other software answers, at hosts that do not exist; test/contract has its recorded answers. */
const OF_NOBODY = /^curl [^|;]*'https:\/\/northland\.example\.org\//;

const README = 'README.md: node src/launch/isearch-proxy.js import people.snapshot.json.gz --config registry.yaml';
const IMPORT =
  'docs/run.md: isearch-proxy import /var/lib/isearch-proxy/people.snapshot.json.gz --config /etc/isearch-proxy/registry.yaml';
const EXPORT = 'docs/run.md: umask 077\nisearch-proxy export';
const TOKENS =
  "docs/run.md: isearch-proxy token create 7 --label 'variant portal' --days 365 --config /etc/isearch-proxy/registry.yaml";
const ACCOUNTS =
  'docs/run.md: isearch-proxy account create head@example.org --role admin --config /etc/isearch-proxy/registry.yaml';
const BACK_UP =
  'docs/recover.md: isearch-proxy backup /var/backups/isearch-proxy/registry.sqlite --config /etc/isearch-proxy/registry.yaml';
const RESTORE = 'docs/recover.md: cd /var/lib/isearch-proxy';
const MAINSITE = 'docs/website.md: APP_SITE_MAINSITE=http://127.0.0.1:8000 npm start';
const RUN_HERE = [MAINSITE, README, IMPORT, EXPORT, ACCOUNTS, TOKENS, BACK_UP, RESTORE];

/** Blocks that another test runs. */
const RUN_ELSEWHERE: Record<string, string> = {
  'docs/from-a-spreadsheet.md: isearch-proxy load --all reference --activate HP:0000118 --config registry.yaml':
    'test/rules/docs/from-a-spreadsheet.test.ts',
  'docs/from-a-spreadsheet.md: isearch-proxy import --template people.xlsx':
    'test/rules/docs/from-a-spreadsheet.test.ts',
  'docs/from-a-spreadsheet.md: isearch-proxy import people.xlsx --dry-run --config registry.yaml':
    'test/rules/docs/from-a-spreadsheet.test.ts',
  'docs/from-a-spreadsheet.md: isearch-proxy account create head@example.org --role admin --config registry.yaml':
    'test/rules/docs/from-a-spreadsheet.test.ts',
  'docs/from-a-spreadsheet.md: APP_SETTINGS_ISEARCH_APIS_FILE=partners.yaml isearch-proxy partners check --config registry.yaml':
    'test/rules/docs/from-a-spreadsheet.test.ts',
  'docs/from-a-spreadsheet.md: APP_SETTINGS_ISEARCH_APIS_FILE=partners.yaml isearch-proxy serve --config registry.yaml':
    'test/rules/docs/from-a-spreadsheet.test.ts',
  ...Object.fromEntries(
    blocks
      .filter(({ page, first }) => page === 'docs/first-hour.md' && !first.startsWith('npm '))
      .map(({ page, first }) => [`${page}: ${first}`, 'test/rules/docs/first-hour.test.ts']),
  ),
  'docs/people-file.md: node src/launch/isearch-proxy.js import --template people.xlsx':
    'test/cli/import-people.test.ts',
  'docs/people-file.md: node src/launch/isearch-proxy.js import people.xlsx --dry-run --config registry.yaml':
    'test/cli/dry-run.test.ts',
  "docs/api.md: curl 'http://127.0.0.1:8080/api/federated/genes/search?symbol=BRCA1&taxonId=9606&granularity=count&facets=organism,registry,tier'":
    'test/server/routes/granularity.test.ts',
  'docs/integrations.md: curl https://registry.example.org/service-info': 'test/integrations/catalog.test.ts',
  "docs/integrations.md: curl -X POST https://registry.example.org/mme/match -H 'X-Auth-Token: example-token-of-node-a' \\":
    'test/integrations/mme/mme.test.ts',
  'docs/integrations.md: isearch-proxy mcp --config registry.yaml': 'test/integrations/mcp/mcp-command.process.test.ts',
  'docs/configuration.md: export APP_SETTINGS_ISEARCH_AUTH_TOKENS=example-token-of-b,example-token-of-c':
    'test/rules/docs/configuration.test.ts',
  'docs/configuration.md: node src/launch/isearch-proxy.js config from-rdp application.properties --to registry.yaml':
    'test/cli/config.test.ts',
  'docs/rdp-database.md: node src/launch/isearch-proxy.js copy --from mysql://rdp_reader@db.example.org/rdp --password-file rdp-password.txt --to registry.sqlite':
    'test/services/copy.test.ts',
  'docs/follow.md: isearch-proxy follow end --config /etc/isearch-proxy/registry.yaml': 'test/cli/whose-file.test.ts',
  'docs/follow.md: isearch-proxy follow begin --config /etc/isearch-proxy/registry.yaml': 'test/cli/whose-file.test.ts',
  'docs/website.md: TOKEN=demo-admin-token node who-works-on.mjs BRCA1': 'test/browser/website.test.ts',
};

const SERVICE_MANAGER = 'it needs a service manager and an installed service';

/** Commands within sentences and tables, and who runs them; a command of npm is a script, which a test below looks for. */
const IN_TEXT: Record<string, string> = {
  '.ci/run': 'this test is part of it',
  'node_modules/.bin/biome check --write .':
    'it would change the files of the project; npm run check looks at the same',
  'npm ci --omit=dev --ignore-scripts': 'test/package/lock.test.ts, as it replaces what the tests run on',
  'token list': 'test/cli/token.test.ts runs it',
  'openssl rand -hex 24': 'below',
  'openssl rand -hex 32': 'below',
  'openssl pkey -in FILE -out NEW-FILE': 'test/server/tls.test.ts, with the password in its arguments',
  "sqlite3 FILE 'PRAGMA integrity_check'": 'below',
  'sqlite3 FILE ".backup \'COPY\'"': 'below',
  'npm pack': 'test/package/package.test.ts',
  'token create': 'below, with its arguments',
  'token revoke': 'below, with its arguments',
  'token create --for-partners': 'test/cli/account.test.ts',
  'account rename': 'below, with its arguments',
  'systemctl restart isearch-proxy': SERVICE_MANAGER,
  'systemctl disable --now isearch-proxy.service': SERVICE_MANAGER,
  'systemctl reload isearch-proxy': SERVICE_MANAGER,
  'systemctl reload nginx': SERVICE_MANAGER,
  'node_modules/.bin/node src/cli/main.js COMMAND': 'below, with a command',
  'node src/launch/isearch-proxy.js COMMAND': 'test/launch/isearch-proxy.process.test.ts, with a command',
  'partners check': 'test/cli/partners.test.ts',
  'import --dry-run': 'test/cli/dry-run.test.ts, with a file',
  'partners check d': 'test/cli/partners.test.ts, with another key',
  'mock-partner --scenario slow': 'test/cli/mock-partner.test.ts, with another scenario',
  'demo 9000': 'test/demo/command.test.ts, with another port',
  'demo 0': 'test/demo/command.test.ts',
  'serve --config config/demo/demo.yaml': 'below',
};
const COMMAND_IN_TEXT =
  /`(?<command>(?:\.ci\/run|(?:node|node_modules\/\S+|npm|npx|openssl|sqlite3|curl|systemctl|serve|demo|import|export|backup|account|token|partners|mock-partner) [^`]+))`/g;

/** Blocks that no test can run as they stand, and what is tested in their place. */
const CANNOT_RUN: Record<string, string> = {
  'docs/follow.md: install -o isearch-proxy -m 400 /dev/null /etc/isearch-proxy/database-follow':
    'there is no such database; test/services/follow.test.ts follows one, test/config reads secrets from files',
  "docs/follow.md: mysql -e 'CREATE DATABASE isearch_state'":
    'there is no such server; test/services/follow-instances.test.ts makes one and shares it',
  'README.md: git clone ADDRESS_OF_THIS_REPOSITORY isearch-proxy && cd isearch-proxy':
    'the repository has no address yet, and npm test would run itself; test/launch installs a checkout, test/demo starts the network',
  'docs/install.md: useradd --system --home-dir /var/lib/isearch-proxy --shell /usr/sbin/nologin isearch-proxy':
    'it needs root and makes an account; test/package/package.test.ts installs the file in the same way',
  "docs/install.md: runuser -u isearch-proxy -- sh -c 'set -a; . /etc/isearch-proxy/environment; exec sh'":
    'it needs root and the account of the service',
  'docs/install.md: cp /opt/isearch-proxy/node_modules/isearch-proxy/config/deploy/*.service /etc/systemd/system/':
    'it needs a service manager; test/package/deploy.test.ts has the units verified',
  'docs/install.md: cp /opt/isearch-proxy/node_modules/isearch-proxy/config/deploy/nginx.conf /etc/nginx/conf.d/registry.conf':
    'it needs root; test/package/deploy.test.ts runs nginx with this file',
  'docs/install.md: cd /opt/isearch-proxy/config/deploy':
    'it needs a Docker engine; test/package/deploy.test.ts reads the files',
  'docs/install.md: isearch-proxy copy --from mariadb://rdp_reader@db.example.org/rdp --password-file /etc/isearch-proxy/reader-password --to /var/lib/isearch-proxy/try.sqlite':
    'it needs the database of an RDP; test/services copies one',
  'docs/install.md: DATABASE_FOLLOW_FILE=/etc/isearch-proxy/database-follow':
    'this line is the content of a file, not a command; test/rules/docs/configuration.test.ts reads such variables',
  'docs/first-hour.md: npm install --ignore-scripts ./isearch-proxy-1.0.0.tgz':
    'the package is made first; test/package/package.test.ts installs it, test/rules/docs/first-hour.test.ts runs the rest',
  'docs/recover.md: npm install --prefix /opt/isearch-proxy --ignore-scripts ./isearch-proxy-1.0.0.tgz':
    'it needs root and an installed service; test/package/package.test.ts installs the file in the same way',
  'docs/install.md: git clone ADDRESS_OF_THIS_REPOSITORY /opt/isearch-proxy':
    'the repository has no address yet; test/launch/install.process.test.ts runs ensure-installed.js in a checkout',
  'docs/install.md: SERVER_TRUSTED_PROXIES=127.0.0.1':
    'these lines are the content of a file, not commands; test/rules/docs/configuration.test.ts reads such variables',
  'docs/recover.md: systemctl stop isearch-proxy':
    'it needs a service manager, an installed service and a remote repository',
  'docs/reference-data.md: node src/launch/isearch-proxy.js load genes Homo_sapiens.gene_info.gz Mus_musculus.gene_info.gz':
    'the files are those of their publishers; test/cli/load.test.ts loads small ones',
  'docs/reference-data.md: node src/launch/isearch-proxy.js load --all /srv/reference-files':
    'the same; test/cli/load.test.ts loads a folder',
  'docs/performance.md: npm run bench                                    # an invented registry of 500 people, and one with partners; three minutes':
    'it takes minutes and measures nothing on a busy machine; below its options are compared with its help',
  'docs/performance.md: npm run soak                    # ten minutes; three at least, with --minutes':
    'it takes ten minutes; below its options are compared with its help',
};

function nameOf({ page, text, first }: (typeof blocks)[number]): string {
  const name = `${page}: ${first}`;
  return RUN_HERE.find((one) => `${page}: ${text}`.startsWith(one)) ?? name;
}

test('every block of commands is run by a test, or it is said here why none can', () => {
  const invented = blocks.filter(({ page, text }) => page.startsWith('docs/rdp-protocol/') && OF_NOBODY.test(text));
  const asked = blocks.filter(({ page, under, text }) => text.startsWith('curl ') && ASKED_BY[page]?.under.test(under));
  expect(new Set(asked.map(({ page }) => page))).toEqual(new Set(Object.keys(ASKED_BY)));
  const others = blocks.filter((one) => !asked.includes(one) && !invented.includes(one)).map(nameOf);
  const known = [...RUN_HERE, ...Object.keys(RUN_ELSEWHERE), ...Object.keys(CANNOT_RUN)];
  expect(others.toSorted()).toEqual(known.toSorted());
  const tests = [...Object.values(ASKED_BY).map((one) => one.test), ...Object.values(RUN_ELSEWHERE)];
  expect(tests.filter((path) => !existsSync(root + path))).toEqual([]);
});

test('every command within a text is run by a test, or it is said here why none can', () => {
  const texts = PAGES.filter(
    (page) => page !== 'docs/changelog.md' && !/\/(?:decisions|rdp-protocol)\//.test(page),
  ).map((page) => read(page).replace(/^```[\s\S]*?^```$/gm, ''));
  const found = texts.flatMap((text) => [...text.matchAll(COMMAND_IN_TEXT)].map(([, command = '']) => command));
  const others = found.filter((command) => !/^npm (?:run|start|test)\b/.test(command));
  expect(new Set(others)).toEqual(new Set(Object.keys(IN_TEXT)));
});

test('every script of npm that a page names is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = PAGES.filter((page) => page !== 'docs/changelog.md').flatMap((page) =>
    [...read(page).matchAll(/\bnpm (?:run (?<run>[\w:-]+)|(?<own>start|test))\b/g)].map(
      ({ groups = {} }) => groups.run ?? groups.own ?? '',
    ),
  );
  expect(new Set(named)).toEqual(
    new Set([
      'start',
      'test',
      'test:all',
      'test:programs',
      'test:services',
      'test:package',
      'check',
      'bench',
      'soak',
      'monkey',
      'mutants',
      'simulate',
      'schemathesis',
      'mcp',
      'privacy',
      'reidentify',
      'tables',
      'postpack',
      'release',
    ]),
  );
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test.each([
  ['bench', BENCH_HELP],
  ['soak', SOAK_HELP],
  ['simulate', SIMULATE_HELP],
])('the options of npm run %s that pages show are in its help', (script, help) => {
  const lines = PAGES.flatMap((page) => read(page).match(new RegExp(`npm run ${script} --[^#\`\\n]*`, 'g')) ?? []);
  const options = lines.join(' ').match(/--[a-z][\w-]*/g) ?? [];
  if (script === 'bench') expect(options).toContain('--federation');
  expect(options.filter((option) => !help.includes(option))).toEqual([]);
});

test('DemoNet runs alone as the page of the demonstration says', async () => {
  await using workplace = await openWorkplace();
  const env = { ...workplace.env, DATABASE_FILE: workplace.at('demo.sqlite') };
  const server = beginCommand(root, { args: ['serve', '--config', 'config/demo/demo.yaml'], env });
  const { url, stop } = await listening(server);
  expect(await (await fetch(`${url}/api/stats`)).json()).toMatchObject({ users: 62 });
  expect(await stop()).toMatchObject({ code: 0 });
});

test('the tokens and the key that openssl makes are accepted', async ({ annotate }) => {
  const made = ['24', '32'].map((bytes) => spawnSync('openssl', ['rand', '-hex', bytes], { encoding: 'utf8' }));
  if (made.some(({ error }) => error !== undefined)) {
    await annotate('This machine has no openssl, so what it makes is left out.');
    return;
  }
  const [token = '', key = ''] = made.map(({ stdout }) => stdout.trim());
  const env = { APP_SETTINGS_ISEARCH_AUTH_TOKENS: token, APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: key };
  const { isearch } = loadConfig({ files: [], env }).app.settings;
  expect(isearch.authTokens).toHaveLength(1);
});

test('the demonstration takes the website that docs/website.md names', async () => {
  await using workplace = await openWorkplace();
  const own = { DATABASE_FILE: '', SERVER_PORT: '' };
  const command = block(MAINSITE).replace('npm start', 'isearch-proxy demo 0');
  const { url, stop } = await listening(begin(workplace, command, own));
  const website = /^\w+=(\S+)/.exec(command)?.[1] ?? '';
  const { headers } = await fetch(`${url}/api/stats`, { headers: { Origin: website } });
  expect(headers.get('Access-Control-Allow-Origin')).toBe(website);
  expect(await stop()).toMatchObject({ code: 0 });
});

test('the moods of the demonstration are set as its page shows', async () => {
  await using demo = await startDocumentedNetwork();
  const moods = blocks.find(({ page }) => page === 'config/demo/README.md')?.text.split('\n') ?? [];
  expect(moods).toHaveLength(5);
  for (const command of moods) expect([command, (await demo.curl(command)).status]).toEqual([command, 200]);
});

test('with data of one’s own a registry is filled, started, and given a token', async () => {
  await using workplace = await openWorkplace();
  await workplace.write('people.snapshot.json.gz', gzipSync(shownSnapshot()));
  await workplace.write('registry.yaml', 'app: { site: { shortname: Own } }\n');
  const [fill = '', serve = '', token = ''] = block(README).split('\n');
  expect(await run(workplace, fill)).toMatchObject({ code: 0 });
  const { url, stop } = await listening(begin(workplace, serve));
  const made = await run(workplace, token);
  expect(made.code).toBe(0);
  const secret = /^[\w-]{20,}$/m.exec(made.stdout)?.[0] ?? '';
  const headers = { Authorization: `Bearer ${secret}` };
  expect((await fetch(`${url}/api/users/7`, { headers })).status).toBe(200);
  expect(await stop()).toMatchObject({ code: 0 });
});

describe('docs/install.md, docs/run.md and docs/recover.md, on folders of the test', () => {
  test('fills a registry, exports it, makes and revokes a token, backs up and restores', async ({ annotate }) => {
    await using workplace = await openWorkplace();
    await layOut(workplace);
    expect(await run(workplace, block(IMPORT))).toMatchObject({ code: 0 });

    expect(await shell(workplace, block(EXPORT))).toMatchObject({ code: 0, stderr: '' });
    const exported = await shell(workplace, 'cat registry.snapshot.json.gz | gzip -dc');
    expect(JSON.parse(exported.stdout)).toMatchObject({ format: 'registry-snapshot', users: [{ id: 7 }] });

    for (const command of block(ACCOUNTS).split('\n')) {
      expect(await run(workplace, command)).toMatchObject({ code: 0 });
    }

    const [create = '', list = '', revoke = ''] = block(TOKENS).split('\n');
    const listed = () => run(workplace, list);
    expect(await run(workplace, create)).toMatchObject({ code: 0 });
    const withToken = { code: 0, stdout: expect.stringContaining('variant portal') };
    expect(await listed()).toMatchObject(withToken);

    expect(await run(workplace, block(BACK_UP))).toMatchObject({ code: 0 });
    const hasSqlite = spawnSync('sqlite3', ['--version']).error === undefined;
    if (hasSqlite) {
      expect(await shell(workplace, `sqlite3 lib/registry.sqlite ".backup 'lib/copy.sqlite'"`)).toMatchObject({
        code: 0,
      });
      const check = await shell(workplace, "sqlite3 lib/copy.sqlite 'PRAGMA integrity_check'");
      expect(check).toEqual({ code: 0, stdout: 'ok\n', stderr: '' });
    } else await annotate('This machine has no sqlite3, so its two commands are left out.');
    const made = /^\d+(?=.*variant portal)/m.exec((await listed()).stdout)?.[0] ?? '';
    expect(await run(workplace, revoke.replace(/(?<=revoke )\d+/, made))).toMatchObject({ code: 0 });
    expect(await listed()).not.toMatchObject(withToken);
    expect(await shell(workplace, block(RESTORE))).toMatchObject({ code: 0 });
    expect(await listed()).toMatchObject(withToken);
  });
});

function block(name: string): string {
  return blocks.find((one) => nameOf(one) === name)?.text ?? '';
}

/** The snapshot that docs/snapshot.md shows. */
function shownSnapshot(): string {
  return fencesOf(read('docs/snapshot.md')).find(({ language }) => language === 'json')?.text ?? '';
}

/** The folders of an operator, with the settings that the page shows. */
async function layOut(workplace: Workplace): Promise<void> {
  for (const folder of ['etc', 'lib', 'backups']) await mkdir(workplace.at(folder));
  await chmod(workplace.at('lib'), 0o700);
  const settings = fencesOf(read('docs/install.md')).find(({ language }) => language === 'yaml')?.text ?? '';
  await workplace.write('etc/registry.yaml', moved(workplace, settings));
  await workplace.write('lib/people.snapshot.json.gz', gzipSync(shownSnapshot()));
}

/** The same words with the test's folders, account and program in place of an operator's. */
function moved({ at }: Workplace, text: string): string {
  return text
    .replaceAll('/etc/isearch-proxy', at('etc'))
    .replaceAll('/var/lib/isearch-proxy', at('lib'))
    .replaceAll('/var/backups/isearch-proxy', at('backups'))
    .replace('-o isearch-proxy -g isearch-proxy', '-o "$(id -u)" -g "$(id -g)"')
    .replace(/^isearch-proxy(?= )/gm, `'${process.execPath}' '${MAIN}'`);
}

/** A line that is one command of this program alone begins in this process, with the variables before it. */
function begin(workplace: Workplace, line: string, more: Record<string, string> = { DATABASE_FILE: '' }) {
  const command = readCommand(line);
  const args = command.args.map((word) => moved(workplace, word));
  return workplace.begin(args, { env: { ...more, ...command.env } });
}

function run(workplace: Workplace, line: string): Promise<Ending> {
  const command = begin(workplace, line);
  command.stdin.end();
  return ending(command);
}

function shell(workplace: Workplace, commands: string): Promise<Ending> {
  return ending(
    spawn('/bin/sh', ['-ec', moved(workplace, commands)], {
      cwd: workplace.folder,
      env: { ...workplace.env, DATABASE_FILE: '' },
    }),
  );
}

/** Waits until `serve`, or the first registry of `demo`, says where it is. */
async function listening(server: StartedProgram) {
  const { output, until, stop } = watchProgram(server);
  await until(GREETED);
  const url = /(?:is running at|^ {2}DemoNet) +(http:\/\/\S+?)\.?\s/m.exec(output())?.[1] ?? '';
  return { url, stop };
}
