/** A route of the registry API: its methods, its media types, its answer and its errors. */

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
import { answering } from '../reply/error-reply.ts';
import { methodRefused } from '../reply/methods.ts';
import { answerUnchanged, replyWithMethods, setJsonType } from '../reply/replies.ts';
import { addHeader, addHeaders, markHeaders, resetHeaders } from '../reply/reply-headers.ts';
import { hasAlready } from '../request/entity-tags.ts';
import { jsonTypeFor } from '../request/negotiation.ts';
import { keepContext, localsOf } from '../request/reply-locals.ts';
import type { RequestContext, RequestPipeline } from '../request/request-context.ts';

type RouteExchange = { context: RequestContext; req: Request; res: Response };
type Answering = (exchange: RouteExchange) => Promise<void>;

export type RegistryRoute = {
  /** The path after `/api`, in Express's notation. */
  path: string;
  /**
   * When a caller who excludes JSON is refused: `before` the question is answered, or `after`, so that errors in plain
   * text come first. `after` also offers any `+json` type, as RDP does for taxa and anonymous ids (rdp-protocol 2.12).
   */
  negotiates: 'before' | 'after';
  /** Whether equal requests get equal answers until the data change, so that callers may cache the answer. */
  repeatable: boolean;
  answer: Answering;
};

const MOST_TRIES = 3;

/** Mounts a route: GET and HEAD are answered, OPTIONS returns the allowed methods, other methods are refused. */
export function mountRoute(router: IRouter, route: RegistryRoute, pipeline: RequestPipeline): void {
  router.route(`/api${route.path}`).all(answering((req, res) => answer(route, pipeline, req, res)));
}

async function answer(route: RegistryRoute, pipeline: RequestPipeline, req: Request, res: Response): Promise<void> {
  const context = await pipeline.read(req);
  keepContext(res, context);
  if (req.method === 'GET' || req.method === 'HEAD') {
    addDeprecation(res, context);
    await answerOfOneMoment(route, pipeline, { context, req, res });
    return;
  }
  if (req.method !== 'OPTIONS') throw methodRefused(req.method, 'GET');
  replyWithMethods(res, 'GET,HEAD,OPTIONS');
}

/** Answers from one state of the data: if an import happens before any byte is sent, the question is asked again. */
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
      // Read before any record: if the data change during the answer, it has the name from before the change.
      const name = isPublic ? pipeline.publicView() : undefined;
      // A value that is known needs no `await`, which would cost every request a step.
      if (name !== undefined) addPublicView(res, typeof name === 'string' ? name : await name, pipeline);
      addCacheHeaders({ req, res }, isPublic, isPublic && route.repeatable ? pipeline.currentTag() : undefined);
      await route.answer({ context, req, res });
      return;
    } catch (error) {
      const isReplaced = error instanceof RegistryError && error.code === 'data-replaced';
      if (!isReplaced || res.headersSent || tries === MOST_TRIES) throw error;
      resetHeaders(res, mark);
      // After an import, the account may have other rights, or its token may belong to another account.
      context = { ...context, viewer: await pipeline.viewerNow(context.viewer) };
    }
  }
}

/**
 * Refuses a caller who excludes JSON, and sets the media type that the caller accepts.
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

/** Returns the form of records for this caller: that of RDP, unless the request wants identifiers. */
export function recordFormOf(req: Request): BytesForm {
  return wantsIdentifiers(req.headers[WANTS_HEADER]) ? 'identified' : 'record';
}

/** Returns the entity tag of this form, as each form has other bytes. */
function tagOfForm(tag: string, form: BytesForm): string {
  return form === 'record' ? tag : tag.replace(/"$/, `-${form}"`);
}

export function isForPublic({ viewer, params }: RequestContext): boolean {
  return viewer.kind === 'public' && !params.has('auth');
}

/**
 * Sets how long the answer may be cached, and makes it 304 if the caller already has it.
 *
 * @param tag the entity tag of the current data; undefined if the answer must not be cached, as every answer to a token
 */
export function addCacheHeaders(
  { req, res }: Omit<RouteExchange, 'context'>,
  isPublic: boolean,
  tag: string | undefined,
): void {
  if (tag === undefined || !isPublic) {
    addHeader(res, 'Cache-Control', isPublic ? 'no-store' : 'private, no-store');
    return;
  }
  // A withdrawn permission takes effect at once, so a cached answer must be checked before each use.
  const ofForm = tagOfForm(tag, recordFormOf(req));
  addHeaders(res, ['Cache-Control', 'no-cache', 'ETag', ofForm]);
  if (hasAlready(req, ofForm)) answerUnchanged(res);
}
