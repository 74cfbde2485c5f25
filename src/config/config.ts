/** How this registry is configured: the shipped defaults, one file over them, the environment over both; checked, frozen. */

import schema from '../../config/schema.json' with { type: 'json' };
import type { Problem } from '../domain/problem.ts';
import { compileCheck, problemSentence } from '../schema-check.ts';
import { type MailConfig, mailProblems } from './mail.ts';
import { type PartnerConfig, type PartnerEntry, readPartners } from './partners.ts';
import { proxyProblems } from './proxies.ts';
import { type ServerConfig, serverProblems } from './server.ts';
import { parseYaml, readText } from './yaml-file.ts';

export type SearchMode = 'BY_GENE' | 'BY_RESEARCHER';
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** What config/default.yaml documents key by key, names in camel case; the partners as they were read from `apis`. */
export type Config = {
  readonly server: ServerConfig;
  readonly database: { readonly file: string; readonly initialSnapshot: string | undefined };
  readonly app: {
    readonly site: {
      readonly host: string | undefined;
      readonly mainsites: readonly string[];
      readonly shortname: string;
      readonly fullname: string;
      readonly contactEmail: string | undefined;
      readonly anonymizedUserName: string;
      readonly accentColor: string;
      readonly accentColorDark: string;
      readonly iconFolder: string | undefined;
      readonly texts: Readonly<Record<'en' | 'fr', { heading: string | undefined; welcome: string | undefined }>>;
      readonly links: Readonly<Record<'termsOfUse' | 'privacy' | 'faq', string | undefined>>;
    };
    readonly settings: {
      readonly isearch: {
        readonly enabled: boolean;
        readonly authTokens: readonly string[];
        readonly userId: number | undefined;
        /** Every partner without a token of its own has it already. */
        readonly searchToken: string | undefined;
        readonly partners: readonly PartnerConfig[];
        readonly connectTimeoutMs: number;
        readonly readTimeoutMs: number;
        readonly partnerTimeoutMs: number;
        readonly searchTimeoutMs: number;
        readonly maxConcurrency: number;
      };
      readonly privacy: {
        readonly enableAnonymizedSearchResults: boolean;
        readonly anonymousIdKey: string | undefined;
        readonly anonymousIdLifetimeMinutes: number;
      };
      readonly search: { readonly enabledSearchModes: readonly SearchMode[] };
      readonly mail: MailConfig;
    };
  };
  readonly cache: {
    readonly recordsMegabytes: number;
    readonly answersMegabytes: number;
    readonly answersFreshSeconds: number;
    readonly answersStaleHours: number;
  };
  readonly limits: { readonly urlBytes: number };
  readonly log: { readonly level: LogLevel };
};

/** One key: its dotted name, its name in the environment, the kind of its value, whether it is secret, its default. */
export type ConfigKey = {
  readonly name: string;
  readonly environmentName: string;
  readonly kind: string;
  readonly isSecret: boolean;
  readonly defaultValue: unknown;
};

/** A configuration that cannot be used; `message` holds one sentence a line for every problem, and no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type SchemaNode = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly enum?: readonly string[];
  readonly writeOnly?: boolean;
  readonly default?: unknown;
};
type Layer = { readonly values: ReadonlyMap<string, unknown>; readonly problems: readonly string[] };

const PARTNERS = 'app.settings.isearch.apis';
/** Members of Config that do not just have the name of their key. */
const memberNames: Readonly<Record<string, string>> = {
  apis: 'partners',
  mainsite: 'mainsites',
  'connect-timeout': 'connectTimeoutMs',
  'read-timeout': 'readTimeoutMs',
  'partner-timeout': 'partnerTimeoutMs',
  'search-timeout': 'searchTimeoutMs',
};
const shippedDefaults = new URL('../../config/default.yaml', import.meta.url);
const unset: Layer = { values: new Map(), problems: [] };
const checkLayer = compileCheck(schema, { allErrors: true });

/** Every key there is (docs/configuration.md#every-key), in the order of the schema. */
export const configKeys: readonly ConfigKey[] = Object.freeze(keysOf(schema));

/**
 * Reads the configuration: config/default.yaml, `file` over it key by key (a list replaces a list), the
 * environment over both. The answer is frozen throughout. Throws one ConfigError that tells everything that is wrong.
 */
export function loadConfig({ file, env }: { file: string | undefined; env: Environment }): Config {
  const layers = [
    fileLayer(shippedDefaults, 'config/default.yaml'),
    ...(file === undefined ? [] : [fileLayer(file, file)]),
    ...configKeys.map((key) => variableLayer(key, env)),
  ];
  const values = new Map(layers.flatMap((layer) => [...layer.values]));
  const wrong = layers.flatMap((layer) => layer.problems);
  if (wrong.length > 0) throw new ConfigError(wrong);
  const { partners, problems } = partnersOf(values);
  const keyProblems = [contradictions, mailProblems, proxyProblems, serverProblems].flatMap((of) => of(values));
  const contrary = [...keyProblems, ...problems];
  if (contrary.length > 0) throw new ConfigError(contrary);
  return frozenShape(new Map(values).set(PARTNERS, partners), schema) as Config;
}

function keysOf(node: SchemaNode, path: readonly string[] = []): readonly ConfigKey[] {
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([key, child]) => keysOf(child, [...path, key]));
  }
  const name = path.join('.');
  const environmentName = name.toUpperCase().replace(/[.-]/g, '_');
  const { type = 'string', writeOnly: isSecret = false, default: defaultValue } = node;
  return [{ name, environmentName, kind: String(type), isSecret, defaultValue }];
}

/** What a YAML file sets; `label` is how the problems call the file. */
function fileLayer(file: string | URL, label: string): Layer {
  const reading = readText(file);
  if ('problem' in reading) return refused(`${label}: the configuration file cannot be read, ${reading.problem}.`);
  const document = parseYaml(reading.text);
  if ('problem' in document) return refused(`${label}${document.problem}`);
  return checkedLayer(tidied(document.value, schema) ?? {}, label);
}

function checkedLayer(content: unknown, label: string): Layer {
  const problems = checkLayer(content).map((problem) => `${label}: ${problemSentence(withoutOddKey(problem))}`);
  const values = configKeys.map(({ name }) => [name, valueAt(content, name)] as const);
  return { values: new Map(values.filter(([, value]) => value !== undefined)), problems };
}

/** Where an address was made the key of a map by mistake, the key is not told, as the address may hold a token. */
function withoutOddKey({ path, ...rest }: Problem): Problem {
  const [, place] = /^(.*\.apis\[\d+\])(?!\.[a-z-]{1,20}$)[.[]/s.exec(path) ?? [];
  return place === undefined ? { path, ...rest } : { ...rest, path: place, found: 'a map with an unknown key' };
}

function refused(problem: string): Layer {
  return { ...unset, problems: [problem] };
}

/** A key without value is not set, and a list may be written as one text. */
function tidied(value: unknown, node: SchemaNode | undefined): unknown {
  if (node?.type === 'array' && typeof value === 'string') return splitList(value);
  if (Array.isArray(value)) return value.map((entry) => tidied(entry, node?.items));
  if (value === null || typeof value !== 'object') return value;
  const known = new Map(Object.entries(node?.properties ?? {}));
  const kept = Object.entries(value).filter(([key, child]) => child !== null || !known.has(key));
  return Object.fromEntries(kept.map(([key, child]) => [key, tidied(child, known.get(key))]));
}

function splitList(text: string): readonly string[] {
  const entries = text.split(/[,\r\n]/).map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

function valueAt(content: unknown, name: string): unknown {
  return name.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], content);
}

/** What the environment sets for one key. An empty variable counts as not given. */
function variableLayer({ name, environmentName, kind, isSecret }: ConfigKey, env: Environment): Layer {
  const text = env[environmentName]?.trim() ?? '';
  const fileVariable = `${environmentName}_FILE`;
  const file = isSecret ? (env[fileVariable] ?? '') : '';
  if (file === '') return text === '' ? unset : textLayer({ name, kind, text, label: environmentName });
  if (text !== '')
    return refused(`${environmentName} and ${fileVariable} are both given, but only one of them may be.`);
  const reading = readText(file);
  if ('problem' in reading) return refused(`${fileVariable}: the file it names cannot be read, ${reading.problem}.`);
  const content = reading.text.trim();
  if (content === '') return refused(`${fileVariable}: the file it names is empty, but must hold the secret.`);
  return textLayer({ name, kind, text: content, label: fileVariable });
}

function textLayer({ name, kind, text, label }: Record<'name' | 'kind' | 'text' | 'label', string>): Layer {
  const value = readValue(text, kind);
  const content = name.split('.').reduceRight((inner, key) => ({ [key]: inner }), value);
  return checkedLayer(content, label);
}

/** A text that is not of the kind stays a text, for the check to refuse. */
function readValue(text: string, kind: string): unknown {
  if (kind === 'array') return splitList(text);
  if (kind === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** What each key allows but not together (rdp-protocol 6.3). */
function contradictions(values: ReadonlyMap<string, unknown>): readonly string[] {
  const tokens = values.get('app.settings.isearch.auth-tokens') as readonly string[];
  if (!values.has('app.settings.isearch.user-id') || tokens.length > 0) return [];
  return [
    'app.settings.isearch.user-id is set, but must be set together with app.settings.isearch.auth-tokens or not at all.',
  ];
}

/** The partners that are asked, or every reason why they cannot be (docs/configuration.md#partners). */
function partnersOf(values: ReadonlyMap<string, unknown>) {
  const { server, app } = frozenShape(values, schema) as Config;
  const { searchToken, connectTimeoutMs, readTimeoutMs, partnerTimeoutMs, maxConcurrency } = app.settings.isearch;
  const listening = `http://${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`;
  return readPartners(values.get(PARTNERS) as readonly (string | PartnerEntry)[], {
    defaults: { token: searchToken, connectTimeoutMs, readTimeoutMs, timeoutMs: partnerTimeoutMs, maxConcurrency },
    listName: PARTNERS,
    ownUrls: [app.site.host ?? listening, listening].filter((url) => URL.canParse(url)),
  });
}

function frozenShape(values: ReadonlyMap<string, unknown>, node: SchemaNode, path: readonly string[] = []): unknown {
  if (node.properties === undefined) return Object.freeze(values.get(path.join('.')));
  const members = Object.entries(node.properties).map(
    ([key, child]) => [memberNames[key] ?? camelCased(key), frozenShape(values, child, [...path, key])] as const,
  );
  return Object.freeze(Object.fromEntries(members));
}

function camelCased(key: string): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
