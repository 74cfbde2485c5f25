/** Which files the settings of an RDP stand in: those that are given, and those that RDP would read beside them. */

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Property, parseProperties } from './properties-file.ts';

/** RDP reads its texts from files of messages alone, and its settings from the others; one of them is both. */
type Role = 'settings' | 'messages' | 'both';

export type RdpFile = { readonly path: string; readonly role: Role; readonly properties: readonly Property[] };
export type ReadText = (path: string) => { readonly text: string } | { readonly problem: string };

type RdpFiles = { readonly files: readonly RdpFile[]; readonly problems: readonly string[] };

/** That of an RDP which sets none itself. */
const USUAL_PROFILE = 'prod';
/** In the order in which RDP looks for a text, which counts where it is found first. */
const FILES_OF_MESSAGES = [/^messages.*\.properties$/, /^application-prod\.properties$/, /^login\.properties$/];

export function isRdpFile(path: string): boolean {
  return path.endsWith('.properties');
}

/**
 * The files with what stands in them, each of which overrides those before it. Beside a file of settings there may be files of
 * messages; beside `application.properties` also those of its profiles, which lie over it.
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

/** The files of messages, the one that counts first at the front. */
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
