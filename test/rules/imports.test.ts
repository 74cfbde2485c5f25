/** The house rules: who imports what, how long a file may be, what no file contains. */

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readImports } from '../support/docs/read-imports.ts';

/** A target is a room of src (two folders deep at most), `layer/*` for a layer with all its rooms, a file, a glob of files, or `*`. */
type Row = {
  /** The rooms of a layer in their order: each may import those before it. A row of the layer holds for all of them. */
  rooms?: string[];
  imports?: string[];
  types?: string[];
  dynamic?: string[];
  node?: boolean;
  owns?: string[];
  /** Packages of another owner. */
  uses?: string[];
};

/**
 * The import table. A row is for a layer, a room or a file (a glob); all rows that fit hold together.
 * A file's own room goes without saying.
 */
const table: Record<string, Row> = {
  api: {},
  domain: {
    rooms: [
      'domain/record',
      'domain',
      'domain/contact',
      'domain/people',
      'domain/query',
      'domain/reference-files',
      'domain/resolve',
      'domain/federation',
      'domain/tables',
      'domain/sanitize',
      'domain/pages',
      'domain/gene-list',
    ],
    imports: ['api'],
  },
  registry: {
    rooms: [
      'registry/store',
      'registry/rdp-database',
      'registry/accounts',
      'registry/reference',
      'registry/record',
      'registry/state',
      'registry/people',
      'registry/search',
      'registry/import',
      'registry/follow',
      'registry',
    ],
    imports: ['domain/*', 'lib'],
    types: ['registry/*'],
    node: true,
    owns: ['node:sqlite', 'mysql2'],
  },
  federation: {
    rooms: [
      'federation/dialect',
      'federation/transport',
      'federation/partner',
      'federation/stages',
      'federation/rdp',
      'federation/probe',
      'federation',
    ],
    imports: ['api', 'domain/*', 'lib'],
    node: true,
    owns: ['p-limit'],
  },
  'federation/transport': { owns: ['undici'] },
  server: {
    rooms: ['server/request', 'server/reply', 'server/limits', 'server/routes', 'server'],
    imports: ['api', 'domain/*', 'lib'],
    types: ['registry/*', 'federation/*', 'client'],
    node: true,
    owns: ['express', 'helmet', 'cors', 'swagger-ui-express', 'fresh', 'ipaddr.js', 'express-rate-limit'],
  },
  'server/routes': { imports: ['pages/parts', 'pages/people', 'pages/search'] },
  'server/*.ts': { imports: ['integrations', 'pages', 'pages/server', 'pages/feeds'], types: ['pages/*'] },
  integrations: {
    rooms: ['integrations/mcp', 'integrations/mme', 'integrations'],
    imports: ['api', 'domain/*', 'server/request', 'server/reply', 'lib'],
    types: ['registry/*', 'federation/*', 'server/limits', 'client', 'integrations'],
    node: true,
    owns: ['@modelcontextprotocol/server', '@modelcontextprotocol/node'],
    uses: ['express'],
  },
  pages: {
    rooms: [
      'pages/words',
      'pages/parts',
      'pages/server',
      'pages/shortlist',
      'pages/people',
      'pages/gene',
      'pages/search',
      'pages/disease',
      'pages/feeds',
      'pages/access',
      'pages/admin',
      'pages/widget',
      'pages/browser',
      'pages',
    ],
    imports: ['client', 'domain/*'],
  },
  'pages/words': { imports: ['pages/*/words.*.ts'] },
  'pages/search/sheet-page.ts': { owns: ['lean-qr'] },
  '{pages/*.ts,pages/server/*.ts,pages/*/*-{route,routes}.ts,pages/feeds/saved-search.ts,pages/gene/gene-list-route.ts,pages/search/{typed-terms,understood-text}.ts}':
    {
      imports: ['server/request', 'server/reply', 'server/limits', 'server/routes', 'lib'],
      types: ['registry/*', 'federation/*', 'pages/widget'],
      node: true,
      uses: ['express'],
    },
  'pages/server': { owns: ['esbuild'] },
  client: { types: ['api', 'domain/*'] },
  config: { rooms: ['config', 'config/rdp'], imports: ['domain', 'lib'], node: true, owns: ['yaml'] },
  files: {
    imports: ['domain/*', 'registry/*', 'federation/transport', 'lib'],
    node: true,
    owns: ['csv-parse', 'fflate', 'read-excel-file', 'saxen'],
  },
  operations: { node: true },
  'operations/{log,metrics,network-metrics,service-metrics,telemetry,tracing,workers-metrics}.ts': {
    imports: ['domain', 'domain/federation'],
    types: ['config', 'federation', 'server/limits', 'server', 'registry/follow'],
    owns: [
      'pino',
      '@prometheus-io/client',
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
    ],
  },
  'operations/{mail,mailer,person-message,request-message}.ts': {
    imports: ['domain', 'lib'],
    types: ['domain/contact', 'config', 'registry/accounts'],
    owns: ['nodemailer'],
  },
  'operations/{supervisor,supervisor-state,worker,worker-messages,worker-place}.ts': {
    imports: ['lib'],
    types: ['config', 'registry/follow'],
    owns: ['node:cluster'],
  },
  'operations/{cache-claims,cache-connection,cache-messages,sealed-values,shared-cache}.ts': {
    imports: ['lib'],
    owns: ['@redis/client'],
  },
  lib: { imports: ['domain'], node: true, owns: ['ajv'] },
  demo: { types: ['config', 'app'], node: true },
  cli: {
    imports: [
      'client',
      'config/*',
      'demo',
      'domain/*',
      'federation/probe',
      'files',
      'lib',
      'operations/supervisor.ts',
      'operations/worker.ts',
      'operations/worker-place.ts',
      'app/database.ts',
      'app/rdp-copy.ts',
      'app/whose-file.ts',
    ],
    types: ['operations/worker-messages.ts'],
    node: true,
  },
  'cli/{demo,mcp,serve}.ts': { imports: ['app/main.ts', 'app/workers.ts'] },
  launch: { imports: ['lib'], node: true },
  'launch/isearch-proxy.js': { dynamic: ['cli'] },
  app: { imports: ['*'], node: true, owns: ['lru-cache'] },
};

/** The files of `pages` that answer requests; all others are pure, and browsers run them, too. */
const ROUTES_OF_PAGES = Object.keys(table).find((name) => name.startsWith('{pages/')) ?? '';

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

  test('has a place for every room of src, and no other', () => {
    const placed = Object.keys(table).flatMap((name) => table[name]?.rooms ?? (/[/.]/.test(name) ? [] : [name]));
    const there = new Set(sources.map((path) => roomOf(path.slice('src/'.length))));
    // An integration may be taken away without a change here.
    const needed = placed.filter((name) => there.has(name) || !name.startsWith('integrations/'));
    expect(needed.toSorted()).toEqual([...there].toSorted());
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

  test('keeps what browsers run apart from the routes beside it', () => {
    const pages = sources.map((path) => path.slice('src/'.length)).filter((path) => path.startsWith('pages/'));
    const pure = pages.filter((path) => !posix.matchesGlob(path, ROUTES_OF_PAGES));
    expect(pure.length).toBeGreaterThan(100);
    const toRoutes = pure.flatMap((path) =>
      ownImports(path, read(`src/${path}`)).filter((target) => posix.matchesGlob(target, ROUTES_OF_PAGES)),
    );
    expect(toRoutes).toEqual([]);
  });

  test('gives every package one owner', () => {
    const owned = Object.values(table).flatMap((row) => row.owns ?? []);
    expect(owned).toEqual([...new Set(owned)]);
  });

  test.each([
    ['registry/x.ts', "import { y } from '../federation/y.ts';", 'registry -> federation'],
    ['registry/x.ts', "const y = await import('../server/reply/y.ts');", 'registry -> server/reply'],
    ['registry/store/x.ts', "export { y } from '../../app/context.ts';", 'registry/store -> app'],
    ['registry/store/x.ts', "import '../record/y.ts';", 'registry/store -> registry/record'],
    ['registry/x.ts', "import {\n  a, // don't\n  b,\n} from '../cli/y.ts';", 'registry -> cli'],
    ['registry/x.ts', "import express from 'express';", 'registry -> express'],
    ['registry/x.ts', "import type { Request } from 'express';", 'registry -> express'],
    ['registry/x.ts', 'const y = await import(name);', 'registry -> something computed'],
    ['domain/x.ts', "import { join } from 'path';", 'domain -> path'],
    ['api/x.ts', "import { readFile } from 'node:fs/promises';", 'api -> node:fs/promises'],
    ['server/reply/x.ts', "import { type Y } from '../../registry/store/y.ts';", 'server/reply -> registry/store'],
    ['server/reply/x.ts', "import { DatabaseSync } from 'node:sqlite';", 'server/reply -> node:sqlite'],
    ['client/x.ts', "import { y } from '../domain/record/y.ts';", 'client -> domain/record'],
    ['operations/log.ts', "import { createTransport } from 'nodemailer';", 'operations -> nodemailer'],
    ['launch/isearch-proxy.js', "import '../cli/main.js';", 'launch -> cli'],
    ['lib/x.ts', "import Ajv from 'ajv/dist/2020.js';\nimport undici from 'undici';", 'lib -> undici'],
    ['app/main.ts', "import thing from 'nobodys-package';", 'app -> nobodys-package'],
    ['server/x/y.ts', "import { y } from '../request/y.ts';", 'server/x -> server/request'],
  ])('is broken by %s with %j', (file, text, row) => {
    expect(brokenRows(file, text)).toEqual([expect.stringMatching(new RegExp(`^${row} \\(src/${file} imports `))]);
  });

  test.each([
    [
      'registry/x.ts',
      "import { y } from '../domain/record/y.ts';\nimport { z } from './store/z.ts';\nimport 'node:sqlite';",
    ],
    [
      'registry/x.ts',
      "// import '../server/y.ts';\n/** {@link import('../server/y.ts').Y} */\nconst path = '/api/*rest';",
    ],
    [
      'server/reply/x.ts',
      "import type { Y } from '../../registry/y.ts';\nimport cors from 'cors';\nimport 'node:http';",
    ],
    [
      'server/reply/x.ts',
      "let y: import('../../registry/store/y.ts').Y;\nlet z: typeof import('../../registry/z.ts');",
    ],
    ['federation/transport/x.ts', "import type { Reply } from '../dialect/reply.ts';\nimport { Pool } from 'undici';"],
    [
      'pages/people/y-route.ts',
      "import type { Request } from 'express';\nimport { x } from '../../server/reply/x.ts';",
    ],
    ['pages/words/en.ts', "import { admin } from '../admin/words.en.ts';"],
    ['cli/serve.ts', "import { start } from '../app/main.ts';\nimport { openDatabase } from '../app/database.ts';"],
    ['launch/isearch-proxy.js', "await import('../cli/main.js');"],
    ['app/context.ts', "import { y } from '../registry/store/y.ts';\nimport { LRUCache } from 'lru-cache';"],
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
    const between = sources.filter((path) =>
      /^src\/(?:server\/|integrations\/|pages\/server\/|federation\/[^/]+$)/.test(path),
    );
    expect(between.length).toBeGreaterThan(20);
    // What browsers load, and the examples of the API, are kept in files.
    const keeping = ['src/pages/server/browser-asset-cache.ts', 'src/server/routes/docs-routes.ts'];
    expect(between.filter((path) => read(path).includes('JSON.parse'))).toEqual(keeping);
    const rooms = sources.filter((path) => /^src\/domain\/(?:federation|pages|record)\//.test(path));
    const reading = rooms.filter((path) => read(path).includes('JSON.parse'));
    expect(reading.toSorted()).toEqual(['src/domain/pages/cursor.ts', 'src/domain/record/records.ts']);
  });

  test('has no default export, enum or barrel, and nothing that would not be found when it is compiled', () => {
    expect(sources.flatMap((path) => found(forbiddenText, path, read(path)))).toEqual([]);
    expect(sources.filter((path) => /\/(?:utils|index)\.\w+$/.test(path))).toEqual([]);
    const text = "export default {};\nexport const enum A { B }\nexport * from './b.ts';\n";
    const uncompiled = "import c from './c.json' with { type: 'json' };\nnew URL('./d.ts', import.meta.url);\n";
    expect(found(forbiddenText, 'x', text + uncompiled)).toHaveLength(5);
  });

  test('gives a type a name of its own', () => {
    // The client and the pages have types of what comes over the wire, under the names that these have there.
    const own = sources.filter(
      (path) =>
        !path.startsWith('src/client/') &&
        (!path.startsWith('src/pages/') || posix.matchesGlob(path.slice('src/'.length), ROUTES_OF_PAGES)),
    );
    const names = own.flatMap((path) => [...read(path).matchAll(/^export type (\w+)/gm)].map(([, name]) => name));
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('leaves `res.locals`, which Express does not type, to the one file that does', () => {
    expect(sources.filter((path) => /\.locals\b/.test(read(path)))).toEqual(['src/server/request/reply-locals.ts']);
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
  const rows = Object.keys(table).flatMap((name) => {
    const isForFile = name === room || name === layerOf(file) || posix.matchesGlob(file, name);
    return isForFile && table[name] !== undefined ? [table[name]] : [];
  });
  const listed = (key: 'imports' | 'types' | 'dynamic' | 'owns' | 'uses') => rows.flatMap((row) => row[key] ?? []);
  const before = rows.flatMap(({ rooms = [] }) => rooms.slice(0, Math.max(0, rooms.indexOf(room))));
  const packages = [...listed('owns'), ...listed('uses')];
  const open = { static: [], type: listed('types'), dynamic: listed('dynamic') };

  return readImports(text).flatMap(({ specifier = 'something computed', kind }) => {
    const target = targetOf(file, specifier);
    const isOwn = specifier.startsWith('.');
    const allowed = [...listed('imports'), ...before, ...open[kind]];
    const isOpen = namesOf(target).some((name) => allowed.includes(name)) || isOneOf(target, allowed);
    const isFreeModule = target.startsWith('node:') && !ownerOf(target) && rows.some((row) => row.node);
    if (isOwn ? isOpen || roomOf(target) === room : isFreeModule || packages.includes(target)) return [];
    const name = isOwn ? roomOf(target) : target;
    return [`${room} -> ${name} (src/${file} imports ${specifier}${hint(target, specifier, open.type)})`];
  });
}

/** Under which names a row may list a file: itself, its room, its layer with all rooms, everything. */
function namesOf(target: string): string[] {
  return [target, roomOf(target), `${layerOf(target)}/*`, '*'];
}

function isOneOf(target: string, globs: readonly string[]): boolean {
  return globs.some((glob) => glob.endsWith('.ts') && posix.matchesGlob(target, glob));
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

function layerOf(file: string): string {
  return file.split('/', 1)[0] ?? '';
}

function roomOf(file: string): string {
  return posix.dirname(file).split('/').slice(0, 2).join('/');
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
