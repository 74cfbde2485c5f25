/** The files that a configuration is read from, looked at while the program runs. */

import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configKeys } from './config-keys.ts';
import type { Environment } from './layers.ts';
import { isRdpFile } from './rdp-files.ts';

/** All that may be read: what is given, secrets in files of their own, and whatever an RDP might read beside its files. */
export function configFiles(given: readonly string[], env: Environment): readonly string[] {
  const secrets = configKeys.map(({ environmentName }) => env[`${environmentName}_FILE`] ?? '');
  const beside = given.filter(isRdpFile).flatMap((file) => rdpFilesIn(dirname(file)));
  return [...new Set([...given, ...secrets.filter((file) => file !== ''), ...beside])];
}

function rdpFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(isRdpFile)
      .map((name) => join(folder, name));
  } catch {
    // Whether a file can be read shows when it is.
    return [];
  }
}

/** The same as long as nobody has written to, replaced, added or taken away any of the files; links are followed. */
export function fingerprint(files: readonly string[]): string {
  return files.map((file) => `${file} ${lookAt(file)}`).join('\n');
}

function lookAt(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? 'absent' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
}
