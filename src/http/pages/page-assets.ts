/** `/assets`: the style, the scripts and the icons of the page. */

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { endWith } from '../reply/replies.ts';
import { addHeader, beginHeaders } from '../reply/reply-headers.ts';
import { NOT_GUESSED } from '../reply/safety-headers.ts';
import { hasAlready } from '../request/entity-tags.ts';
import { methodRefused } from '../request/methods.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { browserFiles, browserFilesHash } from './browser-asset-cache.ts';
import type { NeededFile } from './browser-files.ts';

export type Asset = {
  type: string;
  body: Buffer;
  /** Compressed when somebody first takes it so. */
  readonly gzip: Buffer;
  readonly br: Buffer;
  tag: string;
  /** What it needs at once. */
  imports: readonly NeededFile[];
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

/** What was compressed of the files: the same for every registry of a process. */
const compressed = new Map<string, Asset>();

/** @param own further assets by path, such as the colours of the site */
export function pageAssets(own: Readonly<Record<string, string>>): PageAssets {
  const made = new Map<string, Asset>(Object.entries(own).map(([path, text]) => [path, assetOf(path, text)]));
  return {
    version: `v-${hashOf([browserFilesHash(), ...Object.entries(own).flat()])}`,
    find: async (path) => made.get(path) ?? findFile(path),
    paths: async () => [...made.keys(), ...Object.keys((await browserFiles()).files)],
  };
}

async function findFile(path: string): Promise<Asset | undefined> {
  const { files } = await browserFiles();
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) return undefined;
  const asset = compressed.get(path) ?? assetOf(path, file.text, file.imports);
  compressed.set(path, asset);
  return asset;
}

function hashOf(pieces: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('base64url').slice(0, 16);
}

/**
 * Answers an asset, or that it has not changed.
 *
 * @param path the one that is answered; without it, the one that is asked for
 */
export function assetHandler(assets: Pick<PageAssets, 'find'> & { version?: string }, path?: string): RequestHandler {
  return async (req, res, next) => {
    const requested = path ?? req.path.replace(/^\//, '');
    const [prefix = '', version] = VERSION.exec(requested) ?? [];
    const asset = await assets.find(requested.slice(prefix.length));
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

/** @param path its type is in its name */
export function assetOf(path: string, content: string | Buffer, imports: readonly NeededFile[] = []): Asset {
  const body = Buffer.from(content);
  const type = TYPES[posix.extname(path)] ?? 'text/javascript;charset=utf-8';
  let gzip: Buffer | undefined;
  let br: Buffer | undefined;
  return {
    // Compressed or not, a tag that is weak stands for both.
    ...{ type, body, tag: `W/"${hashOf([body])}"`, imports },
    get gzip() {
      gzip ??= gzipSync(body, { level: 9 });
      return gzip;
    },
    get br() {
      br ??= brotliOf(body);
      return br;
    },
  };
}

/** In the best quality, which takes milliseconds for what is so small, and is done once. */
function brotliOf(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
}
