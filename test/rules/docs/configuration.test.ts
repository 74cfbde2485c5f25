import { globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { isCollection, isMap, type ParsedNode, parseDocument } from 'yaml';
import schema from '../../../config/schema.json' with { type: 'json' };
import { ConfigError, loadConfig } from '../../../src/config/config.ts';
import { configKeys } from '../../../src/config/config-keys.ts';
import { DATABASE, DIFFERENCES, FOLLOW, MESSAGE_KEYS, SETTING_KEYS } from '../../../src/config/rdp/keys.ts';
import { configurationKeysPage } from '../../tools/api-tables/configuration-keys.ts';

type SchemaNode = {
  description?: string;
  examples?: readonly unknown[];
  additionalProperties?: boolean;
  properties?: Record<string, SchemaNode>;
};
type Written = { comment: string; value: unknown };

const root = new URL('../../../', import.meta.url);
const defaultYaml = read('config/default.yaml');
const configurationPage = read('docs/configuration.md');
const names = configKeys.map(({ name }) => name);

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** What keys that begin so cannot be set without. */
const COMPANIONS: [string, Record<string, string>][] = [
  ['state.', { DATABASE_FOLLOW: 'mysql://reader:other@db.example.org/rdp' }],
  ['cache.url', { CACHE_URL: 'redis://other.example.org', CACHE_KEY: '00'.repeat(32) }],
  ['cache.key', { CACHE_URL: 'redis://other.example.org', CACHE_KEY: '00'.repeat(32) }],
  ['server.tls-', { SERVER_TLS_CERTIFICATE_FILE: 'other.pem', SERVER_TLS_KEY_FILE: 'other.key' }],
  ['app.settings.isearch.user-id', { APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'example-token-of-b' }],
  [
    'app.settings.mail.',
    {
      APP_SETTINGS_MAIL_HOST: 'other.example.org',
      APP_SETTINGS_MAIL_FROM: 'other@example.org',
      APP_SETTINGS_MAIL_TO: 'other@example.org',
      APP_SETTINGS_MAIL_USER: 'other',
      APP_SETTINGS_MAIL_PASSWORD: 'other',
    },
  ],
];

/** The keys of a YAML text by dotted name, each with the comment above it. */
function writtenKeys(source: string): Map<string, Written> {
  const lines = source.split('\n');
  const keys = new Map<string, Written>();
  const walk = (node: ParsedNode | null, path: readonly string[]): void => {
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      const name = [...path, String(key)];
      if (isMap(value)) walk(value, name);
      else {
        const line = source.slice(0, key.range[0]).split('\n').length - 1;
        const comment = /^ *# (.+)$/.exec(lines[line - 1] ?? '')?.[1] ?? '';
        keys.set(name.join('.'), { comment, value: isCollection(value) ? value.toJSON() : value?.toJSON() });
      }
    }
  };
  walk(parseDocument(source).contents, []);
  return keys;
}

/** The rows of a section's tables, each with its cells without back quotes. */
function tableCells(heading: string): readonly (readonly string[])[] {
  const section = configurationPage.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (`[^`]+` \|.+)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim().replace(/^`|`$/g, '')),
  );
}

function fences(language: string): readonly string[] {
  return [...configurationPage.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, text]) => text ?? '',
  );
}

function schemaNode(name: string): SchemaNode | undefined {
  return name.split('.').reduce<SchemaNode | undefined>((node, key) => node?.properties?.[key], schema);
}

function load(yaml: string, env: Record<string, string> = {}) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'config-'));
  const file = join(folder.path, 'registry.yaml');
  writeFileSync(file, yaml);
  return loadConfig({ files: [file], env });
}

function refusal(yaml: string, env: Record<string, string> = {}): string {
  try {
    load(yaml, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('config/default.yaml', () => {
  const keys = writtenKeys(defaultYaml);

  it('holds exactly the keys of the schema, in its order', () => {
    expect([...keys.keys()]).toEqual(names);
  });

  it('gives every key the default that the schema has', () => {
    const written = names.map((name) => [name, keys.get(name)?.value ?? undefined]);
    expect(written).toEqual(configKeys.map(({ name, defaultValue }) => [name, defaultValue]));
  });

  it('explains every key in one line above it, with the words of the schema', () => {
    const comments = names.map((name) => [name, keys.get(name)?.comment]);
    expect(comments).toEqual(names.map((name) => [name, schemaNode(name)?.description]));
    expect(comments.filter(([, comment]) => !comment)).toEqual([]);
  });
});

describe('config/schema.json', () => {
  it('refuses unknown keys in every map', () => {
    const openMaps = (node: SchemaNode, path: string): readonly string[] => [
      ...(node.properties !== undefined && node.additionalProperties !== false ? [path] : []),
      ...Object.entries(node.properties ?? {}).flatMap(([key, child]) => openMaps(child, `${path}.${key}`)),
    ];
    expect(openMaps(schema, 'config')).toEqual([]);
  });

  it.each(names)('has an example of %s that is accepted and is not the default', (name) => {
    const value = schemaNode(name)?.examples?.[0];
    const content = name.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    const beside = COMPANIONS.find(([group]) => name.startsWith(group))?.[1] ?? {};
    const variable = configKeys.find((key) => key.name === name)?.environmentName ?? '';
    expect(load(JSON.stringify(content), { ...beside, [variable]: '' })).not.toEqual(load('', beside));
  });

  it('leaves no two keys with the same name in the environment', () => {
    const variables = configKeys.flatMap(({ environmentName, isSecret }) =>
      isSecret ? [environmentName, `${environmentName}_FILE`] : [environmentName],
    );
    expect(new Set(variables).size).toBe(variables.length);
  });

  it('marks as secret what the code base must not show', () => {
    expect(configKeys.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual([
      'database.follow',
      'state.url',
      'app.settings.isearch.auth-tokens',
      'app.settings.isearch.search-token',
      'app.settings.isearch.apis',
      'app.settings.privacy.anonymous-id-key',
      'app.settings.integrations.mme.tokens',
      'app.settings.mail.password',
      'cache.url',
      'cache.key',
    ]);
  });
});

test('docs/configuration-keys.md is the page that `npm run tables` makes of the schema', () => {
  expect(read('docs/configuration-keys.md')).toBe(configurationKeysPage());
});

describe('docs/configuration.md', () => {
  it('has a row for exactly the keys of an RDP that are taken over or cannot be as there', () => {
    const cells = tableCells("An RDP's own settings").filter(([key = '']) => /^(?:rdp|spring)\./.test(key));
    const database = Object.values(DATABASE).map((from) => [from, FOLLOW]);
    const taken = [...database, ...[...SETTING_KEYS, ...MESSAGE_KEYS].map(({ from, to }) => [from, to])];
    const rows = cells.map(([from, to]) => [from, to]);
    expect(rows.slice(0, taken.length).toSorted()).toEqual(taken.toSorted());
    expect(rows.slice(taken.length).map(([key]) => key)).toEqual(DIFFERENCES.map(({ key }) => key));
  });

  it('names no variable that does not exist', () => {
    const variables = configKeys.flatMap(({ environmentName }) => [environmentName, `${environmentName}_FILE`]);
    const named = configurationPage.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
    const others = ['BY_GENE', 'BY_RESEARCHER'];
    expect(named.filter((name) => !variables.includes(name) && !others.includes(name))).toEqual([]);
  });

  it('has whole examples that are accepted', () => {
    const variables = fences('sh').find((text) => text.startsWith('export ')) ?? '';
    const env = Object.fromEntries(
      [...variables.matchAll(/^export (?<name>\w+?)=(?<value>.+)$/gm)]
        .map(([, name = '', value = '']) => [name, value])
        .filter(([name]) => !name?.endsWith('_FILE')),
    );
    const configs = fences('yaml').map((yaml) => load(yaml, env).app);
    expect(configs.map(({ site }) => site.shortname)).toEqual(['ExR']);
    expect(configs[0]?.settings.isearch.authTokens).toHaveLength(2);
    expect(configs[0]?.settings.isearch.userId).toBe(7);
  });
});

describe('a secret', () => {
  const tokens = 'APP_SETTINGS_ISEARCH_AUTH_TOKENS';

  it.each([
    ['too short', 'isearch: {auth-tokens: [swordfish]}'],
    ['with a blank', 'isearch: {auth-tokens: ["swordfish swordfish"]}'],
    ['one text, too short', 'isearch: {auth-tokens: swordfish}'],
    ['a map', 'isearch: {auth-tokens: {swordfish: swordfish}}'],
    ['a map in the list', 'isearch: {auth-tokens: [{token: swordfish}]}'],
    ['a number', 'isearch: {auth-tokens: 50123456789012345}'],
    ['under a mistyped key', 'isearch: {auth-token: [swordfish]}'],
    ['one level too high', 'isearch: swordfish'],
    ['an unknown tag', 'isearch: {auth-tokens: !swordfish x}'],
    ['an unknown alias', 'isearch: {auth-tokens: *swordfish }'],
    ['a broken anchor', 'isearch: {auth-tokens: &swordfish: x}'],
    ['a reserved sign', 'isearch: {auth-tokens: @swordfish}'],
    ['an unknown escape', 'isearch: {auth-tokens: "\\qswordfish"}'],
    ['a block scalar', 'isearch:\n      auth-tokens: |swordfish'],
    ['a search token with a blank', 'isearch: {search-token: "swordfish x"}'],
    ['the token of a partner, with a blank', 'isearch: {apis: [{url: "https://b.example.org", token: "swordfish x"}]}'],
    [
      'the token of a partner, under a mistyped key',
      'isearch: {apis: [{url: "https://b.example.org", tokn: swordfish}]}',
    ],
    ['in the address of a partner, with a blank', 'isearch: {apis: ["https://b.example.org?auth=swordfish x"]}'],
    ['in the address of a partner without scheme', 'isearch: {apis: ["b.example.org?auth=swordfish"]}'],
    ['in the address of a partner without https', 'isearch: {apis: ["http://b.example.org?auth=swordfish"]}'],
    ['in the path of a refused address', 'isearch: {apis: ["http://b.example.org/swordfish"]}'],
    [
      'in an address that is given twice',
      'isearch: {apis: "https://b.example.org?auth=swordfish, https://b.example.org"}',
    ],
    [
      'in an address with a mistyped member beside',
      'isearch: {apis: [{url: "https://b.example.org?auth=swordfish", x: 1}]}',
    ],
    ['in an address that became a key', 'isearch: {apis: [{"https://b.example.org?auth=swordfish": }]}'],
    ['a password in the address of a partner', 'isearch: {apis: ["https://swordfish:swordfish@b.example.org"]}'],
    ['behind auth= and in token', 'isearch: {apis: [{url: "https://b.example.org?auth=swordfish", token: swordfish}]}'],
    ['the address and nothing else', 'isearch: {apis: {url: "https://b.example.org?auth=swordfish"}}'],
    ['the password of mail, in a list', 'mail: {password: [swordfish]}'],
    ['not hexadecimal', 'privacy: {anonymous-id-key: swordfish}'],
    ['a hexadecimal number', `privacy: {anonymous-id-key: ${'50123456'.repeat(8)}}`],
  ])('is in no message about the file when it is %s', (_, line) => {
    const message = refusal(`app:\n  settings:\n    ${line}\n`);
    expect(message).toMatch(/registry\.yaml|^app\.settings\.isearch\.apis\[\d\] is /);
    expect(message).not.toMatch(/swordfish|5\.?0123456/);
  });

  it.each([
    ['without a schema', 'mysql://reader:swordfish@db.example.org'],
    ['of another kind', 'postgres://reader:swordfish@db.example.org/rdp'],
    ['with a sign that is not written as %', '"mysql://reader:goose%fish@db.example.org/swordfish"'],
    ['in a list', '[mysql://reader:swordfish@db.example.org/rdp]'],
  ])('is in no message when it is the address of a database %s', (_, address) => {
    const message = refusal(`database: {follow: ${address}}`);
    expect(message).toMatch(/registry\.yaml: database\.follow is a .*, but must be an address in the form mysql:/);
    expect(message).not.toMatch(/swordfish|goose/);
  });

  it.each([
    ['in its variable', { [tokens]: 'swordfish' }],
    ['in place of the name of its file', { [`${tokens}_FILE`]: 'swordfish' }],
    ['in both', { [tokens]: 'swordfish', [`${tokens}_FILE`]: 'swordfish' }],
  ])('is in no message about the environment when it is %s', (_, env) => {
    const message = refusal('', env);
    expect(message).toContain(tokens);
    expect(message).not.toContain('swordfish');
  });

  it('is in no message when its file holds too little', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'config-'));
    writeFileSync(join(folder.path, 'tokens'), 'swordfish');
    const message = refusal('', { [`${tokens}_FILE`]: join(folder.path, 'tokens') });
    expect(message).toContain('auth-tokens[0] is a text (not shown)');
  });
});

describe('the code', () => {
  it('looks at the environment only where the process begins, and in a worker for its place', () => {
    const looking = globSync('src/**/*.ts', { cwd: root }).filter((path) => read(path).includes('process.env'));
    expect(looking.toSorted()).toEqual(['src/cli/run.ts', 'src/operations/worker.ts']);
  });
});
