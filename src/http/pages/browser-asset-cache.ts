/**
 * What browsers load, made of the source by esbuild. The package has it ready made. A checkout makes it when a page is first
 * read, and keeps it until the source changes.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openedOnce } from '../../lib/opened-once.ts';
import { type BrowserFiles, filesBelow } from './browser-files.ts';

const SOURCE = fileURLToPath(new URL('../../', import.meta.url));
/** Where the package has them. */
const PACKED = join(SOURCE, 'browser-files.json');
/** Where a checkout keeps them. */
const CACHED = join(SOURCE, '../node_modules/.cache/browser-files.json');
/** What they are made of, and what makes them. */
const FOLDERS = ['web', 'client', 'domain', 'http/pages'];

/** The same for every registry of a process. */
let hash: string | undefined;
const packed = readFiles(PACKED);

/** What changes whenever one of the files does. */
export function browserFilesHash(): string {
  hash ??= packed?.sourceHash ?? hashOfSource(SOURCE);
  return hash;
}

/** @throws Error when a module imports what browsers cannot load, or cannot be read */
export const browserFiles = openedOnce(findFiles);

async function findFiles(): Promise<BrowserFiles> {
  if (packed !== undefined) return packed;
  const cached = readFiles(CACHED);
  if (cached?.sourceHash === browserFilesHash()) return cached;
  const made = await makeFiles(SOURCE);
  keep(made);
  return made;
}

/** @param source the folder `src` of a checkout */
export async function makeFiles(source: string): Promise<BrowserFiles> {
  const sourceHash = hashOfSource(source);
  // The package has neither this module nor esbuild.
  const { bundle } = await import('./bundle.ts');
  return { sourceHash, files: await bundle(source) };
}

/** The version of esbuild is in package.json. */
function hashOfSource(source: string): string {
  const paths = FOLDERS.flatMap((folder) => filesBelow(source, folder)).toSorted();
  const hash = createHash('sha256');
  for (const path of ['../package.json', ...paths]) hash.update(path).update(readFileSync(join(source, path)));
  return hash.digest('base64url');
}

function readFiles(file: string): BrowserFiles | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Not there, or cut short by a full disk: they are made anew.
    return undefined;
  }
}

/** Several processes may do it at the same time, and each reads a whole file. */
function keep(made: BrowserFiles): void {
  const part = `${CACHED}.${process.pid}`;
  try {
    mkdirSync(dirname(CACHED), { recursive: true });
    writeFileSync(part, JSON.stringify(made));
    renameSync(part, CACHED);
  } catch {
    // In a folder that cannot be written each start makes them.
  }
}
