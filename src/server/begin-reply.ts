/** Begins every response: the headers of its kind of address, its event in the log, and CORS headers for other websites. */

import type { RequestHandler } from 'express';
import { RegistryError } from '../domain/errors.ts';
import { MARK_HEADER, WANTS_HEADER } from '../domain/federation/own-headers.ts';
import type { Federation } from '../federation/federation.ts';
import type { Limits } from './limits/limits.ts';
import { isAboutHealth } from './operations-routes.ts';
import { API_HEADERS, type HeaderList, NOT_INDEXED, onlyByTls, PAGE_HEADERS } from './reply/safety-headers.ts';
import { crossOrigin, isForEveryWebsite } from './request/cross-origin.ts';
import { beginLocals } from './request/reply-locals.ts';
import { pathOf } from './request/request-context.ts';
import { type LogRequest, requestLog } from './request-log.ts';

export type BeginOptions = {
  receivedMark: Federation['receivedMark'];
  /** Aborted when this registry begins to stop; new requests are refused then. */
  stopping: AbortSignal;
  /** The websites whose scripts may read the API. */
  mainsites: readonly string[];
  /** How many seconds browsers use only https for this host; undefined if it is also reached by http. */
  tlsOnlySeconds: number | undefined;
  mostUrlBytes: number;
  /** The absolute address of this registry, without a trailing slash. */
  host: string;
  limits: Pick<Limits, 'follow' | 'admit' | 'admitOwn'>;
  logRequest: LogRequest;
};

const VARY = 'Accept, Accept-Encoding, Authorization';
const VARY_BY_ORIGIN = `${VARY}, Origin`;
const API = '/api';
/** Routes of people and their genes, whose records have identifiers if the request wants them. */
const OF_PEOPLE = /^\/api\/(?:users|genes)(?:\/|$)/;
const OF_THIS_REGISTRY = /^\/api\/(?:users|genes|stats|taxa|ontologies)(?:\/|$)/;
/** Routes that cost work, except pages: those are counted where their errors become pages. */
const FOR_PROGRAMS = /^\/(?:api|export|feeds|suggest|stats)(?:\/|$)/;
/** What other websites load or read, besides the API. */
const FOR_WEBSITES = ['/widget.js', '/client.js', '/stats'];

/** Begins the response, and refuses addresses that are too long and callers who ask too often. Preflight requests end here. */
export function beginReply(options: BeginOptions): RequestHandler {
  const { receivedMark, stopping, mainsites, mostUrlBytes, host, limits } = options;
  const headersOf = headersBySurface(options);
  const logWhenDone = requestLog(options.logRequest);
  const handleCors = crossOrigin(mainsites);
  return (req, res, next) => {
    limits.follow(req.socket);
    // Comes before all that refuses a request, so that this registry recognises itself even when it refuses to answer.
    const mark = req.headers[MARK_HEADER];
    if (typeof mark === 'string') receivedMark(mark);
    const path = pathOf(req);
    beginLocals(res, headersOf(path), host);
    logWhenDone(req, res);
    if (handleCors(req, res, path)) return;
    if (stopping.aborted && !isAboutHealth(path)) throw new RegistryError('stopping', { retryAfterSeconds: 5 });
    const { length } = req.originalUrl;
    if (length > mostUrlBytes) throw new RegistryError('address-too-long', { found: length, allowed: mostUrlBytes });
    if (asksNobodyElse(path)) limits.admitOwn(req, res, next);
    else if (FOR_PROGRAMS.test(path)) limits.admit(req, res, next);
    else next();
  };
}

/** Whether this address never asks another registry. */
export function asksNobodyElse(path: string): boolean {
  return OF_THIS_REGISTRY.test(path);
}

/** Makes the lists of headers once; each response copies one and adds its own headers. */
function headersBySurface({ mainsites, tlsOnlySeconds }: BeginOptions): (path: string) => HeaderList {
  const varied = mainsites.length > 0 ? VARY_BY_ORIGIN : VARY;
  const vary = ['Vary', varied];
  const everywhere = onlyByTls(tlsOnlySeconds);
  const ofStartPage = [...PAGE_HEADERS, ...everywhere, ...vary];
  const ofPages = [...ofStartPage, ...NOT_INDEXED];
  const ofApi = [...API_HEADERS, ...everywhere, ...vary, ...NOT_INDEXED];
  const ofPeople = [...API_HEADERS, ...everywhere, 'Vary', `${varied}, ${WANTS_HEADER}`, ...NOT_INDEXED];
  const ofEveryWebsite = [...API_HEADERS, ...everywhere, 'Vary', VARY_BY_ORIGIN, ...NOT_INDEXED];
  return (path) => {
    if (OF_PEOPLE.test(path)) return ofPeople;
    if (isForEveryWebsite(path)) return ofEveryWebsite;
    if (path === '/') return ofStartPage;
    return isForOthers(path) ? ofApi : ofPages;
  };
}

function isForOthers(path: string): boolean {
  if (path.startsWith(API)) return path.length === API.length || path[API.length] === '/';
  return FOR_WEBSITES.includes(path);
}
