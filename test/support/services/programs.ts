/** Programs of this machine that tests start, wherever it keeps its servers. */

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/bin',
  '/usr/local/sbin',
  '/usr/local/go/bin',
];

/** Its path; undefined where there is none of this name. */
export function programNamed(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
