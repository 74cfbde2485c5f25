/** Finds changes of the files of the configuration while the program runs. */

import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownMember } from '../domain/own-member.ts';
import { configKeys } from './config-keys.ts';
import type { Environment } from './layers.ts';
import { isRdpFile } from './rdp-files.ts';

/** Returns all files that may be read: the given ones, files with secrets, and the files that an RDP might read beside its own. */
export function configFiles(given: readonly string[], env: Environment): readonly string[] {
  const secrets = configKeys.map(({ environmentName }) => ownMember(env, `${environmentName}_FILE`) ?? '');
  const beside = given.filter(isRdpFile).flatMap((file) => rdpFilesIn(dirname(file)));
  return [...new Set([...given, ...secrets.filter((file) => file !== ''), ...beside])];
}

function rdpFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(isRdpFile)
      .map((name) => join(folder, name));
  } catch {
    // A folder that cannot be listed is reported when its files are read.
    return [];
  }
}

/** Returns a text that changes when any of the files is written, replaced, added or removed; links are followed. */
export function fingerprint(files: readonly string[]): string {
  return files.map((file) => `${file} ${lookAt(file)}`).join('\n');
}

function lookAt(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? 'absent' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
}
