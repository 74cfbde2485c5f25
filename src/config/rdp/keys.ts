/**
 * The keys of an RDP: which key each sets here, and why the others set nothing. Values are read as Spring does; one
 * that cannot be read stays a text, which the check of the key refuses.
 */

import { type Settings, uniformKey } from './settings.ts';

const TRUE = ['true', 'on', 'yes', '1'];
const FALSE = ['false', 'off', 'no', '0'];
/** Milliseconds of each unit. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

/** Reads `true`, `on`, `yes` and `1`, and their opposites, in any letter case. */
export function readBoolean(text: string): boolean | string {
  if (TRUE.includes(text.toLowerCase())) return true;
  return FALSE.includes(text.toLowerCase()) ? false : text;
}

export function readWholeNumber(text: string): number | string {
  return /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

/** Returns the milliseconds of `3` (in the given unit), `3s` or `PT3S`. */
export function readMilliseconds(text: string, unit: 'ms' | 's'): number | string {
  const [, amount, letters = ''] = /^(\d+)([a-z]*)$/i.exec(text) ?? [];
  if (amount !== undefined) {
    const unitMs = UNITS.get(letters.toLowerCase() || unit);
    return unitMs === undefined ? text : Number(amount) * unitMs;
  }
  const [, ...parts] = ISO_DURATION.exec(text) ?? [];
  if (!parts.some((part) => part !== undefined)) return text;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** Splits a text into its entries, without spaces around them and without empty ones. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Returns the words of a list once each, as `allowed` spells them; letter case and punctuation do not matter. */
export function readWords(entries: readonly string[], allowed: readonly string[]): readonly string[] {
  const letters = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '');
  return [...new Set(entries.map((entry) => allowed.find((word) => letters(word) === letters(entry)) ?? entry))];
}

/** Returns the text of a pattern of Java's MessageFormat. There, two apostrophes mean one, and a single one quotes. */
export function readMessageFormat(pattern: string): string {
  return pattern.replace(/''?/g, (apostrophes) => apostrophes.slice(1));
}

/** More than any real file has. */
const MOST_PLACEHOLDERS = 200;
const MOST_CHARACTERS = 10_000;

/**
 * Replaces `${name}` and `${name:default}`, inner ones first, as Spring does in its settings. One without a closing
 * brace is text. Returns undefined if a name has no value and no default, or if the replacing would never end.
 */
export function replacePlaceholders(text: string, lookUp: (name: string) => string | undefined): string | undefined {
  let whole = text;
  for (let replaced = 0; replaced < MOST_PLACEHOLDERS && whole.length <= MOST_CHARACTERS; replaced += 1) {
    const innermost = /\$\{((?:(?!\$\{)[^}])*)\}/.exec(whole);
    if (innermost === null) return whole;
    const [{ length }, placeholder = ''] = innermost;
    const [name = '', otherwise] = splitOnce(placeholder, ':');
    const value = lookUp(name) ?? otherwise;
    if (value === undefined) return undefined;
    whole = whole.slice(0, innermost.index) + value + whole.slice(innermost.index + length);
  }
  return undefined;
}

/** Splits a text at the first occurrence of a sign. */
export function splitOnce(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A key of RDP, the key that it sets here, and how its text or list is read. */
export type TextKey = { readonly from: string; readonly to: string; readonly read: (text: string) => unknown };
type ListKey = Omit<TextKey, 'read'> & { readonly readList: (entries: readonly string[]) => unknown };
export type SettingKey = TextKey | ListKey;

/** The three keys of RDP that become one key here: address, account and password. */
export const DATABASE = {
  url: 'spring.datasource.url',
  user: 'spring.datasource.username',
  password: 'spring.datasource.password',
} as const;
export const FOLLOW = 'database.follow';

/** If this key is set, RDP uses it as the read time-out, and its default as the connect time-out. */
export const REQUEST_TIMEOUT = 'rdp.settings.isearch.request-timeout';
const REPLACED_TIMEOUTS = ['rdp.settings.isearch.connect-timeout', 'rdp.settings.isearch.read-timeout'];
const CONNECT_MS_BESIDE_REQUEST_TIMEOUT = 1000;
const SEARCH_MODES = ['BY_GENE', 'BY_RESEARCHER'];

const asItIs = <T>(value: T) => value;
const inMs = (text: string) => readMilliseconds(text, 'ms');

/** Keys of the settings, without those of the database, in the order of the keys here. */
export const SETTING_KEYS: readonly SettingKey[] = [
  { from: 'rdp.site.host', to: 'app.site.host', read: asItIs },
  { from: 'rdp.site.mainsite', to: 'app.site.mainsite', read: (text) => [text] },
  { from: 'rdp.site.contact-email', to: 'app.site.contact-email', read: asItIs },
  { from: 'rdp.settings.isearch.enabled', to: 'app.settings.isearch.enabled', read: readBoolean },
  { from: 'rdp.settings.isearch.auth-tokens', to: 'app.settings.isearch.auth-tokens', readList: asItIs },
  { from: 'rdp.settings.isearch.user-id', to: 'app.settings.isearch.user-id', read: readWholeNumber },
  { from: 'rdp.settings.isearch.search-token', to: 'app.settings.isearch.search-token', read: asItIs },
  { from: 'rdp.settings.isearch.apis', to: 'app.settings.isearch.apis', readList: asItIs },
  { from: 'rdp.settings.isearch.connect-timeout', to: 'app.settings.isearch.connect-timeout', read: inMs },
  { from: 'rdp.settings.isearch.read-timeout', to: 'app.settings.isearch.read-timeout', read: inMs },
  { from: REQUEST_TIMEOUT, to: 'app.settings.isearch.read-timeout', read: (text) => readMilliseconds(text, 's') },
  { from: REQUEST_TIMEOUT, to: 'app.settings.isearch.connect-timeout', read: () => CONNECT_MS_BESIDE_REQUEST_TIMEOUT },
  {
    from: 'rdp.settings.privacy.enable-anonymized-search-results',
    to: 'app.settings.privacy.enable-anonymized-search-results',
    read: readBoolean,
  },
  {
    from: 'rdp.settings.search.enabled-search-modes',
    to: 'app.settings.search.enabled-search-modes',
    readList: (entries) => readWords(entries, SEARCH_MODES),
  },
  { from: 'rdp.settings.organs.enabled', to: 'app.settings.organs.enabled', read: readBoolean },
];

/** Keys of the messages, which count only in a message file. */
export const MESSAGE_KEYS: readonly TextKey[] = [
  { from: 'rdp.site.shortname', to: 'app.site.shortname', read: asItIs },
  { from: 'rdp.site.fullname', to: 'app.site.fullname', read: asItIs },
  { from: 'rdp.site.anonymized-user-name', to: 'app.site.anonymized-user-name', read: readMessageFormat },
];

/** Whether another key that is set makes this one ineffective. */
export function isReplaced(key: string, settings: Settings): boolean {
  const [requestTimeout = ''] = settings.get(uniformKey(REQUEST_TIMEOUT))?.entries ?? [];
  return REPLACED_TIMEOUTS.includes(key) && requestTimeout.trim() !== '';
}

/** Keys whose default differs between RDP and this registry. */
export const OTHER_DEFAULTS: readonly { from: string; to: string; inRdp: string; here: string }[] = [
  {
    from: 'rdp.settings.isearch.enabled',
    to: 'app.settings.isearch.enabled',
    inRdp: 'an RDP answers no request below /api then',
    here: 'this registry answers all',
  },
  {
    from: 'rdp.settings.organs.enabled',
    to: 'app.settings.organs.enabled',
    inRdp: 'an RDP offers no organ systems then',
    here: 'the search forms of this registry do',
  },
  {
    from: 'rdp.site.shortname',
    to: 'app.site.shortname',
    inRdp: 'an RDP is called "RDP" then',
    here: 'this registry is called "Registry"',
  },
  {
    from: 'rdp.site.fullname',
    to: 'app.site.fullname',
    inRdp: 'an RDP is called "Rare Disease Project" in full then',
    here: 'this registry is called "Registry of Researchers"',
  },
];

/** Settings that mean another thing in RDP than here; `sentence` continues the key. */
export const DIFFERENCES: readonly {
  key: string;
  differs: (entries: readonly string[]) => boolean;
  sentence: string;
}[] = [
  ...['rdp.settings.privacy.public-search', 'rdp.settings.privacy.registered-search'].map((key) => ({
    key,
    differs: ([text = '']: readonly string[]) => readBoolean(text) === false,
    sentence:
      'closes searches on the pages of RDP, but those of this registry are open to everybody, like the API of both',
  })),
  {
    key: 'rdp.settings.enabled-tiers',
    differs: (entries) => readWords(entries, ['TIER1', 'TIER2', 'TIER3']).length < 3,
    sentence: 'leaves out a tier, but the statistics of this registry count all three',
  },
  {
    key: 'rdp.settings.ontology.enabled',
    differs: ([text = '']) => readBoolean(text) === false,
    sentence: 'takes ontologies from the pages of RDP, but those of this registry offer every ontology that is active',
  },
  {
    key: 'rdp.site.context',
    differs: () => true,
    sentence: 'is a key of RDP 1.4, which RDP 1.5 has at the end of rdp.site.host: write it there',
  },
];

/**
 * Keys of RDP 1.5 without effect here, by the reason, which continues "not taken over". A key that ends in a dot means
 * all keys that begin with it.
 */
export const WITHOUT_COUNTERPART: Readonly<Record<string, readonly string[]>> = {
  'as they say what researchers may choose in their profiles, which are changed in RDP': [
    'rdp.settings.privacy.default-level',
    'rdp.settings.privacy.min-level',
    'rdp.settings.privacy.enabled-levels',
    'rdp.settings.privacy.enabled-gene-levels',
    'rdp.settings.privacy.default-sharing',
    'rdp.settings.privacy.customizable-level',
    'rdp.settings.privacy.customizable-gene-level',
    'rdp.settings.privacy.customizable-sharing',
    'rdp.settings.privacy.allow-hide-genelist',
    'rdp.settings.profile.enabled-researcher-positions',
    'rdp.settings.profile.enabled-researcher-categories',
  ],
  'as they are for the pages of RDP': [
    'rdp.settings.privacy.public-search',
    'rdp.settings.privacy.registered-search',
    'rdp.settings.isearch.default-on',
    'rdp.settings.ontology.enabled',
    'rdp.settings.enabled-tiers',
    'rdp.site.admin-email',
    'rdp.site.context',
  ],
  'as they say what RDP loads, which this registry takes from its database': [
    'rdp.settings.cache.',
    'rdp.settings.ontology.reactome-pathways-ontology-name',
  ],
};
