/** `/icons`: the icons that the operator gave, each by the name of its file. */

import type { RequestHandler } from 'express';
import { addHeader } from '../reply/reply-headers.ts';
import { type Asset, assetHandler, assetOf } from './page-assets.ts';

/** Whoever opens one by itself sees a picture: nothing in it runs, and it loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** @param files by name */
export function iconHandler(files: ReadonlyMap<string, Buffer>): RequestHandler {
  const made = new Map<string, Asset>();
  const answer = assetHandler({ find });

  async function find(name: string): Promise<Asset | undefined> {
    const body = files.get(name);
    if (body === undefined || made.has(name)) return made.get(name);
    const asset = assetOf(name, body);
    made.set(name, asset);
    return asset;
  }

  return (req, res, next) => {
    if (!files.has(req.path.slice(1))) return next();
    addHeader(res, 'Content-Security-Policy', POLICY);
    return answer(req, res, next);
  };
}
