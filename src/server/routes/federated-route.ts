/** A federated route: a question to many registries, whose plan is answered as a stream of parts or in one piece. */

import type { IRouter, Request, Response } from 'express';
import { isFull } from '../../domain/federation/completeness.ts';
import { endLine, jsonList, type Part, partLine, planLine } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import { refuseOthers } from '../../domain/query/parameters.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { SourceQuery } from '../../federation/fan-out.ts';
import type { FederatedPlan, WithOrigins } from '../../federation/federated-plan.ts';
import type { RecordsPage } from '../../federation/federated-search.ts';
import { addDeprecation } from '../reply/deprecation.ts';
import { answering } from '../reply/error-reply.ts';
import { methodRefused, READ_AND_SENT, READ_ONLY } from '../reply/methods.ts';
import { type Lines, openLines, readerSignal } from '../reply/reader.ts';
import { replyWithBytes, replyWithMethods } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { prefersStream } from '../request/negotiation.ts';
import { keepContext, localsOf } from '../request/reply-locals.ts';
import { readPosted } from '../request/request-body.ts';
import type { RequestContext, RequestPipeline } from '../request/request-context.ts';
import { type CheckRights, rightsCheck } from '../request/viewer.ts';
import { readOrFaults } from '../request/wrong-parameters.ts';
import { addCacheHeaders, isForPublic, requireJson } from './registry-route.ts';

/** What the links to other pages are made of. */
type PageFacts = Pick<RecordsPage, 'cursor' | 'envelope'>;
type Sent = {
  body: Uint8Array;
  /** Undefined for an answer without pages. */
  page?: PageFacts | undefined;
};

type CachedResponse = Sent & {
  queries: readonly SourceQuery[];
  /** The parts that the body was made from. */
  parts: readonly Part[];
  /** The data tag of this registry, read before its data. */
  dataTag: string;
};

export type ResponseCache = {
  /** Returns the cached answer for an address if every partner's cached answer still has the same records. */
  find(address: string, dataTag: string): Sent | undefined;
  /** Caches an answer if it is complete and has no anonymised records. */
  keep(address: string, answer: CachedResponse): void;
};

const LASTS_MS = 1000;
const MOST_BYTES = 8 * 1024 * 1024;

type OfPartner = SourceQuery & { records: Part['records'] | undefined };
type CachedBody = Sent & { dataTag: string; partners: readonly OfPartner[]; cachedAtMs: number };

/** Makes the cache. @param now the time in milliseconds */
export function responseCache(now: () => number): ResponseCache {
  const cached = new Map<string, CachedBody>();
  let heldBytes = 0;

  function isPast({ cachedAtMs }: CachedBody): boolean {
    return now() - cachedAtMs >= LASTS_MS;
  }

  /** Removes the oldest answers until none is too old and all fit. */
  function sweep(): void {
    for (const [address, answer] of cached) {
      if (heldBytes <= MOST_BYTES && !isPast(answer)) return;
      cached.delete(address);
      heldBytes -= answer.body.length;
    }
  }

  return {
    find(address, dataTag) {
      const answer = cached.get(address);
      if (answer === undefined || answer.dataTag !== dataTag || isPast(answer)) return undefined;
      return answer.partners.every(isStillCached) ? answer : undefined;
    },
    keep(address, { queries, parts, ...answer }) {
      if (!parts.every(isCacheable)) return;
      heldBytes += answer.body.length - (cached.get(address)?.body.length ?? 0);
      cached.delete(address);
      cached.set(address, { ...answer, partners: ofPartners(queries, parts), cachedAtMs: now() });
      sweep();
    },
  };
}

function isCacheable({ origin: { state, anonymized } }: Part): boolean {
  return state === 'not-asked' || (anonymized === 0 && isFull(state));
}

function ofPartners(queries: readonly SourceQuery[], parts: readonly Part[]): OfPartner[] {
  const records = new Map(parts.map((part) => [part.origin.key, part.records]));
  const partners = queries.filter(({ source }) => source.key !== LOCAL_ORIGIN);
  return partners.map((query) => ({ ...query, records: records.get(query.source.key) }));
}

function isStillCached({ source, question, form, records }: OfPartner): boolean {
  return source.getCached(question, PUBLIC_VIEWER, form)?.records === records;
}

/** A request and its response. */
type FederatedExchange = { context: RequestContext; req: Request; res: Response; signal: AbortSignal };

/** An answer with records, which are JSON text already, or with other members. */
type FederatedAnswer =
  | WithOrigins<RecordsPage>
  | WithOrigins<{
      records?: undefined;
      cursor?: undefined;
      retryCursor?: undefined;
      explained?: RecordsPage['explained'];
    }>;

type Described = {
  /** The path after `/api/federated`, in Express's notation. */
  path: string;
  /** The allowed parameters besides `auth`; others are refused. */
  parameters: readonly string[];
};

export type FederatedRoute = Described & {
  /** The parameter with the size of a page; `size` where it is not given. */
  sizeName?: string;
  /** Plans the answer. @throws RegistryError for an error of the caller */
  plan(
    exchange: Omit<FederatedExchange, 'res'> & { isStreamed: boolean },
  ): FederatedPlan<FederatedAnswer> | Promise<FederatedPlan<FederatedAnswer>>;
};

/** A federated route that answers in one piece, such as a record at its origin. */
export type PlainRoute = Described & {
  /** Reads the question, and returns what answers it as JSON. @throws RegistryError for an error of the caller */
  answer(exchange: Omit<FederatedExchange, 'res'>): () => Promise<string>;
  /** Whether equal requests get equal answers until the data or the registries change, so that callers may cache it. */
  repeatable?: true;
  /** Answers a question in a JSON body; without this, POST is refused. */
  answerBody?(body: unknown): Promise<string>;
};

/** The deprecated parameter with a token, which every route allows. */
const AUTH = 'auth';
export const STREAM_TYPE = 'application/x-ndjson';

/** Mounts a route: GET and HEAD are answered, POST too if the route takes a body, OPTIONS returns the allowed methods, other methods are refused. */
export function mountFederatedRoute(
  router: IRouter,
  route: FederatedRoute | PlainRoute,
  pipeline: RequestPipeline,
): void {
  const whole = responseCache(() => performance.now());
  const answerBody = 'answer' in route ? route.answerBody : undefined;
  const allowed = answerBody === undefined ? READ_ONLY : READ_AND_SENT;
  const answer = async (req: Request, res: Response): Promise<void> => {
    const context = await pipeline.read(req);
    keepContext(res, context);
    if (req.method === 'OPTIONS') return replyWithMethods(res, allowed);
    const isPosted = req.method === 'POST' && answerBody !== undefined;
    if (req.method !== 'GET' && req.method !== 'HEAD' && !isPosted) {
      throw methodRefused(req.method, allowed);
    }
    addDeprecation(res, context);
    if ('answer' in route && route.repeatable) {
      addCacheHeaders({ req, res }, isForPublic(context), pipeline.currentTag());
    } else {
      // Answers differ with the state of partners, so they are not cached by callers.
      addHeader(res, 'Cache-Control', context.viewer.kind === 'public' ? 'no-store' : 'private, no-store');
    }
    const { viewer } = context;
    const exchange = { context, req, res, signal: readerSignal(res) };
    const check = rightsCheck(pipeline, viewer);
    if ('answer' in route) {
      requireJson(req, res, false);
      const allowedHere = [...route.parameters, AUTH];
      if (isPosted) refuseOthers(context.params, allowedHere);
      const body = isPosted
        ? await answerBody((await readPosted(req, res, { viewer, ...pipeline })).body)
        : await (await readPlain(route, exchange, allowedHere))();
      await check();
      await replyWithBytes(req, res, [Buffer.from(body)]);
      return;
    }
    await (prefersStream(req.headers.accept, STREAM_TYPE)
      ? replyWithLines(route, exchange, check)
      : replyInOnePiece(route, exchange, check, { currentTag: pipeline.currentTag, whole }));
  };
  router.route(`/api/federated${route.path}`).all(answering(answer));
}

/** Reads the question. @throws RegistryError with everything that is wrong with the parameters */
function readPlain(
  route: PlainRoute,
  exchange: FederatedExchange,
  allowed: readonly string[],
): Promise<() => Promise<string>> {
  return readOrFaults(exchange.context.params, (params) => {
    refuseOthers(params, allowed);
    return route.answer({ ...exchange, context: { ...exchange.context, params } });
  });
}

/** Plans the answer. @throws RegistryError with everything that is wrong with the parameters */
async function planned(
  route: FederatedRoute,
  exchange: FederatedExchange,
  isStreamed: boolean,
): Promise<FederatedPlan<FederatedAnswer>> {
  const { context } = exchange;
  return readOrFaults(context.params, (params) => {
    refuseOthers(params, [...route.parameters, AUTH]);
    return route.plan({ ...exchange, context: { ...context, params }, isStreamed });
  });
}

/** Sends the answer in one piece; for the public it may be the cached answer of a moment ago, if it is still valid. */
async function replyInOnePiece(
  route: FederatedRoute,
  exchange: FederatedExchange,
  check: CheckRights,
  { currentTag, whole }: Pick<RequestPipeline, 'currentTag'> & { whole: ResponseCache },
): Promise<void> {
  const { context, req, res } = exchange;
  requireJson(req, res, false);
  const dataTag = context.viewer.kind === 'public' ? currentTag() : undefined;
  const known = dataTag === undefined ? undefined : whole.find(req.originalUrl, dataTag);
  if (known !== undefined) return replyWithPage(route, exchange, known);
  const { queries, collect } = await planned(route, exchange, false);
  const collected = await collect();
  if (collected === undefined) return;
  await check();
  const body = Buffer.from(bodyOf(collected.answer));
  const { answer, parts } = collected;
  const page = answer.records === undefined ? undefined : { cursor: answer.cursor, envelope: answer.envelope };
  if (dataTag !== undefined) whole.keep(req.originalUrl, { body, page, queries, parts, dataTag });
  await replyWithPage(route, exchange, { body, page });
}

function replyWithPage(route: FederatedRoute, exchange: FederatedExchange, { body, page }: Sent): Promise<void> {
  const { req, res } = exchange;
  const links = page && linksOf(route, page, exchange);
  if (links !== undefined) addHeader(res, 'Link', links);
  return replyWithBytes(req, res, [body]);
}

/** Many web servers in front of a registry read no more than 4 KB of headers. */
const LONGEST_LINKS = 3000;

/**
 * Returns the links to the first page and to the next one (RFC 8288), without the caller's token. The next page is that
 * of the cursor, or the one with the next number if the cursor is too long. If both links are too long, the next one is
 * there alone, or none if the question itself is too long. Links are absolute for a caller who used the configured
 * host. All others are relative, because only the caller knows that address.
 */
function linksOf(
  { sizeName = 'size' }: FederatedRoute,
  { cursor, envelope }: PageFacts,
  { context, req, res }: FederatedExchange,
): string | undefined {
  const { host = '' } = localsOf(res);
  const base = URL.parse(host)?.host === req.headers.host ? `${host}${context.path}` : '';
  const linkTo = (rel: string, page: Record<string, string>) => {
    const params = new URLSearchParams(context.params);
    for (const name of [AUTH, 'page', 'size', sizeName, 'cursor']) params.delete(name);
    for (const [name, value] of Object.entries(page)) params.set(name, value);
    return `<${base}?${params}>; rel="${rel}"`;
  };
  const size = { [sizeName]: String(envelope.size) };
  const first = linkTo('first', size);
  const isShort = (links: string) => links.length <= LONGEST_LINKS;
  if (cursor === null) return isShort(first) ? first : undefined;
  const byCursor = linkTo('next', { cursor });
  const byNumber = linkTo('next', { page: String(envelope.number + 1), ...size });
  return [`${byCursor}, ${first}`, `${byNumber}, ${first}`, byCursor, byNumber].find(isShort);
}

function bodyOf(answer: FederatedAnswer): string {
  if (answer.records === undefined) return JSON.stringify(answer);
  const { records, envelope, cursor, retryCursor, ...behind } = answer;
  const end = JSON.stringify({ ...envelope, ...behind, cursor, retryCursor });
  return `{"content":${jsonList(records)},${end.slice(1)}`;
}

async function replyWithLines(route: FederatedRoute, exchange: FederatedExchange, check: CheckRights): Promise<void> {
  const { req, res } = exchange;
  const { query, queries, collect } = await planned(route, exchange, true);
  const queried = new Map(queries.map(({ source }) => [source.key, source]));
  const arrived = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Lines | undefined>();
  const collecting = collect(async (part) => {
    arrived.resolve();
    const lines = await opened.promise;
    await check();
    await lines?.write(partLine(part));
  });
  // If there is no room for this registry's own records, the request is refused, which must happen before the stream begins.
  const own = queried.has(LOCAL_ORIGIN) ? localsOf(res).memory?.begun() : undefined;
  await Promise.race([own, arrived.promise, collecting]);
  const lines = openLines(req, res, STREAM_TYPE);
  await lines?.write([planLine(query, [...queried.values()])]);
  opened.resolve(lines);
  const collected = await collecting;
  if (collected !== undefined) lines?.end(endLine(collected.answer));
}
