/** Finds the files that hold the settings of an RDP: the given ones, and those that RDP would read beside them. */

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Property, parseProperties } from './properties-file.ts';

/** RDP reads its texts only from message files, and its settings from the other files; one file is both. */
type Role = 'settings' | 'messages' | 'both';

export type RdpFile = { readonly path: string; readonly role: Role; readonly properties: readonly Property[] };
export type ReadText = (path: string) => { readonly text: string } | { readonly problem: string };

type RdpFiles = { readonly files: readonly RdpFile[]; readonly problems: readonly string[] };

/** The profile of an RDP that sets none. */
const USUAL_PROFILE = 'prod';
/** Message files in the order in which RDP searches them; the first one with a text wins. */
const FILES_OF_MESSAGES = [/^messages.*\.properties$/, /^application-prod\.properties$/, /^login\.properties$/];

export function isRdpFile(path: string): boolean {
  return path.endsWith('.properties');
}

/**
 * Reads the files, each of which overrides those before it. Beside a settings file there may be message files, and beside
 * `application.properties` also the files of its profiles, which override it.
 */
export function readRdpFiles(given: readonly string[], readText: ReadText): RdpFiles {
  const read = given.flatMap((path) => {
    const first = readRdpFile(path, readText);
    return [first, ...first.files.flatMap(namesBeside).flatMap((beside) => besideFile(path, beside, readText))];
  });
  const files = read.flatMap((one) => one.files);
  const lastOf = new Map(files.map(({ path }, at) => [resolve(path), at]));
  const problems = new Set(read.flatMap((one) => one.problems));
  return { files: files.filter(({ path }, at) => lastOf.get(resolve(path)) === at), problems: [...problems] };
}

/** Returns the message files in the order in which RDP searches them. */
export function inOrderOfMessages(files: readonly RdpFile[]): readonly RdpFile[] {
  const rankOf = ({ path }: RdpFile) => FILES_OF_MESSAGES.findIndex((name) => name.test(basename(path)));
  return files
    .filter(({ role }) => role !== 'settings')
    .toReversed()
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

function roleOf(path: string): Role {
  const rank = FILES_OF_MESSAGES.findIndex((name) => name.test(basename(path)));
  if (rank < 0) return 'settings';
  return rank === 1 ? 'both' : 'messages';
}

function namesBeside({ path, role, properties }: RdpFile): readonly string[] {
  if (role === 'messages') return [];
  const messages = ['messages.properties', 'login.properties'];
  if (basename(path) !== 'application.properties') return messages;
  const active = properties.findLast(({ key }) => key === 'spring.profiles.active')?.value ?? USUAL_PROFILE;
  const profiles = active.split(',').map((profile) => `application-${profile.trim()}.properties`);
  return [...profiles, ...messages];
}

function besideFile(path: string, name: string, readText: ReadText): readonly RdpFiles[] {
  const beside = join(dirname(path), name);
  return basename(beside) === name && existsSync(beside) ? [readRdpFile(beside, readText)] : [];
}

function readRdpFile(path: string, readText: ReadText): RdpFiles {
  const reading = readText(path);
  if ('problem' in reading) {
    return { files: [], problems: [`${path}: the configuration file cannot be read, ${reading.problem}.`] };
  }
  const { properties, brokenEscapes, separators } = parseProperties(reading.text);
  const role = roleOf(path);
  const problems = [
    ...brokenEscapes.map((line) => `${path}, line ${line}: behind \\u there must be four hexadecimal digits.`),
    ...(role === 'messages' ? [] : separators).map(
      (line) => `${path}, line ${line}: a second document starts here, but a file must hold one only.`,
    ),
  ];
  return { files: [{ path, role, properties }], problems };
}
