/** The keys of an RDP: which key each sets here, and why the others set nothing. */

import { type Settings, uniformKey } from './settings.ts';
import { readBoolean, readMessageFormat, readMilliseconds, readWholeNumber, readWords } from './values.ts';

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

/** Where this key is set, RDP uses it as the read timeout, and its default as the connect timeout. */
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
 * Keys of RDP 1.5 that set nothing here, by the reason, which continues "not taken over". A key that ends in a dot stands for
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
