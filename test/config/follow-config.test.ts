/** The files of the configuration, looked at while the program runs. */

import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config/config.ts';
import { configFiles, followConfig, lookAtConfig } from '../../src/config/follow-config.ts';
import { searchTokens } from '../../src/registry/accounts/accounts.ts';

const NOTHING = { added: [], removed: [], changed: [], isReordered: false };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** The files in a folder of their own, read from `main.yaml` unless others are named; `during` the start something may be done. */
function follow(
  files: Record<string, string>,
  given = ['main.yaml'],
  env: Record<string, string> = {},
  during?: (at: (name: string) => string) => void,
) {
  const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
  const at = (name: string) => join(folder, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
  const paths = given.map(at);
  const places = Object.fromEntries(Object.entries(env).map(([name, file]) => [name, at(file)]));
  const read = vi.fn(() => loadConfig({ files: paths, env: places }));
  const queried: string[][] = [];
  const logged: object[] = [];
  const tokens = searchTokens(read().app.settings.isearch.authTokens);
  const log = { info: note, warn: note, error: note };
  function note(about: object): void {
    logged.push(about);
  }
  const filesNow = () => configFiles(paths, places);
  const seen = lookAtConfig({ files: filesNow });
  const started = read();
  during?.(at);
  const followed = followConfig({
    source: { files: filesNow, read, seen },
    started,
    replacePartners(partners) {
      queried.push(partners.map(({ key }) => key));
      return { ...NOTHING, added: partners.map(({ key }) => key) };
    },
    replaceSearchTokens: tokens.replace,
    log,
  });
  read.mockClear();
  const looks = (count: number) => vi.advanceTimersByTime(count * 1000);
  return {
    ...{ at, queried, logged, read, looks, followed, accepted: tokens.current },
    write: (name: string, text: string) => writeFileSync(at(name), text),
    [Symbol.dispose]() {
      followed[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

const listing = (...hosts: string[]) =>
  `app: {settings: {isearch: {apis: [${hosts.map((host) => `https://${host}.example.org`).join()}]}}}`;

test('a file is read when it has changed and then stayed as it is, and not again', () => {
  using files = follow({ 'main.yaml': listing('a') });
  files.looks(3);
  expect(files.read).not.toHaveBeenCalled();
  files.write('main.yaml', '');
  files.looks(1);
  files.write('main.yaml', listing('a', 'b'));
  files.looks(1);
  expect(files.read).not.toHaveBeenCalled();
  files.looks(5);
  expect(files.queried).toEqual([['a.example.org', 'b.example.org']]);
  expect(files.read).toHaveBeenCalledTimes(1);
});

test('a file that is changed during the start is read behind it', () => {
  using files = follow({ 'main.yaml': listing('a') }, undefined, undefined, (at) =>
    writeFileSync(at('main.yaml'), listing('b')),
  );
  files.looks(2);
  expect(files.queried).toEqual([['b.example.org']]);
});

test('a file that could not be read for reasons of the machine is read when it can be, without another change', () => {
  using files = follow({ 'main.yaml': listing('a') });
  for (let times = 0; times < 3; times++) {
    files.read.mockImplementationOnce(() => {
      throw new ConfigError(['main.yaml: it cannot be read, the system answers EMFILE.']);
    });
  }
  files.write('main.yaml', listing('b'));
  files.looks(4);
  expect(files.queried).toEqual([]);
  expect(files.logged).toHaveLength(1);
  files.looks(2);
  expect(files.queried).toEqual([['b.example.org']]);
});

test('a file that another one takes the place of is read, and so is one behind a link that is turned elsewhere', () => {
  using files = follow({ 'old.yaml': listing('a'), 'new.yaml': listing('b'), 'main.yaml': '' });
  files.write('beside.yaml', listing('c'));
  renameSync(files.at('beside.yaml'), files.at('main.yaml'));
  files.looks(2);
  expect(files.queried).toEqual([['c.example.org']]);
  unlinkSync(files.at('main.yaml'));
  symlinkSync('new.yaml', files.at('main.yaml'));
  files.looks(2);
  expect(files.queried.at(-1)).toEqual(['b.example.org']);
});

test('partners in a file of their own are followed, too', () => {
  using own = follow({ 'main.yaml': '', partners: 'https://a.example.org' }, ['main.yaml'], {
    APP_SETTINGS_ISEARCH_APIS_FILE: 'partners',
  });
  own.write('partners', 'https://a.example.org\nhttps://b.example.org');
  own.looks(2);
  expect(own.queried).toEqual([['a.example.org', 'b.example.org']]);
});

test('what is wrong is reported once, changes nothing, and shows no secret; that it is mended is reported', () => {
  using files = follow({ 'main.yaml': listing('a') });
  const wrong = 'app: {settings: {isearch: {apis: ["https://b.example.org?auth=secret-token&noauth"]}}}';
  for (const text of [wrong, `${wrong} `]) {
    files.write('main.yaml', text);
    files.looks(2);
  }
  unlinkSync(files.at('main.yaml'));
  files.looks(2);
  expect(files.queried).toEqual([]);
  expect(files.logged).toMatchObject([
    {
      problems: [
        expect.stringMatching(/main\.yaml: app\.settings\.isearch\.apis\[0\] is a partner with more than one of/),
      ],
    },
    {
      problems: [expect.stringMatching(/main\.yaml: the configuration file cannot be read, there is no such file\.$/)],
    },
  ]);
  expect(JSON.stringify(files.logged)).not.toContain('secret-token');
  files.write('main.yaml', listing('a'));
  files.looks(2);
  expect(files.logged).toHaveLength(3);
});

test('accepted search tokens are followed, in a file of their own too; their changes are counted, none shown', () => {
  using files = follow({ 'main.yaml': listing('a'), tokens: 'secret-of-north\nsecret-of-south' }, ['main.yaml'], {
    APP_SETTINGS_ISEARCH_AUTH_TOKENS_FILE: 'tokens',
  });
  files.write('tokens', 'secret-of-south');
  files.looks(2);
  expect(files.accepted()).toEqual([{ name: 'token-1', token: 'secret-of-south' }]);
  files.write('tokens', 'secret-of-south\nshort');
  files.looks(2);
  expect(files.accepted()).toEqual([{ name: 'token-1', token: 'secret-of-south' }]);
  const tokens = files.logged.filter((about) => !('changed' in about));
  expect(tokens).toMatchObject([
    { what: 'other search tokens are accepted', added: 0, removed: 1, renamed: 1 },
    { what: expect.stringContaining('the accepted search tokens stay as they were'), problems: [expect.any(String)] },
  ]);
  expect(JSON.stringify(files.logged)).not.toMatch(/secret-of|short/);
});

test('other keys are reported to need a restart, once; the time-outs of partners do not', () => {
  using files = follow({ 'main.yaml': listing('a') });
  const other = `${listing('a')}\nserver: {port: 9999}\nlog: {level: debug}`;
  files.write('main.yaml', other);
  files.looks(2);
  files.write('main.yaml', `${other} # again`);
  files.looks(2);
  const keys = files.logged.filter((about) => 'keys' in about);
  expect(keys).toMatchObject([{ keys: ['server.port', 'log.level'] }]);
  files.write('main.yaml', 'app: {settings: {isearch: {partner-timeout: 1234}}}');
  files.looks(2);
  expect(files.logged.filter((about) => 'keys' in about)).toHaveLength(1);
});
