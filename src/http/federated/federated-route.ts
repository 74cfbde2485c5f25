/** A federated route: one question to many registries, answered as a stream of parts or in one piece, from one plan. */

import type { IRouter, Request, Response } from 'express';
import { endLine, jsonList, partLine, planLine } from '../../domain/federation/federated-answer.ts';
import type { FederatedPlan, WithOrigins } from '../../federation/use-cases/federated-plan.ts';
import type { RecordsPage } from '../../federation/use-cases/federated-search.ts';
import { requireJson } from '../registry/registry-route.ts';
import { tellDeprecated } from '../reply/deprecation.ts';
import { openLines } from '../reply/lines.ts';
import { endWith, replyWithBytes } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { methodRefused } from '../request/methods.ts';
import { prefersStream } from '../request/negotiation.ts';
import { keepContext } from '../request/reply-locals.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';
import { type ResponseCache, responseCache } from './response-cache.ts';

/** A request and the answer to it. */
type FederatedExchange = { context: RequestContext; req: Request; res: Response; signal: AbortSignal };

/** Records, which are text already, or members that are JSON as they stand. */
type FederatedAnswer =
  | WithOrigins<RecordsPage>
  | WithOrigins<{ records?: undefined; cursor?: undefined; explained?: RecordsPage['explained'] }>;

export type FederatedRoute = {
  /** As Express writes it, behind `/api/federated`. */
  path: string;
  /** @throws RegistryError for what the asker has to mend */
  plan(
    exchange: Omit<FederatedExchange, 'res'> & { isStreamed: boolean },
  ): FederatedPlan<FederatedAnswer> | Promise<FederatedPlan<FederatedAnswer>>;
};

/** A federated route that answers in one piece, such as a record at its origin. */
export type PlainRoute = {
  path: string;
  /** @returns JSON */
  answer(exchange: Omit<FederatedExchange, 'res'>): Promise<string>;
};

export const STREAM_TYPE = 'application/x-ndjson';

/** Mounts a route: GET and HEAD are answered, OPTIONS tells what is possible, anything else is refused. */
export function mountFederatedRoute(
  router: IRouter,
  route: FederatedRoute | PlainRoute,
  pipeline: RequestPipeline,
): void {
  const whole = responseCache(() => performance.now());
  router.route(`/api/federated${route.path}`).all(async (req, res) => {
    const context = await pipeline.read(req);
    keepContext(res, context);
    if (req.method === 'OPTIONS') {
      addHeader(res, 'Allow', 'GET,HEAD,OPTIONS');
      endWith(res, 200);
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw methodRefused(req.method);
    }
    tellDeprecated(res, context);
    // Answers differ with the state of partners; whoever wants one again should ask again.
    addHeader(res, 'Cache-Control', context.viewer.kind === 'public' ? 'no-store' : 'private, no-store');
    const exchange = { context, req, res, signal: signalOf(res) };
    if ('answer' in route) {
      requireJson(req, res, false);
      await replyWithBytes(req, res, [Buffer.from(await route.answer(exchange))]);
      return;
    }
    await (prefersStream(req.headers.accept, STREAM_TYPE)
      ? replyWithLines(route, exchange)
      : replyInOnePiece(route, exchange, pipeline, whole));
  });
}

/** Aborted when the reader leaves before the answer is whole: then nothing more is begun for them. */
export function signalOf(res: Response): AbortSignal {
  const left = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) left.abort();
  });
  return left.signal;
}

/** Answers in one piece: as somebody else of the public was answered a moment ago, where that still holds. */
async function replyInOnePiece(
  route: FederatedRoute,
  exchange: FederatedExchange,
  { currentTag }: RequestPipeline,
  whole: ResponseCache,
): Promise<void> {
  const { context, req, res } = exchange;
  requireJson(req, res, false);
  const dataTag = context.viewer.kind === 'public' ? await currentTag() : undefined;
  const known = dataTag === undefined ? undefined : whole.find(req.originalUrl, dataTag);
  if (known !== undefined) return replyWithBytes(req, res, [known]);
  const { queries, gather } = await route.plan({ ...exchange, isStreamed: false });
  const gathered = await gather();
  if (gathered === undefined) return;
  const body = Buffer.from(bodyOf(gathered.answer));
  if (dataTag !== undefined) whole.keep(req.originalUrl, { body, queries, parts: gathered.parts, dataTag });
  await replyWithBytes(req, res, [body]);
}

function bodyOf(answer: FederatedAnswer): string {
  if (answer.records === undefined) return JSON.stringify(answer);
  const { records, envelope, cursor, ...completeness } = answer;
  const end = JSON.stringify({ ...envelope, ...completeness, cursor });
  return `{"content":${jsonList(records)},${end.slice(1)}`;
}

async function replyWithLines(route: FederatedRoute, exchange: FederatedExchange): Promise<void> {
  const { req, res } = exchange;
  const { query, queries, gather } = await route.plan({ ...exchange, isStreamed: true });
  const lines = openLines(req, res, STREAM_TYPE);
  if (lines === undefined) return;
  const asked = new Map(queries.map(({ source }) => [source.key, source]));
  await lines.write(planLine(query, [...asked.values()]));
  const gathered = await gather((part) => lines.write(partLine(part)));
  if (gathered === undefined) return;
  lines.end(endLine(gathered.answer));
}
