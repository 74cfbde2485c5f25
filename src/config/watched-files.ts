/** Finds changes of the files of the configuration while the program runs. */

import { statSync } from 'node:fs';
import { ownMember } from '../domain/own-member.ts';
import { configKeys } from './config-keys.ts';
import type { Environment } from './layers.ts';

/** Returns all files that are read: the given ones, and files with secrets. */
export function configFiles(given: readonly string[], env: Environment): readonly string[] {
  const secrets = configKeys.map(({ environmentName }) => ownMember(env, `${environmentName}_FILE`) ?? '');
  return [...new Set([...given, ...secrets.filter((file) => file !== '')])];
}

/** Returns a text that changes when any of the files is written, replaced, added or removed; links are followed. */
export function fingerprint(files: readonly string[]): string {
  return files.map((file) => `${file} ${lookAt(file)}`).join('\n');
}

function lookAt(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? 'absent' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
}
