/** Writes remarks on the settings of an RDP: what is taken over, what differs, and what is left out. They hold no value. */

import { inOrderOfMessages, type RdpFile } from './rdp-files.ts';
import {
  DATABASE,
  DIFFERENCES,
  FOLLOW,
  isReplaced,
  MESSAGE_KEYS,
  REQUEST_TIMEOUT,
  SETTING_KEYS,
  WITHOUT_COUNTERPART,
} from './rdp-keys.ts';
import { splitList } from './rdp-values.ts';
import { uniformKey, type WrittenSetting, type WrittenSettings } from './written-settings.ts';

type About = {
  readonly files: readonly RdpFile[];
  /** All settings in the files. */
  readonly all: WrittenSettings;
  /** The keys of RDP that set a key here, and that key. */
  readonly settings: readonly { readonly from: string; readonly to: string }[];
  /** The keys here that another source of the operator sets. */
  readonly setElsewhere: ReadonlySet<string>;
};

/**
 * Settings that are not taken over, by the reason. A text that is no key may be a part of a secret, so it is named by its line.
 */
type Leftovers = { readonly reason: string; readonly what: readonly string[] };

const SETTINGS = [...Object.values(DATABASE), ...SETTING_KEYS.map(({ from }) => from)].map(uniformKey);
const MESSAGES = MESSAGE_KEYS.map(({ from }) => from);
/** The first words of keys of Spring and its libraries. */
const SPRING_KEY =
  /^(?:spring|server|logging|management|springdoc|flyway|security|debug|trace)(?![\w-])(?:\.[a-z][\w-]*)?/i;
const RDP_KEY = /^rdp(?:\.[\w-]+)+$/i;
const TITLE = { key: 'ApiConfig.title', value: '{0} RESTful API' };

/** Returns sentences without values, each to be reported once. */
export function remarksOn(about: About): readonly string[] {
  const { files, all, settings, setElsewhere } = about;
  const names = files.map(({ path }) => path).join(', ');
  const hasDatabase = settings.some(({ from }) => from === DATABASE.url);
  const account = [DATABASE.user, DATABASE.password].filter((key) => all.has(uniformKey(key)));
  const withAccount = (key: string) => (key === DATABASE.url ? [key, ...account] : [key]);
  const isTaken = ({ to }: (typeof settings)[number]) => !setElsewhere.has(to);
  const keys = [...new Set(settings.filter(isTaken).map(({ from }) => from))].flatMap(withAccount);
  const passedOver = settings.filter((one) => !isTaken(one));
  return [
    `Taken over from ${names}: ${keys.length === 0 ? 'nothing' : keys.join(', ')}.`,
    ...passedOver.map(
      ({ from, to }) => `Not taken over, as ${to} is set elsewhere and counts: ${withAccount(from).join(', ')}.`,
    ),
    ...(all.size > 0 && !hasDatabase && !setElsewhere.has(FOLLOW)
      ? [`${DATABASE.url} is not set there, so no database is followed unless ${FOLLOW} names one.`]
      : []),
    ...differences(all),
    ...files.flatMap(messageDifferences),
    ...leftovers(all).map(({ reason, what }) => `Not taken over, ${reason}: ${what.join(', ')}.`),
    ...textsLeft(files),
  ];
}

function differences(all: WrittenSettings): readonly string[] {
  const different = DIFFERENCES.filter((one) => isDifferent(one, all)).map(
    ({ key, sentence }) => `${all.get(uniformKey(key))?.place}: ${key} ${sentence}.`,
  );
  const replaced = SETTING_KEYS.filter(({ from }) => isReplaced(from, all)).flatMap(({ from }) => {
    const place = all.get(uniformKey(from))?.place;
    return place === undefined ? [] : [`${place}: ${from} means nothing beside ${REQUEST_TIMEOUT}, as in RDP.`];
  });
  return [...different, ...replaced];
}

function isDifferent({ key, differs }: (typeof DIFFERENCES)[number], all: WrittenSettings): boolean {
  const written = all.get(uniformKey(key));
  return written !== undefined && differs(written.entries.flatMap(splitList));
}

function messageDifferences({ path, role, properties }: RdpFile): readonly string[] {
  return properties.flatMap(({ key, value, lineNumber }) => {
    const place = `${path}, line ${lineNumber}`;
    if (role === 'settings' && MESSAGES.includes(key)) {
      return [`${place}: ${key} has no effect there, as in RDP, which reads it from messages.properties.`];
    }
    if (role === 'settings' || key !== TITLE.key || value.trim() === TITLE.value) return [];
    return [`${place}: ${key} is not taken over; the title is always the short name and "RESTful API", for partners.`];
  });
}

function leftovers(all: WrittenSettings): readonly Leftovers[] {
  const different = DIFFERENCES.filter((one) => isDifferent(one, all)).map(({ key }) => uniformKey(key));
  const mentioned = [...SETTINGS, ...different];
  const left = [...all].filter(([name, { key }]) => !mentioned.includes(name) && !MESSAGES.includes(key));
  const reasonOf = new Map(left.map((one) => [one, knownReason(one[0])] as const));
  const known = Object.keys(WITHOUT_COUNTERPART).map((reason) => ({
    reason,
    what: left.filter((one) => reasonOf.get(one) === reason).map(([, { key }]) => key),
  }));
  const unknown = left.filter((one) => reasonOf.get(one) === undefined).map(([, written]) => written);
  const groups = [
    ...known,
    { reason: 'as RDP 1.5 has no such keys', what: unknown.filter(isOfRdp).map(({ key }) => key) },
    { reason: 'as they are for Spring', what: countedGroups(unknown.filter(isOfSpring)) },
    {
      reason: 'as they are no keys of RDP or Spring',
      what: unknown.filter((one) => !isOfRdp(one) && !isOfSpring(one)).map(({ place }) => place),
    },
  ];
  return groups.filter(({ what }) => what.length > 0);
}

function knownReason(name: string): string | undefined {
  const isKey = (key: string) => (key.endsWith('.') ? name.startsWith(uniformKey(key)) : name === uniformKey(key));
  return Object.entries(WITHOUT_COUNTERPART).find(([, keys]) => keys.some(isKey))?.[0];
}

function isOfRdp({ key }: WrittenSetting): boolean {
  return RDP_KEY.test(key);
}

function isOfSpring({ key }: WrittenSetting): boolean {
  return SPRING_KEY.test(key);
}

/** Counts the keys by group, such as `spring.jpa (5 keys)`. */
function countedGroups(settings: readonly WrittenSetting[]): readonly string[] {
  const groups = Map.groupBy(settings, ({ key }) => SPRING_KEY.exec(key)?.[0] ?? key);
  return [...groups].map(([beginning, { length }]) => (length === 1 ? beginning : `${beginning} (${length} keys)`));
}

function textsLeft(files: readonly RdpFile[]): readonly string[] {
  const texts = inOrderOfMessages(files).filter(({ role }) => role === 'messages');
  const count = texts.flatMap(({ properties }) => properties).filter(({ key }) => !MESSAGES.includes(key)).length;
  return count === 0
    ? []
    : [`Not taken over, as they are texts of the pages of RDP: ${count} ${count === 1 ? 'message' : 'messages'}.`];
}
