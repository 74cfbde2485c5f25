/** Checks what the schema cannot: which keys may be set together, and what a trusted proxy may be. */

import { isIP } from 'node:net';
import { isThisMachine } from '../domain/web-address.ts';

type Values = ReadonlyMap<string, unknown>;

const URL_KEY = 'cache.url';
const SECRET_KEY = 'cache.key';

/** Returns a sentence for each key of the shared cache that contradicts the others. `values` are the values by the names of their keys. */
export function cacheProblems(values: Values): readonly string[] {
  if (values.has(URL_KEY) === values.has(SECRET_KEY)) return [];
  const [given, missing] = values.has(URL_KEY) ? [URL_KEY, SECRET_KEY] : [SECRET_KEY, URL_KEY];
  return [`${given} is set, but must be set together with ${missing} or not at all.`];
}

const FOLLOW = 'database.follow';
const INITIAL_SNAPSHOT = 'database.initial-snapshot';
const STATE_FILE = 'state.file';
const STATE_URL = 'state.url';

/** Does the same for the keys of a followed database. */
export function followProblems(values: Values): readonly string[] {
  return values.has(FOLLOW) ? problemsBeside(values) : problemsAlone(values);
}

function problemsAlone(values: Values): readonly string[] {
  return [STATE_FILE, STATE_URL]
    .filter((key) => values.has(key))
    .map((key) => `${key} is set, but must be set together with ${FOLLOW} or not at all.`);
}

function problemsBeside(values: Values): readonly string[] {
  const problems: string[] = [];
  if (values.has(INITIAL_SNAPSHOT)) {
    problems.push(`${INITIAL_SNAPSHOT} is set, but must not be set together with ${FOLLOW}.`);
  }
  if (values.has(STATE_FILE) && values.has(STATE_URL)) {
    problems.push(`${STATE_FILE} and ${STATE_URL} are both set, but only one of them may be.`);
  }
  if (values.has(STATE_URL) && placeOf(values.get(STATE_URL)) === placeOf(values.get(FOLLOW))) {
    problems.push(`${STATE_URL} names the database of ${FOLLOW}, but must name another one: it is written to.`);
  }
  return problems;
}

/** Returns the server and schema of an address, without the account. */
function placeOf(address: unknown): string {
  const { hostname, port, pathname } = new URL(String(address));
  return `${hostname}:${port || 3306}${pathname}`;
}

const PROXIES = 'server.trusted-proxies';
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
const LONGEST_SHOWN = 40;

/** Returns a sentence for each entry of `server.trusted-proxies` that Express cannot compare with an address. `values` are the values by the names of their keys. */
export function proxyProblems(values: Values): readonly string[] {
  const entries = (values.get(PROXIES) ?? []) as readonly string[];
  return entries.flatMap((entry, at) =>
    NETWORKS.includes(entry) || isNetwork(entry) ? [] : [sentence(`${PROXIES}[${at}]`, entry)],
  );
}

/** Whether the entry is a network; `/0` is refused, as it would trust every caller. */
function isNetwork(entry: string): boolean {
  const [address = '', length, ...rest] = entry.split('/');
  const bits = BITS[isIP(address)];
  if (bits === undefined || address.includes('%') || rest.length > 0) return false;
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits);
}

function sentence(place: string, entry: string): string {
  const shown = entry.length > LONGEST_SHOWN ? `${entry.slice(0, LONGEST_SHOWN)}…` : entry;
  const allowed = `an address such as 127.0.0.1, a network such as 10.0.0.0/8, or one of ${NETWORKS.join(', ')}`;
  return `${place} is the text ${JSON.stringify(shown)}, but must be ${allowed}.`;
}

export type ServerConfig = {
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  /** The certificate and its key are set together, or neither: then the server speaks plain HTTP. */
  readonly tlsCertificateFile: string | undefined;
  readonly tlsKeyFile: string | undefined;
  readonly tlsOnlySeconds: number | undefined;
  /** The port for metrics; without it there are none. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** How many worker processes serve the port; `auto`: one for each processor. */
  readonly workers: number | 'auto';
};

/** Returns a sentence for each key that contradicts the others. `values` are the values by the names of their keys. */
export function serverProblems(values: ReadonlyMap<string, unknown>): readonly string[] {
  return [...portProblem(values), ...tlsProblem(values)];
}

function portProblem(values: ReadonlyMap<string, unknown>): readonly string[] {
  const port = values.get('server.metrics-port');
  if (port === 0 || port !== values.get('server.port')) return [];
  return [`server.metrics-port is the number ${port}, but must be another port than server.port.`];
}

function tlsProblem(values: ReadonlyMap<string, unknown>): readonly string[] {
  const keys = ['server.tls-certificate-file', 'server.tls-key-file'];
  const given = keys.find((key) => values.has(key));
  const missing = keys.find((key) => !values.has(key));
  if (given === undefined || missing === undefined) return [];
  return [`${given} is set, but must be set together with ${missing} or not at all.`];
}

/** Refuses more workers than a partner allows calls at once, as each worker needs at least one. */
export function workerProblems(
  { workers }: ServerConfig,
  partners: readonly { key: string; maxConcurrency: number }[],
): readonly string[] {
  if (workers === 'auto') return [];
  return partners
    .filter(({ maxConcurrency }) => maxConcurrency < workers)
    .map(
      ({ key, maxConcurrency }) =>
        `server.workers is the number ${workers}, but must be at most ${maxConcurrency}, as many as may ask the partner ${key} at a time.`,
    );
}

/** Returns the number of workers for so many processors. */
export function workerCount(
  { workers }: ServerConfig,
  partners: readonly { maxConcurrency: number }[],
  processors: number,
): number {
  if (workers !== 'auto') return workers;
  return Math.min(processors, ...partners.map(({ maxConcurrency }) => maxConcurrency));
}

const SECONDS_PER_YEAR = 31_536_000;

/**
 * Returns how long browsers have to use HTTPS only; undefined to say nothing about it. A server with a certificate has a
 * default; behind a web server that speaks HTTPS, the operator sets it.
 */
export function tlsOnlySeconds({ tlsOnlySeconds: configured, tlsCertificateFile }: ServerConfig): number | undefined {
  return configured ?? (tlsCertificateFile === undefined ? undefined : SECONDS_PER_YEAR);
}

export type MailConfig = {
  /** The mail server; without it no message is sent. With it, `from` is set and `to` is not empty. */
  readonly host: string | undefined;
  readonly port: number;
  readonly security: 'starttls' | 'tls' | 'none';
  /** The account, which is set only together with the password. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string | undefined;
  readonly to: readonly string[];
};

const MAIL = 'app.settings.mail';

/** Returns a sentence for each key that contradicts the others. `values` are the values by the names of their keys. */
export function mailProblems(values: ReadonlyMap<string, unknown>): readonly string[] {
  const isSet = (key: string) => isGiven(values.get(`${MAIL}.${key}`));
  const requiresKeys = (key: string, others: readonly string[]) => {
    const missing = others.filter((other) => !isSet(other));
    return isSet(key) && missing.length > 0 ? [togetherSentence(key, missing)] : [];
  };
  return [
    ...requiresKeys('host', ['from', 'to']),
    ...['user', 'password', 'from', 'to'].flatMap((key) => requiresKeys(key, ['host'])),
    ...requiresKeys('user', ['password']),
    ...requiresKeys('password', ['user']),
    ...openWayProblem(values),
  ];
}

/**
 * Returns a sentence for each partner with a contact that no message could reach.
 *
 * @param key the key of the partners in the configuration; `partners` has its entries in the same order
 */
export function contactProblems(
  key: string,
  partners: readonly { readonly contact?: string | undefined }[],
  values: ReadonlyMap<string, unknown>,
): readonly string[] {
  if (values.get(`${MAIL}.host`) !== undefined) return [];
  return partners.flatMap(({ contact }, at) =>
    contact === undefined
      ? []
      : [`${key}[${at}].contact is set, but must be set together with ${MAIL}.host or not at all.`],
  );
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

function togetherSentence(key: string, missing: readonly string[]): string {
  const others = missing.map((other) => `${MAIL}.${other}`).join(' and ');
  return `${MAIL}.${key} is set, but must be set together with ${others} or not at all.`;
}

/** Refuses an unencrypted connection: messages hold addresses of people, and the password opens an account. */
function openWayProblem(values: ReadonlyMap<string, unknown>): readonly string[] {
  const host = values.get(`${MAIL}.host`) as string | undefined;
  if (values.get(`${MAIL}.security`) !== 'none' || host === undefined || isThisMachine(host)) return [];
  return [
    `${MAIL}.security is the text "none", but must be one of starttls, tls, unless ${MAIL}.host is this machine: localhost, 127.0.0.1, ::1.`,
  ];
}
