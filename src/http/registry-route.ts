/** A route of the registry API: its method rules, what it offers, and its answer or error in one place. */

import type { Request, Response, Router } from 'express';
import { RegistryError } from '../domain/errors.ts';
import { type Ask, askOf } from './ask.ts';
import { acceptsJson } from './negotiation.ts';

export type Answering = (exchange: { ask: Ask; req: Request; res: Response }) => Promise<void>;

export type RegistryRoute = {
  /** As Express writes it, relative to where the routes are mounted. */
  path: string;
  /**
   * `before` refuses a caller who excludes JSON at once; `after` lets errors in plain text go first, and also offers
   * any `+json` type, as RDP does for taxa and anonymous ids (contract 2.12).
   */
  negotiates: 'before' | 'after';
  /** Whether equal questions get equal answers until the data change, so that a caller may keep the answer. */
  repeatable: boolean;
  answer: Answering;
};

/** Tells the tag of the present data for answers that may be kept. */
export type CurrentTag = () => Promise<string>;

/** Mounts a route: GET and HEAD are answered, OPTIONS tells what is possible, anything else is refused. */
export function mountRoute(router: Router, route: RegistryRoute, currentTag: CurrentTag): void {
  router
    .route(route.path)
    .get(async (req, res) => {
      if (route.negotiates === 'before') requireJson(req, false);
      const ask = askOf(res);
      if (await isUnchanged(route, ask, req, res, currentTag)) return;
      await route.answer({ ask, req, res });
    })
    .options((_req, res) => {
      res.setHeader('Allow', 'GET,HEAD,OPTIONS');
      res.setHeader('Content-Length', 0);
      res.end();
    })
    .all((req) => {
      throw new RegistryError('method-not-allowed', { method: req.method });
    });
}

/**
 * Refuses a caller who excludes JSON.
 *
 * @throws RegistryError `not-acceptable`
 */
export function requireJson(req: Request, alsoSuffix: boolean): void {
  if (!acceptsJson(req.headers.accept, alsoSuffix)) {
    throw new RegistryError('not-acceptable', { offered: 'application/json' });
  }
}

/** Says how long the answer may be kept; true when the caller has it already and was told so. */
async function isUnchanged(
  route: RegistryRoute,
  ask: Ask,
  req: Request,
  res: Response,
  currentTag: CurrentTag,
): Promise<boolean> {
  if (ask.viewer.kind !== 'public' || ask.params.has('auth')) {
    res.setHeader('Cache-Control', 'private, no-store');
    return false;
  }
  if (!route.repeatable) {
    res.setHeader('Cache-Control', 'no-store');
    return false;
  }
  // A withdrawn permission counts at once, so a kept answer is shown only after asking whether it still holds.
  const tag = await currentTag();
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('ETag', tag);
  if (req.headers['if-none-match'] !== tag) return false;
  res.statusCode = 304;
  res.end();
  return true;
}
