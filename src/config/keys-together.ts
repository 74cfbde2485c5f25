/** Checks what the schema of the keys cannot: which keys may be set together, and what a trusted proxy may be. */

import { isIP } from 'node:net';

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
    problems.push(`${INITIAL_SNAPSHOT} is set, but must not be where ${FOLLOW} says whose data are answered.`);
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
