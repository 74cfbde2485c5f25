import { globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/config.ts';
import { computingTime } from '../support/machine/stopwatch.ts';
import { load, refusal } from '../support/registry/load-config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The values themselves are those of the schema: test/rules/docs/configuration.test.ts. */
const defaults = load({});
const hexKey = '0123456789abcdef'.repeat(4);
const tokensVariable = 'APP_SETTINGS_ISEARCH_AUTH_TOKENS';
const tokensFile = `${tokensVariable}_FILE`;

describe('without a file and an environment', () => {
  it('nothing can be changed afterwards', () => {
    const config = load({ yaml: 'app: {settings: {isearch: {auth-tokens: [remote-token-alpha]}}}' });
    const parts = [config, config.server, config.app.settings.isearch, config.app.settings.isearch.authTokens];
    expect(parts.every(Object.isFrozen)).toBe(true);
  });
});

describe('a file', () => {
  it('changes the keys it names and leaves the others', () => {
    const config = load({ yaml: 'server:\n  port: 0\napp: {site: {shortname: ExR, contact-email: a@example.org}}' });
    expect(config.server).toStrictEqual({ ...defaults.server, port: 0 });
    expect(config.app.site).toStrictEqual({ ...defaults.app.site, shortname: 'ExR', contactEmail: 'a@example.org' });
  });

  it.each([
    ['[BY_GENE]', ['BY_GENE']],
    ['"BY_RESEARCHER, BY_GENE"', ['BY_RESEARCHER', 'BY_GENE']],
    ['[]', []],
  ])('replaces a list as a whole, written as %s', (list, modes) => {
    const config = load({ yaml: `app: {settings: {search: {enabled-search-modes: ${list}}}}` });
    expect(config.app.settings.search.enabledSearchModes).toEqual(modes);
  });

  it('keeps an address as it is written', () => {
    const config = load({ yaml: 'app: {site: {host: "HTTP://Registry.example.org:80/rdp/"}}' });
    expect(config.app.site.host).toBe('HTTP://Registry.example.org:80/rdp/');
  });

  it.each([
    ['empty', ''],
    ['only a comment', '# nothing yet\n'],
    ['a byte order mark', '\ufeff'],
    ['a key without value', 'server:\n  port:\n'],
    ['a map without keys', 'server:\napp:\n  site: {}\n'],
  ])('changes nothing when it is %s', (_, yaml) => {
    expect(load({ yaml })).toStrictEqual(defaults);
  });

  it('may name the tokens without the account, which a snapshot may have', () => {
    const config = load({ yaml: 'app: {settings: {isearch: {auth-tokens: [remote-token-alpha]}}}' });
    const authTokens = [{ name: 'token-1', token: 'remote-token-alpha' }];
    expect(config.app.settings.isearch).toMatchObject({ authTokens, userId: undefined });
  });
});

describe('a token of a partner', () => {
  const isearch = (tokens: string) => ({ yaml: `app: {settings: {isearch: {auth-tokens: ${tokens}}}}` });

  it('may have a name, and is counted where it has none', () => {
    const tokens = '[token-of-one-partner, {name: north, token: token-of-the-north}]';
    expect(load(isearch(tokens)).app.settings.isearch.authTokens).toEqual([
      { name: 'token-1', token: 'token-of-one-partner' },
      { name: 'north', token: 'token-of-the-north' },
    ]);
  });

  it.each([
    [
      '[{name: n, token: token-of-one-partner}, {name: n, token: token-of-another}]',
      /auth-tokens\[1\] has the name of app\S+\[0\], but must have one of its own\.$/,
    ],
    [
      '[{token: token-of-one-partner}]',
      /auth-tokens\[0\]\.name is missing, but must be text of up to 40 small letters/,
    ],
    ['[{name: "a b", token: token-of-one-partner}]', /auth-tokens\[0\]\.name is a text \(not shown\), but must be/],
    ['[{name: a, token: short}]', /auth-tokens\[0\]\.token is a text \(not shown\), but must be/],
  ])('is refused as %s', (tokens, sentence) => {
    expect(refusal(isearch(tokens))).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('the environment', () => {
  it('wins over the file', () => {
    const yaml = 'server: {port: 9090, host: 0.0.0.0}';
    expect(load({ yaml, env: { SERVER_PORT: '9191' } }).server).toStrictEqual({
      ...defaults.server,
      host: '0.0.0.0',
      port: 9191,
    });
  });

  it('may set every kind of key', () => {
    const { app } = load({
      env: {
        APP_SITE_SHORTNAME: '2024',
        APP_SETTINGS_ISEARCH_ENABLED: 'false',
        APP_SETTINGS_ISEARCH_USER_ID: ' 7 ',
        [tokensVariable]: 'remote-token-alpha,,remote-token-gamma,',
        APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: hexKey,
      },
    });
    expect(app.site.shortname).toBe('2024');
    expect(app.settings.privacy.anonymousIdKey).toBe(hexKey);
    expect(app.settings.isearch).toStrictEqual({
      ...defaults.app.settings.isearch,
      enabled: false,
      authTokens: [
        { name: 'token-1', token: 'remote-token-alpha' },
        { name: 'token-2', token: 'remote-token-gamma' },
      ],
      userId: 7,
    });
  });

  it('may hold names that are no keys', () => {
    const env = { PATH: '/bin', PORT: 'x', SERVER: 'x', SERVER_PORTT: 'x', SERVER_PORT_FILE: '/no/such/file' };
    expect(load({ env })).toStrictEqual(defaults);
  });

  it('sets nothing with an empty variable', () => {
    const env = { SERVER_PORT: '', LOG_LEVEL: ' ', [tokensVariable]: '', [tokensFile]: '' };
    expect(load({ env })).toStrictEqual(defaults);
  });

  it.each([
    ['a trailing line end', 'remote-token-alpha\n', ['remote-token-alpha']],
    ['commas', 'remote-token-alpha,remote-token-gamma\r\n', ['remote-token-alpha', 'remote-token-gamma']],
    ['a line each', 'remote-token-alpha\nremote-token-gamma\n', ['remote-token-alpha', 'remote-token-gamma']],
  ])('may name a file that holds the secret, with %s', (_, secretFile, tokens) => {
    const config = load({ secretFile, env: { [tokensFile]: '<secret file>' } });
    expect(config.app.settings.isearch.authTokens.map(({ token }) => token)).toEqual(tokens);
  });

  it.each([
    [{ SERVER_PORT: '1e3' }, 'SERVER_PORT: server.port is the text "1e3", but must be a whole number from 0 to 65535.'],
    [
      { APP_SETTINGS_ISEARCH_ENABLED: 'yes' },
      'APP_SETTINGS_ISEARCH_ENABLED: app.settings.isearch.enabled is the text "yes", but must be true or false.',
    ],
    [{ LOG_LEVEL: 'I' }, 'LOG_LEVEL: log.level is the text "I", but must be one of silent, error, warn, info, debug.'],
    [{ [tokensFile]: '/no/such/file' }, `${tokensFile}: the file it names cannot be read, there is no such file.`],
    [
      { [tokensVariable]: 'remote-token-alpha', [tokensFile]: '/no/such/file' },
      `${tokensVariable} and ${tokensFile} are both given, but only one of them may be.`,
    ],
  ])('is refused when it says %j', (env, sentence) => {
    expect(refusal({ env })).toEqual([sentence]);
  });

  it('is refused when the file that it names for a secret is empty', () => {
    expect(refusal({ secretFile: '\n', env: { [tokensFile]: '<secret file>' } })).toEqual([
      `${tokensFile}: the file it names is empty, but must hold the secret.`,
    ]);
  });
});

describe('a refused file', () => {
  const known = 'one of server, database, state, app, cache, limits, tracing, audit-log, log';
  const siteKeys =
    'one of host, mainsite, shortname, fullname, contact-email, security-contact, anonymized-user-name, accent-color, accent-color-dark, icon-folder, texts, links';
  const userId = 'app.settings.isearch.user-id';
  const ids = 'a whole number from 1 to 2147483647';
  const enabled = 'app.settings.isearch.enabled';
  const ports = 'a whole number from 0 to 65535';
  const url = 'an absolute address that starts with http:// or https://, without user name, query or fragment';

  it.each([
    ['serverr: {port: 1}', 'serverr', `an unknown key, but must be ${known}`, 'server'],
    ['serverr:', 'serverr', `an unknown key, but must be ${known}`, 'server'],
    [
      'app: {site: {short-name: ExR}}',
      'app.site.short-name',
      `an unknown key, but must be ${siteKeys}`,
      'app.site.shortname',
    ],
    ['app: {isearch: {}}', 'app.isearch', 'an unknown key, but must be one of site, settings', 'app.settings.isearch'],
  ])('is one that says %j', (yaml, key, mistake, nearest) => {
    expect(refusal({ yaml })).toEqual([`registry.yaml: ${key} is ${mistake}; the nearest known key is ${nearest}.`]);
  });

  it.each([
    ['server: {port: abc}', `: server.port is the text "abc", but must be ${ports}.`],
    ['server: {port: 70000}', `: server.port is the number 70000, but must be ${ports}.`],
    ['server: {port: [80]}', `: server.port is a list of 1 entry, but must be ${ports}.`],
    ['server: [host, port]', ': server is a list of 2 entries, but must be a map.'],
    ['- server', ': the content is a list of 1 entry, but must be a map.'],
    ['app: {settings: {isearch: {enabled: yes}}}', `: ${enabled} is the text "yes", but must be true or false.`],
    ['app: {site: {host: example.org}}', `: app.site.host is the text "example.org", but must be ${url}.`],
    ['app: {site: {links: {faq: faq.html}}}', `: app.site.links.faq is the text "faq.html", but must be ${url}.`],
    [
      'app: {site: {texts: {en: {heading: "a\\nb"}}}}',
      ': app.site.texts.en.heading is the text "a\\nb", but must be text in one line that is not blank, of at most 200 characters.',
    ],
    [
      'app: {site: {texts: {fr: {welcome: " "}}}}',
      ': app.site.texts.fr.welcome is the text " ", but must be text that is not blank, of at most 2000 characters.',
    ],
    [
      `app: {site: {texts: {fr: {welcome: ${'x'.repeat(2001)}}}}}`,
      `: app.site.texts.fr.welcome is the text "${'x'.repeat(40)}…", but must be text that is not blank, of at most 2000 characters.`,
    ],
    ['app: {site: {texts: {de: {}}}}', ': app.site.texts.de is an unknown key, but must be one of en, fr.'],
    [
      'app: {settings: {search: {enabled-search-modes: "BY_GENE,BY_NAME"}}}',
      ': app.settings.search.enabled-search-modes[1] is the text "BY_NAME", but must be one of BY_GENE, BY_RESEARCHER.',
    ],
    ['app: {settings: {isearch: {user-id: 0}}}', `: ${userId} is the number 0, but must be ${ids}.`],
    [
      'log:\n level: info\n level: warn',
      ', line 3, column 2: this key was given before, but a key may be given once only.',
    ],
    ['server:\n\tport: 1', ', line 2, column 1: there is a tab, but lines must be indented with blanks.'],
    ['server\n  port: 1', ', line 1, column 1: a key must be followed by a colon and a blank on the same line.'],
    ['a: "b\n', ', line 2, column 1: here or before it a quote, bracket, comma, colon or blank is missing.'],
    ['a: 1\n---\nb: 1', ', line 2, column 1: a second document starts here, but a file must hold one only.'],
  ])('is one that says %j', (yaml, sentence) => {
    expect(refusal({ yaml })).toEqual([`registry.yaml${sentence}`]);
  });

  it('reports everything that is wrong at once, the environment too', () => {
    const problems = refusal({ yaml: 'server: {port: -1}\nlog: {level: loud}', env: { LIMITS_URL_BYTES: '1' } });
    expect(problems.map((problem) => problem.split(' is ')[0])).toEqual([
      'registry.yaml: server.port',
      'registry.yaml: log.level',
      'LIMITS_URL_BYTES: limits.url-bytes',
    ]);
  });

  it.each([
    [{ SERVER_HOST: 'a\0b' }, 'SERVER_HOST: server.host holds a control character, but must hold none.'],
    [
      { APP_SITE_FULLNAME: 'a\x1b[2Jb' },
      'APP_SITE_FULLNAME: app.site.fullname holds a control character, but must hold none.',
    ],
  ])('or a variable with what nobody types, %j', (env, problem) => {
    expect(refusal({ env })).toContain(problem);
  });

  it('is one that sets an account for tokens that are not there', () => {
    expect(refusal({ yaml: 'app: {settings: {isearch: {user-id: 7}}}' })).toEqual([
      'registry.yaml: app.settings.isearch.user-id is set, but must be set together with app.settings.isearch.auth-tokens or not at all.',
    ]);
  });

  it.each([
    ['server: {tls-key-file: a.key}', 'server.tls-key-file', 'server.tls-certificate-file'],
    ['server: {tls-certificate-file: a.pem}', 'server.tls-certificate-file', 'server.tls-key-file'],
  ])('is one that has a certificate without its key, or the other way round: %s', (yaml, given, missing) => {
    expect(refusal({ yaml })).toEqual([
      `registry.yaml: ${given} is set, but must be set together with ${missing} or not at all.`,
    ]);
  });

  it.each(['app: &a {site: *a}', 'app: &a [*a]', 'app: &a {site: &b {links: *a}}', 'app: &a\n  site:\n    - [1, *a]'])(
    'contains itself: %s',
    (yaml) => {
      expect(refusal({ yaml })).toEqual(['registry.yaml: what an anchor (&) names must not contain itself.']);
    },
  );

  it('repeats itself without end', () => {
    const nine = (name: string) => `[${Array(9).fill(`*${name}`).join()}]`;
    const lines = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((key, at) => `${key}: &${key} ${nine('abcdefgh'[at] ?? '')}`),
    ];
    const tookMs = computingTime();
    expect(refusal({ yaml: lines.join('\n') })).toEqual([
      'registry.yaml: what anchors (&) name is repeated too often by aliases (*).',
    ]);
    expect(tookMs()).toBeLessThan(1000);
  });

  it.each([
    ['state: {file: x}', 'state.file is set, but must be set together with database.follow or not at all.'],
    [
      'database: {follow: "mysql://a:b@db/rdp", initial-snapshot: x}',
      'database.initial-snapshot is set, but must not be set together with database.follow.',
    ],
    [
      'database: {follow: "mysql://a:b@db/rdp"}\nstate: {file: x, url: "mysql://a:b@db/state"}',
      'state.file and state.url are both set, but only one of them may be.',
    ],
    [
      'database: {follow: "mysql://a:b@db/rdp"}\nstate: {url: "mariadb://c@db:3306/rdp?ssl-mode=REQUIRED"}',
      'state.url names the database of database.follow, but must name another one: it is written to.',
    ],
  ])('is one that says %j, of a database that is followed', (yaml, problem) => {
    expect(refusal({ yaml })).toEqual([`registry.yaml: ${problem}`]);
  });

  it('is one that is not there, is a directory, or is not text', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'config-'));
    const missing = join(folder.path, 'missing.yaml');
    const cannot = 'the configuration file cannot be read';
    expect(() => loadConfig({ files: [missing], env: {} })).toThrow(`${missing}: ${cannot}, there is no such file.`);
    expect(() => loadConfig({ files: [folder.path], env: {} })).toThrow(
      `${folder.path}: ${cannot}, it is a directory.`,
    );
    const large = join(folder.path, 'large.yaml');
    writeFileSync(large, ' '.repeat(1_048_577));
    const tooMuch = `${large}: ${cannot}, it has 1048577 bytes, and 1048576 are allowed.`;
    expect(() => loadConfig({ files: [large], env: {} })).toThrow(tooMuch);
    const latin1 = Buffer.from('app: {site: {fullname: "Régistre"}}', 'latin1');
    expect(refusal({ yaml: latin1 })).toEqual([`registry.yaml: ${cannot}, it is not text in UTF-8.`]);
  });
});

it.each(globSync('{config,config/demo}/*.yaml', { cwd: root }))(
  'a validator that knows nothing of this program takes %s',
  (file) => {
    const schema = JSON.parse(readFileSync(`${root}config/schema.json`, 'utf8'));
    const validate = new Ajv2020({ validateFormats: false, allowUnionTypes: true, allErrors: true }).compile(schema);
    validate(parse(readFileSync(`${root}${file}`, 'utf8')));
    expect(validate.errors ?? []).toEqual([]);
  },
);
