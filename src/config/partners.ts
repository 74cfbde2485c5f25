/**
 * Reads the partners from the entries of `app.settings.isearch.apis`, which are addresses as in RDP, or maps. Reads
 * lists of accepted tokens, such as the tokens of partners' administrators.
 */

import type { PartnerConfig } from '../domain/partner-config.ts';
import { isThisMachine } from '../domain/web-address.ts';

/** An entry that is a map, as the schema allows it. */
export type PartnerEntry = {
  readonly url: string;
  readonly key?: string;
  readonly name?: string;
  readonly type?: string;
  readonly token?: string;
  readonly 'connect-timeout'?: number;
  readonly 'read-timeout'?: number;
  readonly 'partner-timeout'?: number;
  readonly 'max-concurrency'?: number;
  readonly 'stale-minutes'?: number;
  readonly disclaimer?: string;
  readonly terms?: string;
  readonly contact?: string;
  readonly insecure?: boolean;
};

type PartnerDefaults = Pick<
  PartnerConfig,
  'token' | 'connectTimeoutMs' | 'readTimeoutMs' | 'timeoutMs' | 'maxConcurrency'
>;

type ReadOptions = {
  defaults: PartnerDefaults;
  /** Returns the name of an entry in problems. */
  nameOf: (at: number) => string;
  /** The addresses of this registry, which is never its own partner. */
  ownUrls: readonly string[];
};

/** The finding and what is allowed, as text for the operator without any part of the address. */
type Complaint = readonly [found: string, allowed: string];
type Instruction = { readonly isAnonymous: boolean; readonly token: string | undefined; readonly query: string };

const LOCAL = 'local';
const RDP = 'rdp';
const KEY = /^[a-z0-9][a-z0-9._:-]*$/;
const TOKEN = /^[\x21-\x7e]+$/;
const ABSOLUTE = /^https?:\/\/[^\s\\]+$/i;

/**
 * Returns the partners in their order, or a sentence for each problem, without tokens and addresses. `?auth=TOKEN` gives a
 * partner its token, and with `?noauth` no token is sent to it (rdp-protocol 7.1).
 */
export function readPartners(
  entries: readonly (string | PartnerEntry)[],
  { defaults, nameOf, ownUrls }: ReadOptions,
): { readonly partners: readonly PartnerConfig[]; readonly problems: readonly string[] } {
  const read = entries.map((entry, at) => {
    const place = nameOf(at);
    const partner = readPartner(typeof entry === 'string' ? { url: entry } : entry, defaults);
    return 'key' in partner ? { place, partner } : { place, complaint: partner };
  });
  const sound = read.filter((one) => one.partner !== undefined);
  const problems = [
    ...read.flatMap(({ place, complaint }) => (complaint === undefined ? [] : [sentence(place, complaint)])),
    ...sound.flatMap(({ place, partner }, at) => {
      const before = sound.slice(0, at);
      return clashes(partner, before, ownUrls).map((complaint) => sentence(place, complaint));
    }),
  ];
  return { partners: Object.freeze(sound.map(({ partner }) => Object.freeze(partner))), problems };
}

function sentence(place: string, [found, allowed]: Complaint): string {
  return `${place} is ${found}, but must be ${allowed}.`;
}

function readPartner(entry: PartnerEntry, defaults: PartnerDefaults): PartnerConfig | Complaint {
  const address = readAddress(entry);
  if (!('href' in address)) return address;
  const instruction = readInstruction(address.search.slice(1), entry.token);
  if (!('query' in instruction)) return instruction;
  const key = entry.key ?? address.host;
  if (key === LOCAL) return ['a partner with the key local', 'one with another key, because local is this registry'];
  if (!KEY.test(key)) {
    return ['an address whose host cannot be a key', 'a map with a key of small letters, digits and . _ : -'];
  }
  const readTimeoutMs = entry['read-timeout'] ?? defaults.readTimeoutMs;
  return {
    key,
    name: entry.name ?? address.hostname,
    type: entry.type ?? RDP,
    url: address.origin + address.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, ''),
    query: instruction.query,
    token: instruction.isAnonymous ? undefined : (instruction.token ?? defaults.token),
    connectTimeoutMs: entry['connect-timeout'] ?? defaults.connectTimeoutMs,
    readTimeoutMs,
    timeoutMs: entry['partner-timeout'] ?? defaults.timeoutMs + Math.max(0, readTimeoutMs - defaults.readTimeoutMs),
    maxConcurrency: entry['max-concurrency'] ?? defaults.maxConcurrency,
    staleMinutes: entry['stale-minutes'],
    disclaimer: entry.disclaimer,
    terms: entry.terms,
    contact: entry.contact,
  };
}

function readAddress({ url, insecure = false }: PartnerEntry): URL | Complaint {
  const address = ABSOLUTE.test(url) ? URL.parse(url) : null;
  if (address === null) {
    return ['a text that is no absolute address (not shown)', 'one such as https://registry.example.org'];
  }
  if (address.username !== '' || address.password !== '') {
    return ['an address with a user name or password', 'one without; a token goes behind ?auth= or into token'];
  }
  if (url.includes('#')) return ['an address with a #', 'one without; in a token it is written %23'];
  if (address.protocol === 'http:' && !insecure && !isThisMachine(address.hostname)) {
    return ['an address that starts with http://', 'one that starts with https://, or a map with insecure: true'];
  }
  return address;
}

/** Takes `auth` and `noauth` out of a query. A `+` means itself, as it occurs in base64 tokens. */
function readInstruction(search: string, given: string | undefined): Instruction | Complaint {
  const parameters = search.split('&').filter((parameter) => parameter !== '');
  const nameOf = (parameter: string) => parameter.split('=', 1)[0];
  const tokens = parameters.filter((parameter) => nameOf(parameter) === 'auth').map((text) => text.slice(5));
  const isAnonymous = parameters.some((parameter) => nameOf(parameter) === 'noauth');
  const said = tokens.length + Number(isAnonymous) + Number(given !== undefined);
  if (said > 1) return ['a partner with more than one of ?auth=, ?noauth and token', 'one with at most one of them'];
  const token = given ?? decoded(tokens[0]);
  if (tokens.length > 0 && (token === undefined || !TOKEN.test(token))) {
    return ['an address with no token behind ?auth=', 'one with letters, digits or signs there, % written as %25'];
  }
  const query = parameters.filter((parameter) => !['auth', 'noauth'].includes(nameOf(parameter) ?? '')).join('&');
  return { isAnonymous, token, query };
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

type Placed = { readonly place: string; readonly partner: PartnerConfig };

/**
 * Returns the problems of a partner with the key or the authority (host and port) of another one or of this registry
 * (rdp-protocol 7.2).
 */
function clashes(partner: PartnerConfig, before: readonly Placed[], ownUrls: readonly string[]): readonly Complaint[] {
  const authority = authorityOf(partner.url);
  if (ownUrls.some((url) => authorityOf(url) === authority)) {
    return [['the address of this registry itself', 'the address of another one']];
  }
  const same = before.find((other) => authorityOf(other.partner.url) === authority);
  if (same !== undefined) return [[`at the same host and port as ${same.place}`, 'at another']];
  const named = before.find((other) => other.partner.key === partner.key);
  return named === undefined ? [] : [[`a partner with the key of ${named.place}`, 'one with another key']];
}

function authorityOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** One accepted token. The log, the metrics and the administrators' page show only its name. */
export type AuthToken = {
  readonly name: string;
  readonly token: string;
  /** The key of the partner whose administrators have it: the token opens the page on that partner's health. */
  readonly partner?: string;
};

/** An entry as the schema allows it. */
export type AuthTokenEntry = string | AuthToken;

/**
 * Returns the tokens in their order, or a sentence for each problem. Tokens without a name are called `token-1` and so on.
 *
 * @param key the key of the list in the configuration
 */
export function readAuthTokens(
  key: string,
  entries: readonly AuthTokenEntry[],
): {
  readonly tokens: readonly AuthToken[];
  readonly problems: readonly string[];
} {
  const tokens = entries.map((entry, at) =>
    Object.freeze(typeof entry === 'string' ? { name: `token-${at + 1}`, token: entry } : { ...entry }),
  );
  const problems = tokens.flatMap(({ name }, at) => {
    const before = tokens.findIndex((other) => other.name === name);
    return before === at ? [] : [`${key}[${at}] has the name of ${key}[${before}], but must have one of its own.`];
  });
  return { tokens: Object.freeze(tokens), problems };
}

/** Returns a sentence for each token that names a partner which is not configured. */
export function tieProblems(key: string, tokens: readonly AuthToken[], partnerKeys: readonly string[]): string[] {
  return tokens.flatMap(({ partner }, at) =>
    partner === undefined || partnerKeys.includes(partner)
      ? []
      : [
          `${key}[${at}].partner is the text "${partner}", but must be the key of a partner in app.settings.isearch.apis.`,
        ],
  );
}
