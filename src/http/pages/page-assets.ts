/** `/assets`: the style and the modules of the page, out of the source itself. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { endWith } from '../reply/replies.ts';
import { addHeader, beginHeaders } from '../reply/reply-headers.ts';
import { NOT_GUESSED } from '../reply/safety-headers.ts';
import { hasAlready } from '../request/entity-tags.ts';
import { methodRefused } from '../request/methods.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { browserSources } from './browser-source.ts';
import { importedBy, type Modules, neededBy, withScriptImports } from './module-imports.ts';
import { LIBRARIES, withLibraries } from './page-libraries.ts';

export type Asset = {
  type: string;
  body: Buffer;
  gzip: Buffer;
  br: Buffer;
  tag: string;
  /** The assets that it imports, and those that these import; not what is imported at its first use, but for words. */
  imports: readonly string[];
};

/** What is served by its path below `/assets/`. */
export type PageAssets = {
  /** Names the state of all of them; below `/assets/` and this, what is served does not change. */
  version: string;
  /** Undefined for what is not served. */
  find(path: string): Promise<Asset | undefined>;
  /** The paths of all. */
  paths(): Promise<readonly string[]>;
};

const SOURCE = fileURLToPath(new URL('../../', import.meta.url));
/** Folders of the source that browsers read. */
const FOLDERS = ['web', 'client'];
/** Its style sheets are one asset, joined in the order of their names. */
const STYLE_FOLDER = 'web/style/';
const STYLE = 'web/style.css';
/** The one script that another website includes. */
export const WIDGET = 'web/widget/widget.js';
const STYLE_COMMENT = /\/\*.*?(?:\*\/\s*|$)/gs;
const INDENTATION = /\n\s+/g;
/** Behind the name of a property, before a block, and between declarations; texts in quotation marks have none of these. */
const NEEDLESS = /(?<=^[\w-]+:) | (?=\{$)|\n(?=\})|;(?=\n\})|(?<=[;{])\n/gm;
/** Pages that only the server makes, with a package that browsers cannot import: no script of a page needs them. */
const SERVER_ONLY = /^web\/(?:pages\/sheet-page\.|parts\/sheet\/)/;
/** Of this one, only what the others import. */
const RULES = 'domain';
/** What makes them of the source: with it they change too. */
const MAKERS = 'http/pages';
/** Compiled modules have declarations beside them, which are for nobody here. */
const MODULE = /(?<!\.d)\.(?:ts|js)$/;
const SERVED = /(?<!\.d)\.(?:ts|js|css|svg)$/;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
/** The best first. */
const CODINGS = ['br', 'gzip'] as const;
const CACHE = 'public, max-age=0, must-revalidate';
const CACHE_OF_VERSION = 'public, max-age=31536000, immutable';
/** A page loads dozens of them: what is for documents, and what they do not depend on, is not said with each. */
const HEADERS_OF_VERSION = [...NOT_GUESSED, 'Vary', 'Accept-Encoding'];
/** A version at the beginning of a path. */
const VERSION = /^(v-[\w-]+)\//;

/** What is served of the source, and what was made of it: the same for every registry of a process. */
let served: Promise<Modules> | undefined;
const madeOfSource = new Map<string, Asset>();
let hashOfSource: string | undefined;

/** @param own further assets by path, such as the colours of the site */
export function pageAssets(own: Readonly<Record<string, string>>): PageAssets {
  const made = new Map<string, Asset>(Object.entries(own).map(([path, text]) => [path, assetOf(path, text, [])]));
  return {
    version: `v-${hashOf([sourceHash(), ...Object.entries(own).flat()])}`,
    find: async (path) => made.get(path) ?? findInSource(path),
    paths: async () => [...made.keys(), ...(await texts()).keys()],
  };
}

/** Of everything that may be served, as it stands in the files: what is made of them follows from it. */
function sourceHash(): string {
  hashOfSource ??= hashOf(
    [...FOLDERS, RULES, MAKERS]
      .flatMap(filesBelow)
      .toSorted()
      .flatMap((path) => [path, readFileSync(posix.join(SOURCE, path))]),
  );
  return hashOfSource;
}

function hashOf(pieces: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('base64url').slice(0, 16);
}

async function findInSource(path: string): Promise<Asset | undefined> {
  const known = await texts();
  const text = known.get(path);
  if (text === undefined) return undefined;
  const asset = madeOfSource.get(path) ?? assetOf(path, text, neededBy(path, known, isOfWords));
  madeOfSource.set(path, asset);
  return asset;
}

function texts(): Promise<Modules> {
  served ??= servedTexts().catch((error) => {
    served = undefined;
    throw error;
  });
  return served;
}

async function servedTexts(): Promise<Modules> {
  const files = FOLDERS.flatMap(filesBelow).filter((path) => !SERVER_ONLY.test(path));
  const paths = [...files, ...filesBelow(RULES)].filter((path) => MODULE.test(path));
  const sources = await browserSources({ folder: SOURCE, paths });
  const modules = new Map([...sources].map(([path, text]) => [asScript(path), withScriptImports(text)]));
  const textOf = (path: string) => modules.get(path) ?? readFileSync(posix.join(SOURCE, path), 'utf8');
  const [styles, others] = [files.filter(isStyle).toSorted(), files.filter((path) => !isStyle(path))];
  const served = new Map(others.map((path) => [asScript(path), textOf(asScript(path))]));
  // A map that grows is read to its end: what is imported may import more.
  for (const [path, text] of served) {
    for (const next of importedBy(text, path)) if (!served.has(next.path)) served.set(next.path, textOf(next.path));
  }
  // The client is for other websites, and the widget is joined by itself.
  const elsewhere = new Set([WIDGET, ...neededBy(WIDGET, served)]);
  const isOfPage = (path: string) => !path.startsWith('client/') && !elsewhere.has(path);
  const joined = new Map(withLibraries(served, LIBRARIES, isOfPage));
  return joined.set(STYLE, styles.map((path) => compactStyle(textOf(path))).join('\n'));
}

function compactStyle(text: string): string {
  return text.replace(STYLE_COMMENT, '').replace(INDENTATION, '\n').replace(NEEDLESS, '');
}

function isStyle(path: string): boolean {
  return path.startsWith(STYLE_FOLDER);
}

function asScript(path: string): string {
  return path.replace(/\.ts$/, '.js');
}

/**
 * Answers an asset, or that it has not changed.
 *
 * @param path the one that is answered; without it, the one that is asked for
 */
export function assetHandler(assets: Pick<PageAssets, 'find'> & { version?: string }, path?: string): RequestHandler {
  return async (req, res, next) => {
    const asked = path ?? req.path.replace(/^\//, '');
    const [prefix = '', version] = VERSION.exec(asked) ?? [];
    const asset = await assets.find(asked.slice(prefix.length));
    if (asset === undefined) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw methodRefused(req.method);
    }
    // A page of a version that is gone finds what took its place, and asks again next time.
    const isForGood = version !== undefined && version === assets.version;
    if (isForGood) beginHeaders(res, HEADERS_OF_VERSION);
    // Nobody asks whether what never changes has changed.
    else addHeader(res, 'ETag', asset.tag);
    addHeader(res, 'Cache-Control', isForGood ? CACHE_OF_VERSION : CACHE);
    if (hasAlready(req, asset.tag)) return endWith(res, 304);
    const coding = CODINGS.find((one) => acceptsCoding(req, one));
    if (coding === undefined) return endWith(res, 200, asset.type, asset.body);
    addHeader(res, 'Content-Encoding', coding);
    endWith(res, 200, asset.type, asset[coding]);
  };
}

/** @param path tells its type */
export function assetOf(path: string, content: string | Buffer, imports: readonly string[]): Asset {
  const body = Buffer.from(content);
  const type = TYPES[posix.extname(path)] ?? 'text/javascript;charset=utf-8';
  // Compressed or not, a tag that is weak stands for both.
  return { type, body, gzip: gzipSync(body, { level: 9 }), br: brotliOf(body), tag: `W/"${hashOf([body])}"`, imports };
}

/** In the best quality, which takes milliseconds for what is so small, and is done once. */
function brotliOf(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
}

function filesBelow(folder: string): string[] {
  return readdirSync(posix.join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => SERVED.test(path));
}

/** A page cannot begin without the words of its language, which it chooses when it runs. */
function isOfWords(path: string): boolean {
  return path.startsWith('web/words/');
}
