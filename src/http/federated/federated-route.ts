/** A federated route: one question to many registries, answered as a stream of parts or gathered, from one code path. */

import type { IRouter, Request, Response } from 'express';
import {
  completenessOf,
  endLine,
  jsonList,
  type Part,
  partLine,
  planLine,
} from '../../domain/federation/federated-answer.ts';
import type { Source } from '../../domain/federation/source.ts';
import type { FanOut, SourceQuery } from '../../federation/fan-out.ts';
import { requireJson } from '../registry/registry-route.ts';
import { drainedOrClosed, endWith, openLines, replyWithBytes } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { methodRefused } from '../request/methods.ts';
import { prefersStream } from '../request/negotiation.ts';
import { keepContext } from '../request/reply-locals.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';
import { type ResponseCache, responseCache } from './response-cache.ts';

/** What a request comes to: whom to ask what, and how the parts become one answer. */
export type FederatedPlan = {
  /** The question as it was understood, told back at the head of a stream. */
  query: Readonly<Record<string, unknown>>;
  queries: readonly SourceQuery[];
  /** The parts of origins that are not asked. */
  others: readonly Part[];
  /** What a part holds when streamed, a JSON array; its records unless told otherwise. */
  contentOf?: (part: Part) => string;
  /** @param parts one for every origin, in the order in which they are configured */
  finish(parts: readonly Part[]): Finished;
};

export type Finished = {
  /** Members of the plain answer before its completeness: JSON text between braces, without them. */
  members(): string;
  /** Further clauses of the sentence of completeness. */
  remarks?: readonly string[];
  /** Whether something besides the states of the origins makes the answer incomplete. */
  hasGap?: boolean;
  /** Undefined where a route has no pages. */
  cursor?: string | null;
};

export type FederatedRoute = {
  /** As Express writes it, behind `/api/federated`. */
  path: string;
  /** @throws RegistryError for what the asker has to mend */
  plan(context: RequestContext, segments: Segments, isStreamed: boolean): Promise<FederatedPlan>;
};

/** A federated route that answers in one piece, such as a record at its origin. */
export type PlainRoute = {
  path: string;
  answer(context: RequestContext, segments: Segments, signal: AbortSignal): Promise<string>;
};

/** What the path of a request holds in the places that the route names. */
export type Segments = Pick<Request, 'params'>;

type FederatedRouteOptions = {
  pipeline: RequestPipeline;
  fanOut: FanOut;
  /** Every origin in its order. */
  sources: readonly Pick<Source, 'key'>[];
};

export const STREAM_TYPE = 'application/x-ndjson';

/** Mounts a route: GET and HEAD are answered, OPTIONS tells what is possible, anything else is refused. */
export function mountFederatedRoute(
  router: IRouter,
  route: FederatedRoute | PlainRoute,
  options: FederatedRouteOptions,
): void {
  const whole = responseCache(() => performance.now());
  router.route(`/api/federated${route.path}`).all(async (req, res) => {
    const context = await options.pipeline.read(req);
    keepContext(res, context);
    if (req.method === 'OPTIONS') {
      addHeader(res, 'Allow', 'GET,HEAD,OPTIONS');
      endWith(res, 200);
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw methodRefused(req.method);
    }
    // Answers differ with the state of partners; whoever wants one again should ask again.
    addHeader(res, 'Cache-Control', context.viewer.kind === 'public' ? 'no-store' : 'private, no-store');
    const signal = signalOf(res);
    if ('answer' in route) {
      requireJson(req, res, false);
      await replyWithBytes(req, res, [Buffer.from(await route.answer(context, req, signal))]);
      return;
    }
    const exchange = { context, req, res, signal };
    await (prefersStream(req.headers.accept, STREAM_TYPE)
      ? stream(route, exchange, options)
      : gatherAll(route, exchange, options, whole));
  });
}

/** Aborted when the reader leaves before the answer is whole: then nothing more is begun for her. */
export function signalOf(res: Response): AbortSignal {
  const left = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) left.abort();
  });
  return left.signal;
}

type FederatedExchange = { context: RequestContext; req: Request; res: Response; signal: AbortSignal };

/** Answers in one piece: as somebody else of the public was answered a moment ago, where that still holds. */
async function gatherAll(
  route: FederatedRoute,
  { context, req, res, signal }: FederatedExchange,
  { pipeline, fanOut, sources }: FederatedRouteOptions,
  whole: ResponseCache,
): Promise<void> {
  requireJson(req, res, false);
  const dataTag = context.viewer.kind === 'public' ? await pipeline.currentTag() : undefined;
  const known = dataTag === undefined ? undefined : whole.find(req.originalUrl, dataTag);
  if (known !== undefined) return replyWithBytes(req, res, [known]);
  const plan = await route.plan(context, req, false);
  const parts = [...plan.others];
  for await (const part of fanOut(plan.queries, context.viewer, signal)) parts.push(part);
  if (signal.aborted) return;
  const body = bodyOf(plan, parts, sources);
  if (dataTag !== undefined) whole.keep(req.originalUrl, { body, queries: plan.queries, parts, dataTag });
  await replyWithBytes(req, res, [body]);
}

/** The answer in one piece, as JSON. */
export function bodyOf(plan: FederatedPlan, parts: readonly Part[], sources: FederatedRouteOptions['sources']): Buffer {
  const { finished, origins, completeness } = finish(plan, parts, sources);
  const cursor = finished.cursor === undefined ? {} : { cursor: finished.cursor };
  const end = JSON.stringify({ ...completeness, origins, ...cursor });
  const members = finished.members();
  return Buffer.from(members === '' ? end : `{${members},${end.slice(1)}`);
}

async function stream(
  route: FederatedRoute,
  { context, req, res, signal }: FederatedExchange,
  { fanOut, sources }: FederatedRouteOptions,
): Promise<void> {
  const plan = await route.plan(context, req, true);
  openLines(res, STREAM_TYPE);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const asked = new Map(plan.queries.map(({ source }) => [source.key, source]));
  res.write(planLine(plan.query, [...asked.values()]));
  const { contentOf = (part: Part) => jsonList(part.records) } = plan;
  const parts = [...plan.others];
  for await (const part of fanOut(plan.queries, context.viewer, signal)) {
    parts.push(part);
    if (!res.write(partLine(part.origin, contentOf(part)))) await drainedOrClosed(res, res);
  }
  if (signal.aborted) return;
  const { finished, origins, completeness } = finish(plan, parts, sources);
  res.end(endLine(origins, completeness, finished.cursor ?? null));
}

function finish(plan: FederatedPlan, parts: readonly Part[], sources: FederatedRouteOptions['sources']) {
  const place = new Map(sources.map(({ key }, index) => [key, index]));
  const placeOf = ({ origin }: Part) => place.get(origin.key) ?? sources.length;
  const inOrder = parts.toSorted((a, b) => placeOf(a) - placeOf(b));
  const finished = plan.finish(inOrder);
  const origins = inOrder.map(({ origin }) => origin);
  const { complete, summary } = completenessOf(origins, finished.remarks);
  return { finished, origins, completeness: { complete: complete && finished.hasGap !== true, summary } };
}
