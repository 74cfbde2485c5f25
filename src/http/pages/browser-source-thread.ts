/** The thread of {@link browserSources}: the modules that it is given, without types and without comments. */

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { parse, type Token } from 'acorn';
import type { SourceModules } from './browser-source.ts';

/** The same program with nothing between its tokens but what keeps them, and its lines, apart. */
function compact(program: string): string {
  const tokens: Token[] = [];
  parse(program, { ecmaVersion: 'latest', sourceType: 'module', onToken: tokens });
  let text = '';
  let end = 0;
  for (const token of tokens) {
    text += gapFor(program.slice(end, token.start)) + program.slice(token.start, token.end);
    end = token.end;
  }
  return text.trim();
}

/** A line end may be what ends a statement. */
function gapFor(between: string): string {
  if (between === '') return '';
  return between.includes('\n') ? '\n' : ' ';
}

function sourceOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return compact(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text);
}

const { folder, paths } = workerData as SourceModules;
parentPort?.postMessage(new Map(paths.map((path) => [path, sourceOf(join(folder, path))])));
