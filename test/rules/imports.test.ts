/** The house rules of src: who imports what, how long a file may be, what no file contains. */

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readImports } from './read-imports.ts';

/** A target is a folder of src, a file of src, or `*` for all of them; a file's own folder goes without saying. */
type Row = { imports?: string[]; types?: string[]; dynamic?: string[]; node?: boolean; owns?: string[] };

/** The import table of docs/architecture.md. A row for a single file adds to the row of its folder. */
const table: Record<string, Row> = {
  domain: {},
  registry: { imports: ['domain'], node: true, owns: ['node:sqlite', 'mysql2'] },
  federation: { imports: ['domain'], node: true, owns: ['undici', 'p-limit'] },
  http: {
    imports: ['domain', 'web'],
    types: ['registry', 'federation', 'client'],
    node: true,
    owns: ['express', 'cors', 'swagger-ui-express'],
  },
  client: { types: ['domain'] },
  web: { imports: ['client', 'domain'] },
  cli: {
    imports: ['client', 'domain', 'context.ts', 'config.ts', 'product.ts', 'snapshot-file.ts', 'launch/runtime.js'],
    node: true,
  },
  'cli/serve.ts': { imports: ['main.ts'] },
  'cli/demo.ts': { imports: ['demo', 'main.ts'] },
  demo: { types: ['config.ts', 'main.ts'], node: true },
  launch: { node: true },
  'launch/isearch-proxy.js': { dynamic: ['cli/main.ts'] },
  root: { imports: ['*'], node: true, owns: ['ajv', 'pino', 'yaml', 'lru-cache', 'nodemailer', 'prom-client'] },
};

const mostLines = 250;
/** Files that may be longer, each with its reason. */
const longFiles: Record<string, string> = {
  'src/web/words/en.ts': 'every text of the page in one language, to be read and translated as a whole',
  'src/web/words/fr.ts': 'the same in another language',
};

const forbiddenText = {
  'a default export': /^\s*export\s+default\b|\bas\s+default\b/m,
  'an enum': /^\s*(?:export\s+|declare\s+|const\s+)*enum\s+\w/m,
  'a re-export of everything': /^\s*export\s+\*/m,
};
const forbiddenAnywhere = {
  'a path of one machine': /(?<![\w.:/-])\/(?:work|tmp|home|root|Users)\/\w|\b[A-Z]:\\\\?Users\b/,
  'the address of a package registry': /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\b/,
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = filesBelow('src').filter((path) => /\.(?:ts|js)$/.test(path));

describe('the import table', () => {
  test('holds for every file of src', () => {
    expect(sources.flatMap((path) => brokenRows(path.slice('src/'.length), read(path)))).toEqual([]);
  });

  test('has a row for every folder of src', () => {
    expect(sources.map((path) => folderOf(path.slice('src/'.length))).filter((folder) => !table[folder])).toEqual([]);
  });

  test('gives every package one owner', () => {
    const owned = Object.values(table).flatMap((row) => row.owns ?? []);
    expect(owned).toEqual([...new Set(owned)]);
  });

  test.each([
    ['registry/x.ts', "import { y } from '../federation/y.ts';", 'registry -> federation'],
    ['registry/x.ts', "import type { Y } from '../federation/y.ts';", 'registry -> federation'],
    ['registry/x.ts', "const y = await import('../http/y.ts');", 'registry -> http'],
    ['registry/x.ts', "export { y } from '../config.ts';", 'registry -> config.ts'],
    ['registry/deep/x.ts', "import '../../http/y.ts';", 'registry -> http'],
    ['registry/x.ts', "import {\n  a, // don't\n  b,\n} from '../cli/y.ts';", 'registry -> cli'],
    ['registry/x.ts', "import express from 'express';", 'registry -> express'],
    ['registry/x.ts', "import type { Request } from 'express';", 'registry -> express'],
    ['registry/x.ts', 'const y = await import(name);', 'registry -> something computed'],
    ['domain/x.ts', "import { join } from 'node:path';", 'domain -> node:path'],
    ['domain/x.ts', "import { join } from 'path';", 'domain -> path'],
    ['http/x.ts', "import { y } from '../registry/y.ts';", 'http -> registry'],
    ['http/x.ts', "import { type Y } from '../registry/y.ts';", 'http -> registry'],
    ['http/x.ts', "import { DatabaseSync } from 'node:sqlite';", 'http -> node:sqlite'],
    ['client/x.ts', "import { y } from '../domain/y.ts';", 'client -> domain'],
    ['cli/token.ts', "import { main } from '../main.ts';", 'cli -> main.ts'],
    ['demo/x.ts', "import { startRegistry } from '../main.ts';", 'demo -> main.ts'],
    ['federation/x.ts', "import { y } from '../registry/y.ts';", 'federation -> registry'],
    ['federation/x.ts', "import { LRUCache } from 'lru-cache';", 'federation -> lru-cache'],
    ['launch/isearch-proxy.js', "import '../cli/main.ts';", 'launch -> cli'],
    ['main.ts', "import Ajv from 'ajv/dist/2020.js';\nimport undici from 'undici';", 'root -> undici'],
    ['main.ts', "import thing from 'unheard-of';", 'root -> unheard-of'],
  ])('is broken by %s with %j', (file, text, row) => {
    expect(brokenRows(file, text)).toEqual([expect.stringMatching(new RegExp(`^${row} \\(src/${file} imports `))]);
  });

  test.each([
    ['registry/x.ts', "import { y } from '../domain/y.ts';\nimport { z } from './deep/z.ts';\nimport 'node:sqlite';"],
    ['registry/x.ts', "// import '../http/y.ts';\n/** {@link import('../http/y.ts').Y} */\nconst path = '/api/*rest';"],
    ['http/x.ts', "import type { Y } from '../registry/y.ts';\nimport cors from 'cors';\nimport 'node:http';"],
    ['http/x.ts', "let y: import('../registry/y.ts').Y;\nlet z: typeof import('../registry/z.ts');"],
    ['cli/serve.ts', "import { start } from '../main.ts';\nimport { openContext } from '../context.ts';"],
    ['launch/isearch-proxy.js', "await import('../cli/main.ts');"],
    ['context.ts', "import { y } from './registry/y.ts';\nimport Ajv from 'ajv/dist/2020.js';"],
  ])('is kept by %s with %j', (file, text) => {
    expect(brokenRows(file, text)).toEqual([]);
  });
});

describe('every file of src', () => {
  test(`has at most ${mostLines} lines, or a reason`, () => {
    const long = sources.filter((path) => read(path).trimEnd().split('\n').length > mostLines && !longFiles[path]);
    expect(long).toEqual([]);
  });

  test('has no default export, enum or barrel', () => {
    expect(sources.flatMap((path) => found(forbiddenText, path, read(path)))).toEqual([]);
    expect(sources.filter((path) => /\/(?:utils|index)\.\w+$/.test(path))).toEqual([]);
    const text = "export default {};\nexport const enum A { B }\nexport * from './b.ts';\n";
    expect(found(forbiddenText, 'x', text)).toHaveLength(3);
  });
});

test('no file names a path of one machine or the address of a package registry', () => {
  const files = ['src', 'test', 'docs', 'config', '.ci']
    .flatMap((folder) => filesBelow(folder))
    .concat(filesBelow('', false));
  expect(files.flatMap((path) => found(forbiddenAnywhere, path, read(path)))).toEqual([]);
  const text = `${['', 'home', 'somebody'].join('/')} and ${['registry', 'npmjs', 'org'].join('.')}`;
  expect(found(forbiddenAnywhere, 'x', text)).toHaveLength(2);
});

/** The rows a file of src breaks; `file` is relative to src. */
function brokenRows(file: string, text: string): string[] {
  const folder = folderOf(file);
  const rows = [table[folder], table[file]].filter((row) => row !== undefined);
  const listed = (key: 'imports' | 'types' | 'dynamic' | 'owns') => rows.flatMap((row) => row[key] ?? []);
  const open = { static: [], type: listed('types'), dynamic: listed('dynamic') };

  return readImports(text).flatMap(({ specifier = 'something computed', kind }) => {
    const target = targetOf(file, specifier);
    const isOwn = specifier.startsWith('.');
    const isOpen = [folderOf(target), target, '*'].some((name) => [...listed('imports'), ...open[kind]].includes(name));
    const isFreeModule = target.startsWith('node:') && !ownerOf(target) && rows.some((row) => row.node);
    if (isOwn ? isOpen || folderOf(target) === folder : isFreeModule || listed('owns').includes(target)) return [];
    const name = isOwn && folderOf(target) !== 'root' ? folderOf(target) : target;
    return [`${folder} -> ${name} (src/${file} imports ${specifier}${hint(target, specifier, open.type)})`];
  });
}

function hint(target: string, specifier: string, types: string[]): string {
  if (specifier.startsWith('.')) return types.includes(folderOf(target)) ? ', where only types are allowed' : '';
  return `, which ${ownerOf(target) ?? 'no row'} owns`;
}

function ownerOf(target: string): string | undefined {
  return Object.keys(table).find((name) => table[name]?.owns?.includes(target));
}

/** A file relative to src, a module of Node.js, or a package without the path inside it. */
function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : 'root';
}

function found(patterns: Record<string, RegExp>, path: string, text: string): string[] {
  return Object.keys(patterns).flatMap((name) => {
    const match = patterns[name]?.exec(text);
    return match ? [`${path} has ${name}: ${match[0].trim()}`] : [];
  });
}

function filesBelow(folder: string, recursive = true): string[] {
  return readdirSync(`${root}${folder}`, { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(root.length), entry.name));
}

function read(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}
