/** Reads the files of an RDP: the given settings, and the files that RDP reads beside them. */

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readText } from '../yaml-file.ts';
import { type Property, parseProperties } from './properties-file.ts';

export type RdpFile = { readonly path: string; readonly properties: readonly Property[] };

type RdpFiles = {
  /** Each overrides those before it. */
  readonly settings: readonly RdpFile[];
  /** The first one with a message wins; unlike settings, messages are read from these files only. */
  readonly messages: readonly RdpFile[];
  /** Sentences, without values, on lines that could not be read. */
  readonly problems: readonly string[];
};

/** The profile of an RDP that sets none. */
const DEFAULT_PROFILE = 'prod';
const MESSAGE_FILES = ['messages.properties', 'application-prod.properties', 'login.properties'];

/**
 * Reads `file` with the message files beside it and, where it is `application.properties`, the files of its profiles.
 * Returns a sentence where it cannot be read.
 */
export function readRdpFiles(file: string): RdpFiles | { readonly problem: string } {
  const problems: string[] = [];
  const beside = (names: readonly string[]) =>
    names.flatMap((name) => {
      const path = join(dirname(file), name);
      return existsSync(path) ? [readRdpFile(path, problems)].filter((one) => one !== undefined) : [];
    });
  const given = readRdpFile(file, problems);
  if (given === undefined) return { problem: problems.join('\n') };
  const messages = beside(MESSAGE_FILES);
  const profiles = basename(file) === 'application.properties' ? beside(profileFiles(given)) : [];
  return { settings: [given, ...profiles], messages, problems: [...new Set(problems)] };
}

function profileFiles({ properties }: RdpFile): readonly string[] {
  const active = properties.findLast(({ key }) => key === 'spring.profiles.active')?.value ?? DEFAULT_PROFILE;
  const names = active.split(',').map((profile) => `application-${profile.trim()}.properties`);
  return names.filter((name) => basename(name) === name);
}

/** Reads a file in UTF-8 or, as Java writes them, in ISO-8859-1. */
function readRdpFile(path: string, problems: string[]): RdpFile | undefined {
  const reading = readText(path, 'latin1');
  if ('problem' in reading) {
    problems.push(`${path} cannot be read, ${reading.problem}.`);
    return undefined;
  }
  const { properties, brokenEscapes, secondDocument } = parseProperties(reading.text);
  problems.push(
    ...brokenEscapes.map(
      (line) => `${path}, line ${line} is not read: behind \\u there must be four hexadecimal digits.`,
    ),
    ...(secondDocument === undefined
      ? []
      : [`${path}, line ${secondDocument}: a second document starts here, which is not read.`]),
  );
  return { path, properties };
}
