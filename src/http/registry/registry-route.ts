/** A route of the registry API: its method rules, what it offers, and its answer or error in one place. */

import type { IRouter, Request, Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import {
  NAMED_MINUTES_HEADER,
  PUBLIC_VIEW_HEADER,
  WANTS_HEADER,
  wantsIdentifiers,
} from '../../domain/federation/own-headers.ts';
import type { BytesForm } from '../../registry/record/record-bytes.ts';
import { addDeprecation } from '../reply/deprecation.ts';
import { replyWithError } from '../reply/error-reply.ts';
import { answerUnchanged, endWith, setJsonType } from '../reply/replies.ts';
import { addHeader, addHeaders, markHeaders, resetHeaders } from '../reply/reply-headers.ts';
import { hasAlready } from '../request/entity-tags.ts';
import { methodRefused } from '../request/methods.ts';
import { jsonTypeFor } from '../request/negotiation.ts';
import { keepContext, localsOf } from '../request/reply-locals.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';

type RouteExchange = { context: RequestContext; req: Request; res: Response };
type Answering = (exchange: RouteExchange) => Promise<void>;

export type RegistryRoute = {
  /** As Express writes it, behind `/api`. */
  path: string;
  /**
   * `before` refuses a caller who excludes JSON at once; `after` lets errors in plain text go first, and also offers
   * any `+json` type, as RDP does for taxa and anonymous ids (rdp-protocol 2.12).
   */
  negotiates: 'before' | 'after';
  /** Whether equal questions get equal answers until the data change, so that a caller may keep the answer. */
  repeatable: boolean;
  answer: Answering;
};

const MOST_TRIES = 3;

/** Mounts a route: GET and HEAD are answered, OPTIONS says what is possible, anything else is refused. */
export function mountRoute(router: IRouter, route: RegistryRoute, pipeline: RequestPipeline): void {
  // One handler for all, and no detour for errors: every step that Express takes is paid for by every request.
  router.route(`/api${route.path}`).all(async (req, res) => {
    try {
      await answer(route, pipeline, req, res);
    } catch (error) {
      const isForCaller = error instanceof RegistryError && !res.headersSent;
      if (!isForCaller) throw error;
      replyWithError(req, res, error);
    }
  });
}

async function answer(route: RegistryRoute, pipeline: RequestPipeline, req: Request, res: Response): Promise<void> {
  const context = await pipeline.read(req);
  keepContext(res, context);
  if (req.method === 'GET' || req.method === 'HEAD') {
    addDeprecation(res, context);
    await answerOfOneMoment(route, pipeline, { context, req, res });
    return;
  }
  if (req.method !== 'OPTIONS') throw methodRefused(req.method);
  addHeader(res, 'Allow', 'GET,HEAD,OPTIONS');
  endWith(res, 200);
}

/** When an import comes before the answer has begun to go out, the question is asked again. */
async function answerOfOneMoment(
  route: RegistryRoute,
  pipeline: RequestPipeline,
  exchange: RouteExchange,
): Promise<void> {
  const { req, res } = exchange;
  if (route.negotiates === 'before') requireJson(req, res, false);
  const mark = markHeaders(res);
  let { context } = exchange;
  for (let tries = 1; ; tries++) {
    try {
      const isPublic = isForPublic(context);
      // Before any record is read: an answer that a change overtakes has the name from before that change.
      const name = isPublic ? pipeline.publicView() : undefined;
      // To wait for what is known would be a step of its own for every request.
      if (name !== undefined) addPublicView(res, typeof name === 'string' ? name : await name, pipeline);
      addCacheHeaders({ req, res }, isPublic, isPublic && route.repeatable ? pipeline.currentTag() : undefined);
      await route.answer({ context, req, res });
      return;
    } catch (error) {
      const isReplaced = error instanceof RegistryError && error.code === 'data-replaced';
      if (!isReplaced || res.headersSent || tries === MOST_TRIES) throw error;
      resetHeaders(res, mark);
      // In other data the account may have other rights, or be that of somebody else.
      context = { ...context, viewer: await pipeline.viewerNow(context.viewer) };
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

function addPublicView(res: Response, name: string, { namedAtPartnersMinutes }: RequestPipeline): void {
  const headers = [PUBLIC_VIEW_HEADER, name, NAMED_MINUTES_HEADER, String(namedAtPartnersMinutes)];
  localsOf(res).publicView = headers;
  addHeaders(res, headers);
}

/** In which form this caller gets records: as RDP has them, unless it says that it reads more. */
export function recordFormOf(req: Request): BytesForm {
  return wantsIdentifiers(req.headers[WANTS_HEADER]) ? 'identified' : 'record';
}

/** Other bytes have another tag. */
function tagOfForm(tag: string, form: BytesForm): string {
  return form === 'record' ? tag : tag.replace(/"$/, `-${form}"`);
}

function isForPublic({ viewer, params }: RequestContext): boolean {
  return viewer.kind === 'public' && !params.has('auth');
}

/**
 * Says how long the answer may be cached, and whether the caller has it already, should there be one.
 *
 * @param tag of the present data, where the answer may be cached
 */
function addCacheHeaders(
  { req, res }: Omit<RouteExchange, 'context'>,
  isPublic: boolean,
  tag: string | undefined,
): void {
  if (tag === undefined) {
    addHeader(res, 'Cache-Control', isPublic ? 'no-store' : 'private, no-store');
    return;
  }
  // A withdrawn permission counts at once, so a cached answer is shown only after asking whether it still holds.
  const ofForm = tagOfForm(tag, recordFormOf(req));
  addHeaders(res, ['Cache-Control', 'no-cache', 'ETag', ofForm]);
  if (hasAlready(req, ofForm)) answerUnchanged(res);
}
