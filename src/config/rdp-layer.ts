/** Reads the settings of an RDP into a checked layer of the configuration. */

import { ownMember } from '../domain/own-member.ts';
import type { Problem } from '../domain/problem.ts';
import { problemSentence } from '../lib/schema-check.ts';
import { followAddress, readJdbcAddress } from './jdbc-address.ts';
import { type Environment, keyLayer, type Layer } from './layers.ts';
import { resolvePlaceholders } from './placeholders.ts';
import { inOrderOfMessages, type RdpFile, type ReadText, readRdpFiles } from './rdp-files.ts';
import {
  DATABASE,
  FOLLOW,
  isReplaced,
  MESSAGE_KEYS,
  OTHER_DEFAULTS,
  SETTING_KEYS,
  type SettingKey,
  type TextKey,
} from './rdp-keys.ts';
import { remarksOn } from './rdp-remarks.ts';
import { splitList } from './rdp-values.ts';
import { uniformKey, type WrittenSettings, writtenSettings } from './written-settings.ts';
import { readText } from './yaml-file.ts';

type RdpLayer = Layer & {
  /** The file, line and key of RDP that each key here got its value from. */
  readonly places: ReadonlyMap<string, string>;
  /** Returns remarks on the files for the operator, without values; `setElsewhere` are keys that another source sets. */
  readonly remarks: (setElsewhere: ReadonlySet<string>) => readonly string[];
  /** The differing defaults to report, where nothing sets the key. */
  readonly otherDefaults: typeof OTHER_DEFAULTS;
};

type Values = ReadonlyMap<string, unknown>;

const READ_TIMEOUT = 'app.settings.isearch.read-timeout';
const PARTNER_TIMEOUT = 'app.settings.isearch.partner-timeout';

/** Reads the files of one RDP, in UTF-8 or, as Java writes them, in ISO-8859-1. */
export function rdpLayer(files: readonly string[], env: Environment): RdpLayer {
  if (files.length === 0)
    return { values: new Map(), problems: [], places: new Map(), remarks: () => [], otherDefaults: [] };
  const read = readRdpSettings(files, (path) => readText(path, 'latin1'), env);
  const layers = read.settings.map(({ from, to, value, place }) =>
    keyLayer({ name: to, value, label: place, calledAs: from }),
  );
  return {
    values: new Map(layers.flatMap(({ values }) => [...values])),
    problems: [...read.problems, ...layers.flatMap(({ problems }) => problems)],
    places: new Map(read.settings.map(({ from, to, place }) => [to, `${place}, ${from}`])),
    remarks: read.remarks,
    otherDefaults: OTHER_DEFAULTS.filter(({ isMessage }) => isMessage || read.hasSettings),
  };
}

/** Returns the layer without the keys that the operator sets in `own`. */
export function withoutKeysOf(own: Values, layer: RdpLayer): RdpLayer {
  return {
    ...layer,
    remarks: () => layer.remarks(new Set(own.keys())),
    places: new Map([...layer.places].filter(([key]) => !own.has(key))),
    otherDefaults: layer.otherDefaults.filter(({ to }) => !own.has(to) && !layer.values.has(to)),
  };
}

/** Returns all remarks on the files for the operator; `values` are the final values. */
export function rdpRemarks({ remarks, otherDefaults, places }: RdpLayer, values: Values): readonly string[] {
  const place = places.get(READ_TIMEOUT);
  const isShort = place !== undefined && Number(values.get(READ_TIMEOUT)) >= Number(values.get(PARTNER_TIMEOUT));
  return [
    ...remarks(new Set()),
    ...otherDefaults.map(
      ({ from, to, inRdp, here }) => `${from} is not set: ${inRdp}, but ${here}, unless ${to} says otherwise.`,
    ),
    ...(isShort
      ? [`${place} is as much time as ${PARTNER_TIMEOUT} gives a partner for its whole answer, or more.`]
      : []),
  ];
}

/** The value that RDP's key `from` gives to the key `to` here, with its file and line. */
type RdpSetting = {
  readonly from: string;
  readonly to: string;
  readonly value: unknown;
  readonly place: string;
};

type RdpSettings = {
  readonly settings: readonly RdpSetting[];
  /** Whether there was a settings file; otherwise there were only message files, or none. */
  readonly hasSettings: boolean;
  readonly problems: readonly string[];
  /** Returns remarks for the operator, without values; `setElsewhere` are keys that another source sets. */
  readonly remarks: (setElsewhere: ReadonlySet<string>) => readonly string[];
};

type Found = {
  readonly settings: readonly RdpSetting[];
  readonly problems: readonly string[];
  readonly remarks?: readonly string[];
};
/** The value of a key of RDP with placeholders replaced; `problem` says why it cannot be known. */
type Held = { readonly place: string; readonly isIndexed: boolean; readonly entries: readonly string[] };
type ReadKey = (key: string) => (Held & { readonly problem?: string }) | undefined;

const ONLY_ENCRYPTION = 'has more behind its ? than is taken over, which is account, password and encryption';
const NOTHING: Found = { settings: [], problems: [] };

/** Reads the given files of an RDP, and those that RDP would read beside them. */
function readRdpSettings(given: readonly string[], readText: ReadText, env: Environment): RdpSettings {
  const { files, problems } = readRdpFiles(given, readText);
  const written = files.filter(({ role }) => role !== 'messages').map(writtenSettings);
  const all: WrittenSettings = new Map(written.flatMap(({ settings }) => [...settings]));
  const readKey = keyReader(all, env);
  const found = [
    databaseIn(readKey),
    ...SETTING_KEYS.filter(({ from }) => !isReplaced(from, all)).map((key) => settingIn(readKey, key)),
    ...MESSAGE_KEYS.map((key) => messageIn(files, key)),
  ];
  const settings = found.flatMap((one) => one.settings);
  return {
    settings,
    hasSettings: written.length > 0,
    problems: [...problems, ...written.flatMap((one) => one.problems), ...found.flatMap((one) => one.problems)],
    remarks: (setElsewhere) => [
      ...remarksOn({ files, all, settings, setElsewhere }),
      ...[...written, ...found].flatMap((one) => one.remarks ?? []),
    ],
  };
}

function keyReader(all: WrittenSettings, env: Environment): ReadKey {
  const variable = (name: string) => ownMember(env, name);
  const lookUp = (name: string) =>
    variable(name) ?? variable(name.toUpperCase().replace(/[.-]/g, '_')) ?? all.get(uniformKey(name))?.entries.join();
  return (key) => {
    const written = all.get(uniformKey(key));
    if (written === undefined) return undefined;
    const { place, isIndexed } = written;
    const resolved = written.entries.map((entry) => resolvePlaceholders(entry, lookUp));
    const unresolved = resolved.find((one) => 'found' in one);
    const entries = resolved.flatMap((one) => ('text' in one ? [one.text] : []));
    if (unresolved === undefined) return { place, isIndexed, entries };
    const allowed = 'one that is set in these files or the environment, or has a default behind a colon';
    return { place, isIndexed, entries, problem: sentence(place, { path: key, allowed, ...unresolved }) };
  };
}

function settingIn(readKey: ReadKey, key: SettingKey): Found {
  const { from, to } = key;
  const held = readKey(from);
  if (held === undefined) return NOTHING;
  const { place, isIndexed, problem } = held;
  if (problem !== undefined) return refused(problem);
  const entries = held.entries.map((entry) => entry.trim());
  const [text = ''] = entries;
  if ('readList' in key) return given({ from, to, place, value: key.readList(isIndexed ? entries : splitList(text)) });
  if (isIndexed) return refused(sentence(place, { path: from, found: 'a list with indexes', allowed: 'one text' }));
  return text === '' ? NOTHING : given({ from, to, place, value: key.read(text) });
}

/** Finds a message. Unlike settings, messages have one spelling of their key, and no placeholders. */
function messageIn(files: readonly RdpFile[], { from, to, read }: TextKey): Found {
  const [first] = inOrderOfMessages(files).flatMap(({ path, properties }) => {
    const property = properties.findLast(({ key }) => key === from);
    return property === undefined ? [] : [{ ...property, path }];
  });
  if (first === undefined || first.value.trim() === '') return NOTHING;
  return given({ from, to, place: `${first.path}, line ${first.lineNumber}`, value: read(first.value.trim()) });
}

/** Finds the database. Account and password keep their spaces; either may also be in the address. */
function databaseIn(readKey: ReadKey): Found {
  const [url, user, password] = [DATABASE.url, DATABASE.user, DATABASE.password].map(readKey);
  const problems = [url, user, password].flatMap((held) => held?.problem ?? []);
  const address = url?.entries[0]?.trim() ?? '';
  if (problems.length > 0) return { ...NOTHING, problems };
  if (url === undefined || address === '') return NOTHING;
  const { place } = url;
  const parts = readJdbcAddress(address);
  if ('found' in parts) return refused(sentence(place, { path: DATABASE.url, ...parts }));
  const account = { user: user?.entries[0] || parts.user, password: password?.entries[0] || parts.password };
  if (account.user === undefined) {
    return refused(
      sentence(place, { path: DATABASE.user, found: 'not set', allowed: `the account for ${DATABASE.url}` }),
    );
  }
  const found = given({ from: DATABASE.url, to: FOLLOW, place, value: followAddress({ ...parts, ...account }) });
  return parts.hasOthers ? { ...found, remarks: [`${place}: ${DATABASE.url} ${ONLY_ENCRYPTION}.`] } : found;
}

function given(setting: RdpSetting): Found {
  return { settings: [setting], problems: [] };
}

function refused(problem: string): Found {
  return { settings: [], problems: [problem] };
}

function sentence(place: string, problem: Problem): string {
  return `${place}: ${problemSentence(problem)}`;
}
