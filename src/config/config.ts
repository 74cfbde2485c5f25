/** Loads the configuration: the shipped defaults, then files, then the environment, each over those before it; checked and frozen. */

import { fileURLToPath } from 'node:url';
import { once } from '../domain/memoize.ts';
import { ownMember } from '../domain/own-member.ts';
import type { PartnerConfig } from '../domain/partner-config.ts';
import { configKeys, configSchema, type Environment, type SchemaNode } from './config-keys.ts';
import { presentVariables } from './deprecated-names.ts';
import {
  cacheProblems,
  contactProblems,
  followProblems,
  type MailConfig,
  mailProblems,
  proxyProblems,
  type ServerConfig,
  serverProblems,
  workerProblems,
} from './keys-together.ts';
import { fileLayer, type Layer, variableLayer } from './layers.ts';
import {
  type AuthToken,
  type AuthTokenEntry,
  type PartnerEntry,
  readAuthTokens,
  readPartners,
  tieProblems,
} from './partners.ts';

export { workerCount } from './keys-together.ts';

type SearchMode = 'BY_GENE' | 'BY_RESEARCHER';
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** The keys of config/default.yaml, in camel case; `partners` are read from `apis`. */
export type Config = {
  readonly server: ServerConfig;
  readonly database: {
    readonly file: string;
    readonly initialSnapshot: string | undefined;
    /** The address of an RDP database: `mysql://user:password@host:port/schema`, or `mariadb://`. Secret. */
    readonly follow: string | undefined;
    readonly followEverySeconds: number;
    readonly followFullCheckSeconds: number;
    readonly followMaxAgeSeconds: number;
  };
  readonly state: { readonly file: string | undefined; readonly url: string | undefined };
  readonly app: {
    readonly site: {
      readonly host: string | undefined;
      readonly mainsites: readonly string[];
      readonly shortname: string;
      readonly fullname: string;
      readonly contactEmail: string | undefined;
      readonly securityContact: readonly string[];
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
        readonly authTokens: readonly AuthToken[];
        readonly userId: number | undefined;
        /** The token for partners without their own; `partners` already have it. */
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
        readonly namedAtPartnersMinutes: number;
      };
      readonly search: { readonly enabledSearchModes: readonly SearchMode[] };
      readonly organs: { readonly enabled: boolean };
      readonly contact: {
        readonly termDays: number;
        readonly byPerson: boolean;
        readonly mostOpen: number;
      };
      readonly integrations: {
        readonly marrvel: { readonly enabled: boolean };
        readonly mcp: { readonly enabled: boolean };
        readonly mme: { readonly tokens: readonly AuthToken[] };
      };
      readonly mail: MailConfig;
    };
  };
  readonly cache: {
    readonly recordsMegabytes: number;
    readonly answersMegabytes: number;
    readonly answersFreshSeconds: number;
    readonly answersStaleHours: number;
    /** The address of the Valkey or Redis that instances share. Secret; it is set only together with `key`. */
    readonly url: string | undefined;
    readonly key: string | undefined;
  };
  readonly limits: {
    readonly urlBytes: number;
    readonly connections: number;
    readonly requestsPerMinute: number;
    readonly partnerRequestsPerMinute: number;
    readonly megabytesPerMinute: number;
    readonly partnerMegabytesPerMinute: number;
    readonly searches: number;
    readonly unreadMegabytes: number;
    readonly savedSearches: number;
  };
  readonly tracing: {
    /** The address to which traces are sent; without it there are no traces. */
    readonly url: string | undefined;
    /** How many of a hundred requests are traced. */
    readonly percent: number;
  };
  readonly auditLog: { readonly keepDays: number; readonly withText: boolean };
  readonly log: { readonly level: LogLevel };
  /** A sentence for each deprecated name that a file or a variable uses. */
  readonly deprecated: readonly string[];
};

/** A configuration that cannot be used; `message` has one line for each problem, and no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const PARTNERS = 'app.settings.isearch.apis';
const AUTH_TOKENS = 'app.settings.isearch.auth-tokens';
const MME_TOKENS = 'app.settings.integrations.mme.tokens';
/** Members of Config whose name is not just their key in camel case. */
const memberNames: Readonly<Record<string, string>> = {
  apis: 'partners',
  mainsite: 'mainsites',
  'connect-timeout': 'connectTimeoutMs',
  'read-timeout': 'readTimeoutMs',
  'partner-timeout': 'partnerTimeoutMs',
  'search-timeout': 'searchTimeoutMs',
};
/** The shipped defaults, read once, as a process may run several registries. */
const shippedDefaults = once(() =>
  fileLayer(new URL('../../config/default.yaml', import.meta.url), 'config/default.yaml'),
);

/** A file of the program over the defaults and under the files of the operator. */
export type Base = {
  file: URL;
  /** Lists to which the operator's list is added; other lists are replaced by it. */
  adds: readonly string[];
  /** Keys that an operator may not set, each with a reason that continues "is set, but". */
  keeps: Readonly<Record<string, string>>;
};

type LoadOptions = {
  /** The files, each over those before it, key by key. */
  files: readonly string[];
  env: Environment;
  base?: Base;
};

/**
 * Loads the configuration: config/default.yaml, `base` over it, `files` over that key by key (a list replaces a list), and the
 * environment over all. The result is deeply frozen. @throws ConfigError with all problems
 */
export function loadConfig({ files, env, base }: LoadOptions): Config {
  const shipped = [shippedDefaults(), ...(base === undefined ? [] : [fileLayer(base.file, fileURLToPath(base.file))])];
  const variables = presentVariables(env);
  const given = [
    ...files.map((file) => fileLayer(file, file)),
    ...configKeys.map((key) => variableLayer(key, variables.present)),
  ];
  const deprecated = [...given.flatMap((layer) => layer.deprecated ?? []), ...variables.deprecated];
  const values =
    base === undefined ? valuesOf([...shipped, ...given]) : mergeLayers(base, valuesOf(shipped), valuesOf(given));
  const fixed = Object.entries(base?.keeps ?? {}).filter(([key]) => valuesOf(given).has(key));
  const wrong = [
    ...[...shipped, ...given].flatMap((layer) => layer.problems),
    ...variables.problems,
    ...fixed.map(([key, reason]) => `${key} is set, but ${reason}.`),
  ];
  // Problems name keys by their present names, so that the sentences on deprecated names explain them.
  if (wrong.length > 0) throw new ConfigError([...wrong, ...deprecated]);
  const { partners, problems } = partnersOf(values);
  const { server } = frozenShape(values, configSchema) as Config;
  const keyProblems = [
    contradictions,
    cacheProblems,
    followProblems,
    mailProblems,
    proxyProblems,
    serverProblems,
  ].flatMap((of) => of(values));
  const authTokens = readAuthTokens(AUTH_TOKENS, values.get(AUTH_TOKENS) as readonly AuthTokenEntry[]);
  const mmeTokens = readAuthTokens(MME_TOKENS, values.get(MME_TOKENS) as readonly AuthTokenEntry[]);
  const contrary = [
    ...keyProblems,
    ...authTokens.problems,
    ...mmeTokens.problems,
    ...problems,
    // A partner that cannot be read is already reported.
    ...(problems.length > 0 ? [] : partnerProblems(partners, authTokens.tokens, values)),
    ...workerProblems(server, partners),
  ];
  const places = placesOf(given);
  if (contrary.length > 0)
    throw new ConfigError([...contrary.map((problem) => withPlace(problem, places)), ...deprecated]);
  const read = new Map(values)
    .set(PARTNERS, partners)
    .set(AUTH_TOKENS, authTokens.tokens)
    .set(MME_TOKENS, mmeTokens.tokens);
  const config = frozenShape(read, configSchema) as Omit<Config, 'deprecated'>;
  return Object.freeze({ ...config, deprecated: Object.freeze(deprecated) });
}

function partnerProblems(
  partners: readonly PartnerConfig[],
  authTokens: readonly AuthToken[],
  values: ReadonlyMap<string, unknown>,
): readonly string[] {
  return [...tieProblems(AUTH_TOKENS, authTokens, partners.map(keyOf)), ...contactProblems(PARTNERS, partners, values)];
}

function keyOf({ key }: PartnerConfig): string {
  return key;
}

function valuesOf(layers: readonly Layer[]): ReadonlyMap<string, unknown> {
  return new Map(layers.flatMap((layer) => [...layer.values]));
}

/** Returns the place whose value counts, for every key that a file or a variable sets. */
function placesOf(layers: readonly Layer[]): ReadonlyMap<string, string> {
  return new Map(
    layers.flatMap(({ values, label }) => (label === undefined ? [] : [...values.keys()].map((key) => [key, label]))),
  );
}

/** Adds to a sentence where the key that it begins with got its value: a file or a variable. */
function withPlace(problem: string, places: ReadonlyMap<string, string>): string {
  const [key = ''] = /^[a-z.-]+/.exec(problem) ?? [];
  const place = places.get(key);
  return place === undefined || place === key ? problem : `${place}: ${problem}`;
}

function mergeLayers(base: Base, under: ReadonlyMap<string, unknown>, over: ReadonlyMap<string, unknown>) {
  const listAt = (values: ReadonlyMap<string, unknown>, key: string) => (values.get(key) ?? []) as readonly unknown[];
  const added = base.adds.map((key) => [key, [...listAt(under, key), ...listAt(over, key)]] as const);
  return new Map([...under, ...over, ...added]);
}

/** Returns a sentence for values that are valid alone but not together (rdp-protocol 6.3). */
function contradictions(values: ReadonlyMap<string, unknown>): readonly string[] {
  const tokens = values.get(AUTH_TOKENS) as readonly unknown[];
  if (!values.has('app.settings.isearch.user-id') || tokens.length > 0) return [];
  return [
    'app.settings.isearch.user-id is set, but must be set together with app.settings.isearch.auth-tokens or not at all.',
  ];
}

/** Reads the partners, or the problems of their entries (docs/configuration.md#partners). */
function partnersOf(values: ReadonlyMap<string, unknown>) {
  const { server, app } = frozenShape(values, configSchema) as Config;
  const { searchToken, connectTimeoutMs, readTimeoutMs, partnerTimeoutMs, maxConcurrency } = app.settings.isearch;
  const scheme = server.tlsCertificateFile === undefined ? 'http' : 'https';
  const listening = `${scheme}://${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`;
  return readPartners(values.get(PARTNERS) as readonly (string | PartnerEntry)[], {
    defaults: { token: searchToken, connectTimeoutMs, readTimeoutMs, timeoutMs: partnerTimeoutMs, maxConcurrency },
    nameOf: (at) => `${PARTNERS}[${at}]`,
    ownUrls: [app.site.host ?? listening, listening].filter((url) => URL.canParse(url)),
  });
}

function frozenShape(values: ReadonlyMap<string, unknown>, node: SchemaNode, path: readonly string[] = []): unknown {
  if (node.properties === undefined) return Object.freeze(values.get(path.join('.')));
  const members = Object.entries(node.properties).map(
    ([key, child]) => [memberName(key), frozenShape(values, child, [...path, key])] as const,
  );
  return Object.freeze(Object.fromEntries(members));
}

/** Returns the member of Config for one part of a dotted key. */
export function memberName(key: string): string {
  return ownMember(memberNames, key) ?? key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
