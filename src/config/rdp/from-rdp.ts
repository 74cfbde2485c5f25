/** Makes a configuration of this registry from the settings of an RDP. */

import { Document } from 'yaml';
import { ownMember } from '../../domain/own-member.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Environment } from '../config-keys.ts';
import {
  DATABASE,
  FOLLOW,
  isReplaced,
  MESSAGE_KEYS,
  replacePlaceholders,
  SETTING_KEYS,
  type SettingKey,
  splitList,
  splitOnce,
  type TextKey,
} from './keys.ts';
import { remarksOn } from './remarks.ts';
import { type RdpFile, readRdpFiles, type Settings, settingsIn, uniformKey } from './settings.ts';

type SslMode = 'DISABLED' | 'REQUIRED' | 'VERIFY_IDENTITY';

type JdbcAddress = {
  readonly scheme: 'mysql' | 'mariadb';
  /** The host, with the port where the address has one. */
  readonly host: string;
  readonly schema: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** How the connection is encrypted; undefined where the address does not say. */
  readonly sslMode: SslMode | undefined;
  /** Whether the address has parameters that have no effect here. */
  readonly hasOthers: boolean;
};

/** What is wrong with an address. It quotes nothing of the address, which may hold a password. */
type Complaint = Pick<Problem, 'found' | 'allowed'>;

const ALLOWED = 'one such as jdbc:mysql://db.example.org:3306/rdp, or jdbc:mariadb://…';
const JDBC = /^jdbc:(mysql|mariadb):\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/i;
const AUTHORITY = /^(?:(?<userInfo>.*)@)?(?<name>\[[\da-f:.]+\]|[^\s:@[\]]*)(?::(?<port>\d+))?$/i;
/** The modes of the MySQL and MariaDB drivers. Modes that verify only the authority verify the host name here, too. */
const SSL_MODES: ReadonlyMap<string, SslMode> = new Map([
  ['disabled', 'DISABLED'],
  ['disable', 'DISABLED'],
  ['required', 'REQUIRED'],
  ['trust', 'REQUIRED'],
  ['verify_ca', 'VERIFY_IDENTITY'],
  ['verify_identity', 'VERIFY_IDENTITY'],
  ['verify_full', 'VERIFY_IDENTITY'],
]);
const USED = ['user', 'password', 'sslmode', 'usessl', 'requiressl', 'verifyservercertificate'];

/** Returns the parts of `jdbc:mysql://host:port/schema?…`, or what is wrong with it. */
function readJdbcAddress(address: string): JdbcAddress | Complaint {
  const [, scheme = '', authority = '', schema = '', search = ''] = JDBC.exec(address) ?? [];
  if (scheme === '') return { found: 'an address of another kind (not shown)', allowed: ALLOWED };
  if (/[,()]/.test(authority)) return { found: 'an address with several servers (not shown)', allowed: ALLOWED };
  const { userInfo, name = '', port } = AUTHORITY.exec(authority)?.groups ?? {};
  if (name === '' && authority !== '')
    return { found: 'an address without a readable host (not shown)', allowed: ALLOWED };
  if (schema === '') return { found: 'an address without a schema (not shown)', allowed: ALLOWED };
  const [user, password] = userInfo === undefined ? [] : splitOnce(userInfo, ':');
  const parameters = readParameters(search);
  return {
    scheme: scheme.toLowerCase() === 'mysql' ? 'mysql' : 'mariadb',
    host: (name || 'localhost') + (port === undefined ? '' : `:${port}`),
    schema: decoded(schema),
    user: user === undefined ? parameters.get('user') : decoded(user),
    password: password === undefined ? parameters.get('password') : decoded(password),
    sslMode: sslModeOf(parameters),
    hasOthers: [...parameters.keys()].some((key) => !USED.includes(key)),
  };
}

/** Returns the address in the format of `database.follow`. */
function followAddress({ scheme, host, schema, user, password, sslMode }: JdbcAddress): string {
  const secret = password === undefined ? '' : `:${encoded(password)}`;
  const account = user === undefined ? '' : `${encoded(user)}${secret}@`;
  const search = sslMode === undefined ? '' : `?ssl-mode=${sslMode}`;
  return `${scheme}://${account}${host}/${encoded(schema)}${search}`;
}

/** Returns the values of the parameters by their lower-case names. */
function readParameters(search: string): ReadonlyMap<string, string> {
  const parameters = search.split('&').filter((parameter) => parameter !== '');
  return new Map(
    parameters.map((parameter) => {
      const [name, value = ''] = splitOnce(parameter, '=');
      return [decoded(name).toLowerCase(), decoded(value)];
    }),
  );
}

function sslModeOf(parameters: ReadonlyMap<string, string>): SslMode | undefined {
  const parameter = (name: string) => parameters.get(name)?.toLowerCase();
  const mode = parameter('sslmode')?.replace('-', '_');
  if (mode !== undefined) return SSL_MODES.get(mode);
  if (parameter('usessl') === 'false') return 'DISABLED';
  if (parameter('verifyservercertificate') === 'true') return 'VERIFY_IDENTITY';
  return parameter('requiressl') === 'true' ? 'REQUIRED' : undefined;
}

/** Decodes a text. A text with broken encoding is unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The value that RDP's key `from` gives to the key `to` here; or why it gives none, in a sentence without the value. */
type Found =
  | { readonly from: string; readonly to: string; readonly value: unknown; readonly remark?: string }
  | { readonly problem: string };
type ReadSetting = (
  key: string,
) => { place: string; isIndexed: boolean; entries: readonly string[] } | { problem: string } | undefined;

const ONLY_ENCRYPTION = 'has more behind its ? than is taken over, which is account, password and encryption';

type FromRdp = {
  /** A file of the configuration, with secrets. */
  readonly yaml: string;
  /** Settings with a key here that were not taken over, and settings that could not be read. Without values. */
  readonly problems: readonly string[];
  /** Settings that were taken over, that differ from RDP, or that were left out. Without values. */
  readonly remarks: readonly string[];
};

/**
 * Reads `file`, the `application.properties` of an RDP, with the files that RDP reads beside it. Its placeholders refer
 * to `env`, the environment. `problem` says why the file cannot be read.
 */
export function configFromRdp(file: string, env: Environment): FromRdp | { readonly problem: string } {
  const files = readRdpFiles(file);
  if ('problem' in files) return files;
  const { settings, problems } = settingsIn(files.settings);
  const readSetting = settingReader(settings, env);
  const found = [
    databaseIn(readSetting),
    ...SETTING_KEYS.filter(({ from }) => !isReplaced(from, settings)).map((key) => settingIn(readSetting, key)),
    ...MESSAGE_KEYS.map((key) => messageIn(files.messages, key)),
  ].filter((one) => one !== undefined);
  const taken = found.filter((one) => 'from' in one);
  return {
    yaml: yamlOf(taken),
    problems: [...files.problems, ...problems, ...found.flatMap((one) => ('problem' in one ? [one.problem] : []))],
    remarks: [...remarksOn({ ...files, all: settings, taken }), ...taken.flatMap(({ remark }) => remark ?? [])],
  };
}

function yamlOf(values: readonly { to: string; value: unknown }[]): string {
  const document = new Document({});
  for (const { to, value } of values) document.setIn(to.split('.'), document.createNode(value));
  return document.toString();
}

function settingReader(settings: Settings, env: Environment): ReadSetting {
  const variable = (name: string) => ownMember(env, name);
  const lookUp = (name: string) =>
    variable(name) ??
    variable(name.toUpperCase().replace(/[.-]/g, '_')) ??
    settings.get(uniformKey(name))?.entries.join();
  return (key) => {
    const setting = settings.get(uniformKey(key));
    if (setting === undefined) return undefined;
    const { place, isIndexed } = setting;
    const entries = setting.entries.map((entry) => replacePlaceholders(entry, lookUp));
    const known = entries.filter((entry) => entry !== undefined);
    return known.length === entries.length
      ? { place, isIndexed, entries: known }
      : { problem: `${place}: ${key} has a placeholder of no known value.` };
  };
}

function settingIn(readSetting: ReadSetting, key: SettingKey): Found | undefined {
  const { from, to } = key;
  const setting = readSetting(from);
  if (setting === undefined || 'problem' in setting) return setting;
  const entries = setting.entries.map((entry) => entry.trim());
  const [text = ''] = entries;
  if ('readList' in key) return { from, to, value: key.readList(setting.isIndexed ? entries : splitList(text)) };
  if (setting.isIndexed) return { problem: `${setting.place}: ${from} is a list with indexes, but must be one text.` };
  return text === '' ? undefined : { from, to, value: key.read(text) };
}

/** Finds a message. Unlike settings, messages have one spelling of their key, and no placeholders. */
function messageIn(files: readonly RdpFile[], { from, to, read }: TextKey): Found | undefined {
  const [text = ''] = files.flatMap(({ properties }) => {
    const property = properties.findLast(({ key }) => key === from);
    return property === undefined ? [] : [property.value.trim()];
  });
  return text === '' ? undefined : { from, to, value: read(text) };
}

/** Finds the database. Spaces in account and password count. Either may also be in the address. */
function databaseIn(readSetting: ReadSetting): Found | undefined {
  const [url, user, password] = [DATABASE.url, DATABASE.user, DATABASE.password].map(readSetting);
  for (const setting of [url, user, password]) if (setting !== undefined && 'problem' in setting) return setting;
  const textOf = (setting: typeof url) => (setting && 'entries' in setting ? setting.entries[0] : undefined);
  const address = textOf(url)?.trim() ?? '';
  if (address === '' || url === undefined || 'problem' in url) return undefined;
  const { place } = url;
  const parts = readJdbcAddress(address);
  if ('found' in parts)
    return { problem: `${place}: ${DATABASE.url} is ${parts.found}, but must be ${parts.allowed}.` };
  const account = { user: textOf(user) || parts.user, password: textOf(password) || parts.password };
  if (account.user === undefined) return { problem: `${place}: ${DATABASE.url} has no ${DATABASE.user} beside it.` };
  const value = followAddress({ ...parts, ...account });
  const setting = { from: DATABASE.url, to: FOLLOW, value };
  return parts.hasOthers ? { ...setting, remark: `${place}: ${DATABASE.url} ${ONLY_ENCRYPTION}.` } : setting;
}
