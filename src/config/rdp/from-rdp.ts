/** Makes a configuration of this registry from the settings of an RDP. */

import { Document } from 'yaml';
import { ownMember } from '../../domain/own-member.ts';
import type { Environment } from '../layers.ts';
import { type RdpFile, readRdpFiles } from './files.ts';
import { followAddress, readJdbcAddress } from './jdbc-address.ts';
import { DATABASE, FOLLOW, isReplaced, MESSAGE_KEYS, SETTING_KEYS, type SettingKey, type TextKey } from './keys.ts';
import { remarksOn } from './remarks.ts';
import { type Settings, settingsIn, uniformKey } from './settings.ts';
import { replacePlaceholders, splitList } from './values.ts';

/** The value that RDP's key `from` gives to the key `to` here; or why it gives none, in a sentence without the value. */
type Found =
  | { readonly from: string; readonly to: string; readonly value: unknown; readonly remark?: string }
  | { readonly problem: string };
type ReadSetting = (
  key: string,
) => { place: string; isIndexed: boolean; entries: readonly string[] } | { problem: string } | undefined;

const ONLY_ENCRYPTION = 'has more behind its ? than is taken over, which is account, password and encryption';

export type FromRdp = {
  /** A file of the configuration, with secrets. */
  readonly yaml: string;
  /** What was not taken over though it has a key here, or could not be read; empty where all was. Without values. */
  readonly problems: readonly string[];
  /** What was taken over, what cannot be as in RDP and what was left out. Without values. */
  readonly remarks: readonly string[];
};

/**
 * Reads `file`, the `application.properties` of an RDP, with the files that RDP reads beside it. `env` is the environment
 * that its placeholders refer to. `problem` says why the file cannot be read.
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

/** Finds the database. Account and password keep their spaces; either may also be in the address. */
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
