/** Reads the operator's icons of terms, a folder of small pictures, once at the start. */

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ownMember } from '../domain/own-member.ts';
import { ConfigError } from './config.ts';

const KEY = 'app.site.icon-folder';
const MOST_FILES = 500;
const MOST_BYTES = 64 * 1024;
const NAME = /^[A-Za-z0-9][\w.-]*\.(?:svg|png)$/;
const MOST_PROBLEMS = 20;
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is nothing',
  ENOTDIR: 'there is a file',
  EACCES: 'this account may not read',
};

/**
 * Returns the files of the folder by name. Names that begin with a dot are left out.
 *
 * @throws ConfigError for a folder that cannot be read, that holds something else, or that is too large for memory
 */
export function readIconFolder(folder: string): ReadonlyMap<string, Buffer> {
  const names = readable(folder, () => readdirSync(folder)).filter((name) => !name.startsWith('.'));
  if (names.length === 0 || names.length > MOST_FILES) {
    refuse([`${KEY} is "${folder}", which holds ${names.length} files, but must hold 1 to ${MOST_FILES}.`]);
  }
  const problems = names.flatMap((name) => problemOf(folder, name) ?? []);
  if (problems.length > 0) refuse(problems.slice(0, MOST_PROBLEMS));
  return new Map(names.map((name) => [name, readable(folder, () => readFileSync(join(folder, name)), name)]));
}

function problemOf(folder: string, name: string): string | undefined {
  const stats = readable(folder, () => statSync(join(folder, name)), name);
  if (!NAME.test(name) || !stats.isFile()) {
    const found = stats.isFile() ? 'the file' : stats.isDirectory() ? 'the folder' : 'the device or pipe';
    return `${KEY} is "${folder}", which holds ${found} "${name}", but may hold only files that are named by the id of a term with _ in place of : and end in .svg or .png, such as MONDO_0000001.svg.`;
  }
  if (leadsElsewhere(folder, name)) {
    return `${KEY} is "${folder}", which holds the link "${name}" to a file elsewhere, but every icon must be in the folder itself.`;
  }
  if (stats.size <= MOST_BYTES) return undefined;
  return `${KEY} is "${folder}", which holds "${name}" of ${stats.size} bytes, but an icon may have ${MOST_BYTES} at most.`;
}

/** Whether a link leads out of the folder; links within it are allowed, as some systems mount files that way. */
function leadsElsewhere(folder: string, name: string): boolean {
  const own = readable(folder, () => realpathSync(folder));
  return !readable(folder, () => realpathSync(join(folder, name)), name).startsWith(own + sep);
}

function readable<T>(folder: string, read: () => T, name?: string): T {
  try {
    return read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const reason = ownMember(REASONS, code) ?? `the system answers ${code}`;
    const place = name === undefined ? '' : ` (at "${name}")`;
    return refuse([
      `${KEY} is "${folder}", where ${reason}${place}, but must be a folder of .svg and .png files that this account may read.`,
    ]);
  }
}

function refuse(problems: readonly string[]): never {
  throw new ConfigError(problems);
}
