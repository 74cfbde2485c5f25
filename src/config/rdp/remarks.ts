/** Writes remarks on the settings of an RDP: what is taken over, what differs, and what is left out. They hold no value. */

import { counted } from '../../domain/plurals.ts';
import {
  DATABASE,
  DIFFERENCES,
  FOLLOW,
  isReplaced,
  MESSAGE_KEYS,
  OTHER_DEFAULTS,
  REQUEST_TIMEOUT,
  SETTING_KEYS,
  splitList,
  WITHOUT_COUNTERPART,
} from './keys.ts';
import { type RdpFile, type Setting, type Settings, uniformKey } from './settings.ts';

type About = {
  readonly settings: readonly RdpFile[];
  readonly messages: readonly RdpFile[];
  /** All settings in the files. */
  readonly all: Settings;
  /** The keys of RDP that set a key here, and that key. */
  readonly taken: readonly { readonly from: string; readonly to: string }[];
};

const SETTINGS = [...Object.values(DATABASE), ...SETTING_KEYS.map(({ from }) => from)].map(uniformKey);
const MESSAGES = MESSAGE_KEYS.map(({ from }) => from);
const RDP_KEY = /^rdp(?:\.[\w-]+)+$/i;
const TITLE = { key: 'ApiConfig.title', value: '{0} RESTful API' };

/** Returns sentences without values. */
export function remarksOn({ settings, messages, all, taken }: About): readonly string[] {
  const names = [...new Set([...settings, ...messages].map(({ path }) => path))].join(', ');
  const account = [DATABASE.user, DATABASE.password].filter((key) => all.has(uniformKey(key)));
  const keys = [...new Set(taken.map(({ from }) => from))];
  const withAccount = keys.flatMap((key) => (key === DATABASE.url ? [key, ...account] : [key]));
  return [
    `Taken over from ${names}: ${keys.length === 0 ? 'nothing' : withAccount.join(', ')}.`,
    ...(all.has(uniformKey(DATABASE.url))
      ? []
      : [`${DATABASE.url} is not set there, so no database is followed unless ${FOLLOW} names one.`]),
    ...differences(all),
    ...settings.flatMap(messagesWithoutEffect),
    ...messages.flatMap(otherTitle),
    ...leftovers(all),
    ...textsLeft(messages),
    ...OTHER_DEFAULTS.filter(({ to }) => !taken.some((one) => one.to === to)).map(
      ({ from, to, inRdp, here }) => `${from} is not set: ${inRdp}, but ${here}, unless ${to} says otherwise.`,
    ),
  ];
}

function differences(all: Settings): readonly string[] {
  const different = DIFFERENCES.filter((one) => isDifferent(one, all)).map(
    ({ key, sentence }) => `${all.get(uniformKey(key))?.place}: ${key} ${sentence}.`,
  );
  const replaced = SETTING_KEYS.filter(({ from }) => isReplaced(from, all)).flatMap(({ from }) => {
    const place = all.get(uniformKey(from))?.place;
    return place === undefined ? [] : [`${place}: ${from} means nothing beside ${REQUEST_TIMEOUT}, as in RDP.`];
  });
  return [...different, ...replaced];
}

function isDifferent({ key, differs }: (typeof DIFFERENCES)[number], all: Settings): boolean {
  const setting = all.get(uniformKey(key));
  return setting !== undefined && differs(setting.entries.flatMap(splitList));
}

function messagesWithoutEffect({ path, properties }: RdpFile): readonly string[] {
  if (path.endsWith('application-prod.properties')) return [];
  return properties
    .filter(({ key }) => MESSAGES.includes(key))
    .map(
      ({ key, lineNumber }) =>
        `${path}, line ${lineNumber}: ${key} has no effect there, as in RDP, which reads it from messages.properties.`,
    );
}

function otherTitle({ path, properties }: RdpFile): readonly string[] {
  return properties
    .filter(({ key, value }) => key === TITLE.key && value.trim() !== TITLE.value)
    .map(
      ({ key, lineNumber }) =>
        `${path}, line ${lineNumber}: ${key} is not converted; the title is always the short name and "RESTful API", for partners.`,
    );
}

/** A text that is no key of RDP may be a part of a secret, so it is named by its line. */
function leftovers(all: Settings): readonly string[] {
  const different = DIFFERENCES.filter((one) => isDifferent(one, all)).map(({ key }) => uniformKey(key));
  const mentioned = [...SETTINGS, ...different];
  const left = [...all].filter(([name, { key }]) => !mentioned.includes(name) && !MESSAGES.includes(key));
  const groups = Map.groupBy(left, ([name, setting]) => reasonOf(name, setting));
  const reasons = [...Object.keys(WITHOUT_COUNTERPART), NO_SUCH_KEYS, NOT_OF_RDP];
  return reasons.flatMap((reason) => {
    const group = groups.get(reason)?.map(([, { key, place }]) => (reason === NOT_OF_RDP ? place : key));
    return group === undefined ? [] : [`Not converted, ${reason}: ${group.join(', ')}.`];
  });
}

const NO_SUCH_KEYS = 'as RDP 1.5 has no such keys';
const NOT_OF_RDP = 'as they are no keys of RDP';

function reasonOf(name: string, { key }: Setting): string {
  const isKey = (known: string) =>
    known.endsWith('.') ? name.startsWith(uniformKey(known)) : name === uniformKey(known);
  const known = Object.entries(WITHOUT_COUNTERPART).find(([, keys]) => keys.some(isKey))?.[0];
  return known ?? (RDP_KEY.test(key) ? NO_SUCH_KEYS : NOT_OF_RDP);
}

function textsLeft(files: readonly RdpFile[]): readonly string[] {
  const texts = files.filter(({ path }) => !path.endsWith('application-prod.properties'));
  const count = texts.flatMap(({ properties }) => properties).filter(({ key }) => !MESSAGES.includes(key)).length;
  return count === 0 ? [] : [`Not converted, as they are texts of the pages of RDP: ${counted(count, 'message')}.`];
}
