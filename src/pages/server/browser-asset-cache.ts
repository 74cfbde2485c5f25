/**
 * The files that browsers load, which esbuild makes from the source. The package contains them. A checkout makes them
 * when a page is first requested, and caches them until the source changes.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from '../../domain/memoize.ts';
import { type BrowserFiles, filesBelow } from './browser-files.ts';

const SOURCE = fileURLToPath(new URL('../../', import.meta.url));
/** The files in the package. */
const PACKED = join(SOURCE, 'browser-files.json');
/** The cache of a checkout. */
const CACHED = join(SOURCE, '../node_modules/.cache/browser-files.json');
/** The folders of the source that the files are made from, and of the code that makes them. */
const FOLDERS = ['pages', 'client', 'domain'];

const packed = readFiles(PACKED);

/** Returns a hash that changes with each of the files; all registries of a process share it. */
export const browserFilesHash = once(() => packed?.sourceHash ?? hashOfSource(SOURCE));

/** Returns the files. @throws Error if a module cannot be read, or imports what browsers cannot load */
export const browserFiles = once(findFiles);

async function findFiles(): Promise<BrowserFiles> {
  if (packed !== undefined) return packed;
  const cached = readFiles(CACHED);
  if (cached?.sourceHash === browserFilesHash()) return cached;
  const made = await makeFiles(SOURCE);
  keep(made);
  return made;
}

/** Makes the files. @param source the folder `src` of a checkout */
export async function makeFiles(source: string): Promise<BrowserFiles> {
  const sourceHash = hashOfSource(source);
  // The package contains neither this module nor esbuild.
  const { bundle } = await import('./bundle.ts');
  return { sourceHash, files: await bundle(source) };
}

/** Hashes the source, and package.json for the version of esbuild. */
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
    // The file is missing, or incomplete because the disk was full: it is made again.
    return undefined;
  }
}

/** Writes the cache. Several processes may do this at the same time, and each reads a complete file. */
function keep(made: BrowserFiles): void {
  const part = `${CACHED}.${process.pid}`;
  try {
    mkdirSync(dirname(CACHED), { recursive: true });
    writeFileSync(part, JSON.stringify(made));
    renameSync(part, CACHED);
  } catch {
    // If the folder cannot be written, every start makes the files.
  }
}
