/** A route of the registry API: its method rules, what it offers, and its answer or error in one place. */

import type { IRouter, Request, RequestHandler, Response } from 'express';
import { RegistryError } from '../domain/errors.ts';
import { type Ask, askOf } from './ask.ts';
import { jsonTypeFor } from './negotiation.ts';
import { addHeader, answerUnchanged, endWith, markHeaders, setJsonType } from './replies.ts';

export type Answering = (exchange: { ask: Ask; req: Request; res: Response }) => Promise<void>;

export type RegistryRoute = {
  /** As Express writes it, behind `/api`. */
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

const NOTHING = new Uint8Array();

/** Tells the tag of the present data for answers that may be kept. */
export type CurrentTag = () => Promise<string>;

/** Mounts a route: GET and HEAD are answered, OPTIONS tells what is possible, anything else is refused. */
export function mountRoute(router: IRouter, prepare: RequestHandler[], route: RegistryRoute, currentTag: CurrentTag) {
  router
    .route(`/api${route.path}`)
    .all(...prepare)
    .get(async (req, res) => {
      if (route.negotiates === 'before') requireJson(req, res, false);
      const ask = askOf(res);
      await askAnewWhenReplaced(res, async () => {
        await tellHowLongToKeep(route, ask, req, res, currentTag);
        await route.answer({ ask, req, res });
      });
    })
    .options((_req, res) => {
      addHeader(res, 'Allow', 'GET,HEAD,OPTIONS');
      endWith(res, 200, undefined, NOTHING);
    })
    .all((req) => {
      throw new RegistryError('method-not-allowed', { method: req.method });
    });
}

const MOST_TRIES = 3;

/** An answer is of one moment: when an import comes before it has begun to go out, the question is asked again. */
async function askAnewWhenReplaced(res: Response, answer: () => Promise<void>): Promise<void> {
  const keepHeaders = markHeaders(res);
  for (let tries = 1; ; tries++) {
    try {
      return await answer();
    } catch (error) {
      const isReplaced = error instanceof RegistryError && error.code === 'data-replaced';
      if (!isReplaced || res.headersSent || tries === MOST_TRIES) throw error;
      keepHeaders();
    }
  }
}

/**
 * Refuses a caller who excludes JSON, and gives the answer the type under which it is accepted.
 *
 * @throws RegistryError `not-acceptable`
 */
export function requireJson(req: Request, res: Response, alsoSuffixed: boolean): void {
  const type = jsonTypeFor(req.headers.accept, alsoSuffixed);
  if (type === undefined) throw new RegistryError('not-acceptable', { offered: 'application/json' });
  setJsonType(res, type);
}

/** Says how long the answer may be kept, and whether the caller has it already, should there be one. */
async function tellHowLongToKeep(
  route: RegistryRoute,
  ask: Ask,
  req: Request,
  res: Response,
  currentTag: CurrentTag,
): Promise<void> {
  if (ask.viewer.kind !== 'public' || ask.params.has('auth')) {
    addHeader(res, 'Cache-Control', 'private, no-store');
    return;
  }
  if (!route.repeatable) {
    addHeader(res, 'Cache-Control', 'no-store');
    return;
  }
  // A withdrawn permission counts at once, so a kept answer is shown only after asking whether it still holds.
  const tag = await currentTag();
  addHeader(res, 'Cache-Control', 'no-cache');
  addHeader(res, 'ETag', tag);
  if (isAmong(tag, req.headers['if-none-match'])) answerUnchanged(res);
}

/** Weakly compared (RFC 9110, 13.1.2). */
function isAmong(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true;
  const withoutMark = (one: string) => one.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => withoutMark(one) === withoutMark(tag));
}
