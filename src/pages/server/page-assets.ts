/** `/assets` and `/widget.js`: serve the style, the scripts and the icons of pages, and the one script that other websites include. */

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { ownMember } from '../../domain/own-member.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { methodRefused, READ_ONLY } from '../../server/reply/methods.ts';
import { endWith, replyWithMethods } from '../../server/reply/replies.ts';
import { addHeader, beginHeaders } from '../../server/reply/reply-headers.ts';
import { NOT_GUESSED } from '../../server/reply/safety-headers.ts';
import { hasAlready } from '../../server/request/entity-tags.ts';
import { acceptsCoding } from '../../server/request/negotiation.ts';
import type { KnownTaxon } from '../widget/widget.ts';
import { browserFiles, browserFilesHash } from './browser-asset-cache.ts';
import { type NeededFile, WIDGET, WIDGET_VARIABLE } from './browser-files.ts';

export type Asset = {
  type: string;
  body: Buffer;
  /** Compressed at the first request that accepts this coding; so is `br`. */
  readonly gzip: Buffer;
  readonly br: Buffer;
  tag: string;
  /** The files that it imports at once. */
  imports: readonly NeededFile[];
};

/** Assets, by their paths below `/assets/`. */
export type PageAssets = {
  /** The version of all assets; below `/assets/` and this version, files never change. */
  version: string;
  /** Returns an asset; undefined if the path has none. */
  find(path: string): Promise<Asset | undefined>;
  /** Returns the paths of all assets. */
  paths(): Promise<readonly string[]>;
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
/** Best first. */
const CODINGS = ['br', 'gzip'] as const;
const CACHE = 'public, max-age=0, must-revalidate';
const CACHE_OF_VERSION = 'public, max-age=31536000, immutable';
/** A page loads dozens of them, so they are sent without the headers that matter only for documents. */
const HEADERS_OF_VERSION = [...NOT_GUESSED, 'Vary', 'Accept-Encoding'];
/** A version at the start of a path. */
const VERSION = /^(v-[\w-]+)\//;

/** Assets of the files, with their compressed bodies; all registries of a process share them. */
const compressed = new Map<string, Asset>();

/** Makes the assets. @param own further assets by path, such as the colours of the site */
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
  const file = ownMember(files, path);
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
 * Makes a handler that sends an asset, or 304.
 *
 * @param path the asset to send; without it, the requested one
 */
export function assetHandler(assets: Pick<PageAssets, 'find'> & { version?: string }, path?: string): RequestHandler {
  return async (req, res, next) => {
    const requested = path ?? req.path.replace(/^\//, '');
    const [prefix = '', version] = VERSION.exec(requested) ?? [];
    const asset = await assets.find(requested.slice(prefix.length));
    if (asset === undefined) return next();
    if (req.method === 'OPTIONS') return replyWithMethods(res, READ_ONLY);
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodRefused(req.method, READ_ONLY);
    // A page of an earlier version gets the current file, and must check it again next time.
    const isForGood = version !== undefined && version === assets.version;
    if (isForGood) beginHeaders(res, HEADERS_OF_VERSION);
    // A file that never changes is never checked again.
    else addHeader(res, 'ETag', asset.tag);
    addHeader(res, 'Cache-Control', isForGood ? CACHE_OF_VERSION : CACHE);
    if (hasAlready(req, asset.tag)) return endWith(res, 304);
    const coding = CODINGS.find((one) => acceptsCoding(req, one));
    if (coding === undefined) return endWith(res, 200, asset.type, asset.body);
    addHeader(res, 'Content-Encoding', coding);
    endWith(res, 200, asset.type, asset[coding]);
  };
}

/** Makes an asset. @param path its extension determines the type */
export function assetOf(path: string, content: string | Buffer, imports: readonly NeededFile[] = []): Asset {
  const body = Buffer.from(content);
  const type = ownMember(TYPES, posix.extname(path)) ?? 'text/javascript;charset=utf-8';
  let gzip: Buffer | undefined;
  let br: Buffer | undefined;
  return {
    // A weak tag is valid for the compressed and the plain body.
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

/** Compresses in the best quality, which takes milliseconds for such small files and is done once. */
function brotliOf(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
}

type WidgetOptions = { assets: PageAssets } & Pick<LocalRegistry, 'activeTaxa'>;

/** Makes the handler of a classic script, which also works as a module. It defines the element `<isearch-results>`. */
export function widgetScriptHandler({ assets, activeTaxa }: WidgetOptions): RequestHandler {
  let made: { text: string; asset: Asset } | undefined;
  return assetHandler({ find }, WIDGET);

  async function find(path: string): Promise<Asset | undefined> {
    const module = await assets.find(path);
    if (module === undefined) return undefined;
    const taxa = await activeTaxa();
    const known = taxa.map(({ id, commonName, ordering }): KnownTaxon => [id, commonName, ordering]);
    const text = scriptOf(module.body.toString(), known);
    if (made?.text !== text) made = { text, asset: assetOf(path, text) };
    return made.asset;
  }
}

/** Wraps the module in a script, which asks the registry that it was loaded from; as a module it cannot know that. */
function scriptOf(module: string, taxa: readonly KnownTaxon[]): string {
  return `(() => {
'use strict';
const script = document.currentScript;
const home = script === null ? '' : new URL('.', script.src).href;
${module}${WIDGET_VARIABLE}.defineWidget(home, ${JSON.stringify(taxa)});
})();
`;
}
