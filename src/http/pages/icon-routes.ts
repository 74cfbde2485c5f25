/** `/icons`: serves the icons of the operator by the names of their files. */

import type { RequestHandler } from 'express';
import { addHeader } from '../reply/reply-headers.ts';
import { type Asset, assetHandler, assetOf } from './page-assets.ts';

/** The policy of an icon that is opened by itself: it runs no scripts and loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Makes the handler. @param files the icons by name */
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
