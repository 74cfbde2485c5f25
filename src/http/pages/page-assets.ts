/** `/assets`: the style and the modules of the page, out of the source itself. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { endWith } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { hasAlready } from '../request/entity-tags.ts';
import { methodRefused } from '../request/methods.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { browserSource } from './browser-source.ts';

export type Asset = {
  type: string;
  body: Buffer;
  gzip: Buffer;
  br: Buffer;
  tag: string;
  /** The assets that it imports, and those that these import. */
  imports: readonly string[];
};

/** What is served by its path below `/assets/`. */
export type PageAssets = {
  /** Undefined for what is not served. */
  find(path: string): Asset | undefined;
  /** The paths of all. */
  paths(): readonly string[];
};

const SOURCE = fileURLToPath(new URL('../../', import.meta.url));
/** Folders of the source that browsers read; of the domain only what these import. */
const FOLDERS = ['web', 'client'];
const IMPORT = /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*'(\.[^']+)'|^\s*import\s*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
/** The best first. */
const CODINGS = ['br', 'gzip'] as const;
const CACHE = 'public, max-age=0, must-revalidate';

/** @param own further assets by path, such as the colours of the site */
export function pageAssets(own: Readonly<Record<string, string>>, source = SOURCE): PageAssets {
  const made = new Map<string, Asset>(Object.entries(own).map(([path, text]) => [path, assetOf(path, text, [])]));
  let known: ReadonlySet<string> | undefined;

  function paths(): ReadonlySet<string> {
    if (known !== undefined) return known;
    const listed = FOLDERS.flatMap((folder) => filesBelow(source, folder));
    known = new Set([...listed, ...listed.flatMap((path) => importsOf(read(path), path))]);
    return known;
  }

  function read(path: string): string {
    const text = readFileSync(posix.join(source, path), 'utf8');
    return path.endsWith('.ts') ? browserSource(text) : text;
  }

  return {
    find(path) {
      const before = made.get(path);
      if (before !== undefined || !paths().has(path)) return before;
      const text = read(path);
      const asset = assetOf(path, text, allImports(path, read));
      made.set(path, asset);
      return asset;
    },
    paths: () => [...Object.keys(own), ...paths()],
  };
}

/**
 * Answers an asset, or that it has not changed.
 *
 * @param path the one that is answered; without it, the one that is asked for
 */
export function assetHandler(assets: Pick<PageAssets, 'find'>, path?: string): RequestHandler {
  return (req, res, next) => {
    const asset = assets.find(path ?? req.path.replace(/^\//, ''));
    if (asset === undefined) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw methodRefused(req.method);
    }
    addHeader(res, 'ETag', asset.tag);
    addHeader(res, 'Cache-Control', CACHE);
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
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  // Compressed or not, a tag that is weak stands for both.
  return { type, body, gzip: gzipSync(body, { level: 9 }), br: brotliOf(body), tag: `W/"${hash}"`, imports };
}

/** In the best quality, which takes milliseconds for what is so small, and is done once. */
function brotliOf(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
}

function filesBelow(source: string, folder: string): string[] {
  return readdirSync(posix.join(source, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => /\.(?:ts|css|svg)$/.test(path));
}

function allImports(path: string, read: (path: string) => string): string[] {
  const found = new Set<string>();
  const visit = (one: string): void => {
    for (const next of importsOf(read(one), one)) {
      if (found.has(next) || next === path) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(path);
  return [...found];
}

/** Relative imports as paths; those of a language, which are chosen when the page runs, are not among them. */
function importsOf(text: string, path: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, from, bare, late]) => {
    const specifier = from ?? bare ?? late;
    return specifier === undefined ? [] : [posix.join(posix.dirname(path), specifier)];
  });
}
