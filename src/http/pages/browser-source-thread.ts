/** The thread of {@link browserSources}: the modules that it is given, without types and without comments. */

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { SourceModules } from './browser-source.ts';

/** Comments of this source stand on lines of their own. A test holds that the program stays the same without them. */
function withoutComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*\*[\s\S]*?\*\/$/gm, '')
    .replace(/^[ \t]*\/\/.*$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trimStart();
}

function sourceOf(file: string): string {
  return withoutComments(stripTypeScriptTypes(readFileSync(file, 'utf8')).replace(/[ \t]+$/gm, ''));
}

const { folder, paths } = workerData as SourceModules;
parentPort?.postMessage(new Map(paths.map((path) => [path, sourceOf(join(folder, path))])));
