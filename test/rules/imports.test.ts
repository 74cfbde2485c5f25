/** The house rules: who imports what, how long a file and how full a folder may be, what no file contains. */

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readImports } from '../support/docs/read-imports.ts';

/** A target is a room of src (a folder without those inside it), `folder/*` for it and all its rooms, a file, or `*`. */
type Row = { imports?: string[]; types?: string[]; dynamic?: string[]; node?: boolean; owns?: string[] };

/**
 * The import table of docs/architecture.md. The row of `folder/*` holds for all its rooms, that of a file for the file
 * besides; a file's own room goes without saying.
 */
const table: Record<string, Row> = {
  domain: {},
  'domain/record': {},
  'domain/people': { imports: ['domain', 'domain/record'] },
  'domain/query': { imports: ['domain', 'domain/record'] },
  'domain/federation': { imports: ['domain', 'domain/record', 'domain/people', 'domain/query'] },
  'domain/export': { imports: ['domain', 'domain/record', 'domain/federation'] },
  'domain/access': { imports: ['domain'] },
  'domain/message': { imports: ['domain'] },
  'domain/pages': { imports: ['domain', 'domain/record', 'domain/query', 'domain/federation'] },
  'domain/people-file': { imports: ['domain', 'domain/record', 'domain/query'] },
  'domain/reference-files': { imports: ['domain'], types: ['domain/record'] },
  'domain/resolve': { imports: ['domain', 'domain/record', 'domain/query'] },
  'domain/gene-list': {
    imports: ['domain', 'domain/query', 'domain/federation'],
    types: ['domain/record', 'domain/resolve'],
  },
  'domain/sanitize': {
    imports: ['domain', 'domain/record', 'domain/people', 'domain/query'],
    types: ['domain/federation'],
  },
  'registry/*': { imports: ['domain/*'], node: true, owns: ['node:sqlite', 'mysql2'] },
  registry: { imports: ['registry/*', 'slices.ts'] },
  'registry/form': {},
  'registry/store': { imports: ['registry/form'] },
  'registry/reference': { imports: ['registry/form', 'registry/store'] },
  'registry/record': { imports: ['registry/store'], types: ['registry/reference'] },
  'registry/search': { imports: ['registry/form', 'registry/store', 'registry/reference', 'registry/record'] },
  'registry/accounts': { types: ['registry/store', 'registry/record', 'registry/state', 'registry/people'] },
  'registry/state': { imports: ['registry/rdp-database'], types: ['registry/store'] },
  'registry/people': { imports: ['registry/form', 'registry/store', 'registry/reference', 'registry/accounts'] },
  'registry/snapshot': {
    imports: ['registry/form', 'registry/store', 'registry/reference', 'registry/search', 'registry/people'],
  },
  'registry/load': { imports: ['registry/store', 'registry/reference', 'registry/search', 'registry/people'] },
  'registry/people-file': { imports: ['registry/store', 'registry/reference', 'registry/people'] },
  'registry/follow': {
    imports: [
      'registry/store',
      'registry/form',
      'registry/reference',
      'registry/people',
      'registry/rdp-database',
      'registry/snapshot',
    ],
  },
  'registry/rdp-database': { types: ['registry/people', 'registry/snapshot'] },
  'registry/trail': { imports: ['registry/store'] },
  'federation/*': { imports: ['domain/*'], node: true },
  federation: { imports: ['federation/*', 'limiter.ts', 'slices.ts'] },
  'federation/dialect': { types: ['slices.ts'] },
  'federation/transport': { imports: ['federation/dialect', 'limiter.ts', 'slices.ts'], owns: ['undici'] },
  'federation/wrappers': { imports: ['federation/dialect', 'federation/partner', 'slices.ts'] },
  'federation/rdp': { imports: ['federation/dialect', 'federation/partner', 'federation/wrappers'] },
  'federation/use-cases': { types: ['federation'] },
  'federation/check': {
    imports: [
      'federation',
      'federation/dialect',
      'federation/partner',
      'federation/rdp',
      'federation/transport',
      'federation/wrappers',
      'limiter.ts',
    ],
  },
  'federation/partner': { imports: ['federation/dialect', 'limiter.ts'], types: ['federation/transport'] },
  'federation/trail': { imports: ['federation/partner'], types: ['federation'] },
  'http/*': {
    imports: ['domain/*'],
    types: ['registry/*', 'federation/*', 'client'],
    node: true,
    owns: ['express', 'helmet', 'cors', 'swagger-ui-express', 'fresh', 'ipaddr.js', 'esbuild', 'express-rate-limit'],
  },
  'http/request': {},
  'http/reply': { imports: ['http/request', 'slices.ts'] },
  'http/limits': { imports: ['http/request', 'http/reply', 'slices.ts'], types: ['shared-cache'] },
  'http/registry': { imports: ['http/request', 'http/reply'] },
  'http/federated': {
    imports: ['http/request', 'http/reply', 'http/registry', 'web/parts', 'limiter.ts', 'slices.ts'],
    types: ['http/limits'],
  },
  'http/openapi': { imports: ['http/reply'] },
  'http/pages': {
    imports: ['http/request', 'http/reply', 'http/registry', 'http/federated', 'web/*', 'slices.ts'],
    types: ['http/limits'],
  },
  'http/admin': { imports: ['http/request', 'http/reply', 'http/registry'] },
  'http/doors': { types: ['http/request', 'http/reply', 'http/limits'] },
  'http/doors/doors.ts': { dynamic: ['http/catalog', 'http/marrvel', 'http/mcp', 'http/mme'] },
  'http/catalog': { imports: ['http/request', 'http/reply'], types: ['http/doors'] },
  'http/marrvel': { imports: ['http/request', 'http/reply', 'slices.ts'], types: ['http/doors'] },
  'http/mcp': {
    imports: ['http/request', 'http/reply'],
    types: ['http/doors'],
    owns: ['@modelcontextprotocol/server', '@modelcontextprotocol/node'],
  },
  'http/mme': { imports: ['http/request', 'http/reply', 'slices.ts'], types: ['http/doors'] },
  'http/server': { imports: ['http/*'] },
  client: { types: ['domain/*'] },
  'web/*': { imports: ['client', 'domain/*'] },
  web: {},
  'web/words': { imports: ['web'] },
  'web/parts': { imports: ['web', 'web/words'], owns: ['lean-qr'] },
  'web/pages': { imports: ['web', 'web/words', 'web/parts'] },
  'web/browser': { imports: ['web', 'web/words', 'web/parts', 'web/pages'] },
  'web/widget': { imports: ['web/words', 'web/parts'] },
  config: { imports: ['config/rdp', 'domain', 'schema-check.ts'], node: true, owns: ['yaml'] },
  'config/rdp': { imports: ['domain', 'schema-check.ts'], node: true },
  'shared-cache': { types: ['federation/partner', 'config'], node: true },
  telemetry: {
    imports: ['domain', 'domain/federation'],
    types: ['cluster', 'config', 'federation', 'http/limits', 'http/server', 'registry/follow', 'shared-cache'],
    node: true,
    owns: [
      '@prometheus-io/client',
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
    ],
  },
  mail: {
    imports: ['domain', 'every-minute.ts'],
    types: ['domain/access', 'config', 'registry/accounts'],
    node: true,
    owns: ['nodemailer'],
  },
  spreadsheet: {
    imports: ['domain/export', 'domain/people-file'],
    node: true,
    owns: ['csv-parse', 'fflate', 'read-excel-file'],
  },
  files: {
    imports: ['domain/*', 'registry/*', 'spreadsheet', 'product.ts', 'schema-check.ts', 'federation/transport'],
    node: true,
    owns: ['saxen'],
  },
  cluster: { types: ['federation/partner', 'registry/follow'], node: true, owns: ['node:cluster'] },
  cli: {
    imports: [
      'cli/partners',
      'client',
      'domain/*',
      'config',
      'database.ts',
      'product.ts',
      'files',
      'rdp-copy.ts',
      'runtime.js',
    ],
    node: true,
  },
  'cli/command-line.ts': { imports: ['cluster'] },
  'cli/serve.ts': { imports: ['main.ts', 'workers.ts', 'cluster'] },
  'cli/mcp.ts': { imports: ['main.ts'] },
  'cli/demo.ts': { imports: ['demo', 'main.ts'] },
  'cli/help.ts': { imports: ['mock-partner'] },
  'cli/mock-partner.ts': { imports: ['mock-partner'] },
  'cli/partners': {
    imports: ['cli', 'config', 'domain/*', 'federation/check', 'product.ts', 'schema-check.ts'],
    node: true,
  },
  demo: { types: ['config', 'main.ts'], node: true },
  'mock-partner': { imports: ['demo'], node: true },
  launch: { imports: ['runtime.js'], node: true },
  'launch/isearch-proxy.js': { dynamic: ['cli/main.js'] },
  root: { imports: ['*'], node: true, owns: ['ajv', 'pino', 'p-limit', 'lru-cache'] },
};

const mostLines = 400;

const forbiddenText = {
  'a default export': /^\s*export\s+default\b|\bas\s+default\b/m,
  'an enum': /^\s*(?:export\s+|declare\s+|const\s+)*enum\s+\w/m,
  'a re-export of everything': /^\s*export\s+\*/m,
  // The package holds compiled modules, and package.json and config outside them.
  'a module named by its source file': /\bnew (?:URL|Worker)\([^)]*\.ts['"`]/,
  'an import of JSON': /\bwith\s*\{\s*type:\s*'json'/,
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
    expect(sources.map((path) => roomOf(path.slice('src/'.length))).filter((room) => !table[room])).toEqual([]);
  });

  test('has no circle of imports, those of types included', () => {
    const graph = new Map(sources.map((path) => [path, ownImports(path, read(path))]));
    expect(circlesIn(graph)).toEqual([]);
    const circle = circlesIn(
      new Map([
        ['a', ['b', 'd']],
        ['b', ['c']],
        ['c', ['a']],
        ['d', []],
      ]),
    );
    expect(circle.map((one) => one.toSorted())).toEqual([['a', 'b', 'c']]);
  });

  test('gives every package one owner', () => {
    const owned = Object.values(table).flatMap((row) => row.owns ?? []);
    expect(owned).toEqual([...new Set(owned)]);
  });

  test.each([
    ['registry/x.ts', "import { y } from '../federation/y.ts';", 'registry -> federation'],
    ['registry/x.ts', "import type { Y } from '../federation/y.ts';", 'registry -> federation'],
    ['registry/x.ts', "const y = await import('../http/reply/y.ts');", 'registry -> http/reply'],
    ['registry/store/x.ts', "export { y } from '../../context.ts';", 'registry/store -> context.ts'],
    ['registry/store/x.ts', "import '../record/y.ts';", 'registry/store -> registry/record'],
    ['registry/record/x.ts', "import { y } from '../search/y.ts';", 'registry/record -> registry/search'],
    ['registry/x.ts', "import {\n  a, // don't\n  b,\n} from '../cli/y.ts';", 'registry -> cli'],
    ['registry/x.ts', "import express from 'express';", 'registry -> express'],
    ['registry/x.ts', "import type { Request } from 'express';", 'registry -> express'],
    ['registry/x.ts', 'const y = await import(name);', 'registry -> something computed'],
    ['domain/record/x.ts', "import { join } from 'node:path';", 'domain/record -> node:path'],
    ['domain/x.ts', "import { join } from 'path';", 'domain -> path'],
    ['domain/record/x.ts', "import { y } from '../query/y.ts';", 'domain/record -> domain/query'],
    ['domain/sanitize/x.ts', "import { y } from '../federation/y.ts';", 'domain/sanitize -> domain/federation'],
    ['http/reply/x.ts', "import { y } from '../../registry/y.ts';", 'http/reply -> registry'],
    ['http/reply/x.ts', "import { type Y } from '../../registry/store/y.ts';", 'http/reply -> registry/store'],
    ['http/reply/x.ts', "import { DatabaseSync } from 'node:sqlite';", 'http/reply -> node:sqlite'],
    ['http/reply/x.ts', "import { y } from '../pages/y.ts';", 'http/reply -> http/pages'],
    ['client/x.ts', "import { y } from '../domain/record/y.ts';", 'client -> domain/record'],
    ['cli/token.ts', "import { main } from '../main.ts';", 'cli -> main.ts'],
    ['cli/token.ts', "import { openContext } from '../context.ts';", 'cli -> context.ts'],
    ['demo/x.ts', "import { startRegistry } from '../main.ts';", 'demo -> main.ts'],
    ['federation/x.ts', "import { y } from '../registry/y.ts';", 'federation -> registry'],
    ['federation/dialect/x.ts', "import { y } from '../transport/y.ts';", 'federation/dialect -> federation/transport'],
    [
      'federation/dialect/x.ts',
      "import type { Y } from '../transport/y.ts';",
      'federation/dialect -> federation/transport',
    ],
    ['federation/partner/x.ts', "import { Pool } from 'undici';", 'federation/partner -> undici'],
    ['federation/x.ts', "import { LRUCache } from 'lru-cache';", 'federation -> lru-cache'],
    ['launch/isearch-proxy.js', "import '../cli/main.js';", 'launch -> cli'],
    ['http/doors/doors.ts', "import { openDoor } from '../mme/door.ts';", 'http/doors -> http/mme'],
    ['http/mme/x.ts', "import { y } from '../federated/y.ts';", 'http/mme -> http/federated'],
    ['main.ts', "import Ajv from 'ajv/dist/2020.js';\nimport undici from 'undici';", 'root -> undici'],
    ['main.ts', "import thing from 'unheard-of';", 'root -> unheard-of'],
  ])('is broken by %s with %j', (file, text, row) => {
    expect(brokenRows(file, text)).toEqual([expect.stringMatching(new RegExp(`^${row} \\(src/${file} imports `))]);
  });

  test.each([
    [
      'registry/x.ts',
      "import { y } from '../domain/record/y.ts';\nimport { z } from './store/z.ts';\nimport 'node:sqlite';",
    ],
    ['registry/x.ts', "// import '../http/y.ts';\n/** {@link import('../http/y.ts').Y} */\nconst path = '/api/*rest';"],
    ['http/reply/x.ts', "import type { Y } from '../../registry/y.ts';\nimport cors from 'cors';\nimport 'node:http';"],
    ['http/reply/x.ts', "let y: import('../../registry/store/y.ts').Y;\nlet z: typeof import('../../registry/z.ts');"],
    ['federation/transport/x.ts', "import type { Reply } from '../dialect/reply.ts';\nimport { Pool } from 'undici';"],
    ['cli/serve.ts', "import { start } from '../main.ts';\nimport { openDatabase } from '../database.ts';"],
    ['launch/isearch-proxy.js', "await import('../cli/main.js');"],
    ['context.ts', "import { y } from './registry/store/y.ts';\nimport Ajv from 'ajv/dist/2020.js';"],
  ])('is kept by %s with %j', (file, text) => {
    expect(brokenRows(file, text)).toEqual([]);
  });
});

describe('every file of src', () => {
  test(`has at most ${mostLines} lines`, () => {
    const long = sources.filter((path) => read(path).trimEnd().split('\n').length > mostLines);
    expect(long).toEqual([]);
  });

  test('reads no JSON where answers pass within the process: they are values there', () => {
    const between = sources.filter((path) => /^src\/(?:http|federation\/use-cases)\//.test(path));
    expect(between.length).toBeGreaterThan(20);
    // What browsers load is kept in a file.
    const keeping = ['src/http/pages/kept-files.ts'];
    expect(between.filter((path) => read(path).includes('JSON.parse'))).toEqual(keeping);
    const rooms = sources.filter((path) => /^src\/domain\/(?:federation|pages|record)\//.test(path));
    const reading = rooms.filter((path) => read(path).includes('JSON.parse'));
    expect(reading.toSorted()).toEqual(['src/domain/pages/cursor.ts', 'src/domain/record/read-record.ts']);
  });

  test('has no default export, enum or barrel, and nothing that would not be found when it is compiled', () => {
    expect(sources.flatMap((path) => found(forbiddenText, path, read(path)))).toEqual([]);
    expect(sources.filter((path) => /\/(?:utils|index)\.\w+$/.test(path))).toEqual([]);
    const text = "export default {};\nexport const enum A { B }\nexport * from './b.ts';\n";
    const uncompiled = "import c from './c.json' with { type: 'json' };\nnew URL('./d.ts', import.meta.url);\n";
    expect(found(forbiddenText, 'x', text + uncompiled)).toHaveLength(5);
  });

  test('leaves `res.locals`, which Express does not type, to the one file that does', () => {
    expect(sources.filter((path) => /\.locals\b/.test(read(path)))).toEqual(['src/http/request/reply-locals.ts']);
  });
});

test('no file names a path of one machine or the address of a package registry', () => {
  const files = ['src', 'test', 'docs', 'config', '.ci']
    .flatMap((folder) => filesBelow(folder))
    .concat(filesBelow('', false))
    // In a second working tree of git this is a file that says where the first one is.
    .filter((path) => path !== '.git');
  expect(files.flatMap((path) => found(forbiddenAnywhere, path, read(path)))).toEqual([]);
  const text = `${['', 'home', 'somebody'].join('/')} and ${['registry', 'npmjs', 'org'].join('.')}`;
  expect(found(forbiddenAnywhere, 'x', text)).toHaveLength(2);
});

/** The rows a file of src breaks; `file` is relative to src. */
function brokenRows(file: string, text: string): string[] {
  const room = roomOf(file);
  const rows = [table[`${room.split('/')[0]}/*`], table[room], table[file]].filter((row) => row !== undefined);
  const listed = (key: 'imports' | 'types' | 'dynamic' | 'owns') => rows.flatMap((row) => row[key] ?? []);
  const open = { static: [], type: listed('types'), dynamic: listed('dynamic') };

  return readImports(text).flatMap(({ specifier = 'something computed', kind }) => {
    const target = targetOf(file, specifier);
    const isOwn = specifier.startsWith('.');
    const isOpen = namesOf(target).some((name) => [...listed('imports'), ...open[kind]].includes(name));
    const isFreeModule = target.startsWith('node:') && !ownerOf(target) && rows.some((row) => row.node);
    if (isOwn ? isOpen || roomOf(target) === room : isFreeModule || listed('owns').includes(target)) return [];
    const name = isOwn && roomOf(target) !== 'root' ? roomOf(target) : target;
    return [`${room} -> ${name} (src/${file} imports ${specifier}${hint(target, specifier, open.type)})`];
  });
}

/** Under which names a row may list a file: itself, its room, the folder with all its rooms, everything. */
function namesOf(target: string): string[] {
  return [target, roomOf(target), `${target.split('/')[0]}/*`, '*'];
}

function hint(target: string, specifier: string, types: string[]): string {
  if (specifier.startsWith('.'))
    return namesOf(target).some((name) => types.includes(name)) ? ', where only types are allowed' : '';
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

function roomOf(file: string): string {
  return file.includes('/') ? posix.dirname(file).split('/').slice(0, 2).join('/') : 'root';
}

/** The files of src that a file of src imports, in whatever way. */
function ownImports(path: string, text: string): string[] {
  const relative = readImports(text).flatMap(({ specifier }) => (specifier?.startsWith('.') ? [specifier] : []));
  return relative.map((specifier) => posix.join(posix.dirname(path), specifier));
}

/** Every group of files that import each other in a circle (Tarjan: the strongly connected components above one). */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];

  function visit(file: string): void {
    order.set(file, order.size);
    lowest.set(file, order.get(file) ?? 0);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
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
