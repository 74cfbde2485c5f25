/** How every answer begins: the headers of its surface, its event in the log, CORS headers for other websites. */

import type { RequestHandler } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { MARK_HEADER, WANTS_HEADER } from '../../domain/federation/own-headers.ts';
import type { Federation } from '../../federation/federation.ts';
import type { Limits } from '../limits/limits.ts';
import { API_HEADERS, type HeaderList, NOT_INDEXED, onlyByTls, PAGE_HEADERS } from '../reply/safety-headers.ts';
import { crossOrigin, isForWidgets } from '../request/cross-origin.ts';
import { beginLocals } from '../request/reply-locals.ts';
import { pathOf } from '../request/request-context.ts';
import { isAboutHealth } from './operations-routes.ts';
import { type LogRequest, requestLog } from './request-log.ts';

export type BeginOptions = {
  receivedMark: Federation['receivedMark'];
  /** Aborted when this registry begins to stop: nothing new is begun then. */
  stopping: AbortSignal;
  /** The websites whose scripts may read the API. */
  mainsites: readonly string[];
  /** How long browsers are to ask this host by https alone; undefined where http reaches it too. */
  tlsOnlySeconds: number | undefined;
  mostUrlBytes: number;
  limits: Pick<Limits, 'follow' | 'admit' | 'admitOwn'>;
  logRequest: LogRequest;
};

const VARY = 'Accept, Accept-Encoding, Authorization';
const VARY_BY_ORIGIN = `${VARY}, Origin`;
const API = '/api';
/** Records of people, which hold identifiers for whoever wants them. */
const OF_PEOPLE = /^\/api\/(?:users|genes)(?:\/|$)/;
const OF_THIS_REGISTRY = /^\/api\/(?:users|genes|stats|taxa|ontologies)(?:\/|$)/;
/** What costs work and is no page: pages are counted where their errors are pages. */
const FOR_PROGRAMS = /^\/(?:api|export|feeds|suggest|stats)(?:\/|$)/;
/** What other websites load or read beside the API. */
const FOR_WEBSITES = ['/widget.js', '/client.js', '/stats'];

/** Begins the reply, and refuses an address that is too long, and a caller who asks too often. Preflight requests end here. */
export function beginReply(options: BeginOptions): RequestHandler {
  const { receivedMark, stopping, mainsites, mostUrlBytes, limits } = options;
  const headersOf = headersBySurface(options);
  const logWhenDone = requestLog(options.logRequest);
  const handleCors = crossOrigin(mainsites);
  return (req, res, next) => {
    limits.follow(req.socket);
    // Before anything that refuses a request: this registry is itself, too, when it answers nothing.
    const mark = req.headers[MARK_HEADER];
    if (typeof mark === 'string') receivedMark(mark);
    const path = pathOf(req);
    beginLocals(res, headersOf(path));
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

/** Whether what is at this path is answered from this registry alone, whatever is asked. */
export function asksNobodyElse(path: string): boolean {
  return OF_THIS_REGISTRY.test(path);
}

/** The lists are made once: an answer copies one, and adds what is its own. */
function headersBySurface({ mainsites, tlsOnlySeconds }: BeginOptions): (path: string) => HeaderList {
  const varied = mainsites.length > 0 ? VARY_BY_ORIGIN : VARY;
  const vary = ['Vary', varied];
  const everywhere = onlyByTls(tlsOnlySeconds);
  const ofStartPage = [...PAGE_HEADERS, ...everywhere, ...vary];
  const ofPages = [...ofStartPage, ...NOT_INDEXED];
  const ofApi = [...API_HEADERS, ...everywhere, ...vary, ...NOT_INDEXED];
  const ofPeople = [...API_HEADERS, ...everywhere, 'Vary', `${varied}, ${WANTS_HEADER}`, ...NOT_INDEXED];
  const ofWidgets = [...API_HEADERS, ...everywhere, 'Vary', VARY_BY_ORIGIN, ...NOT_INDEXED];
  return (path) => {
    if (isForWidgets(path)) return ofWidgets;
    if (OF_PEOPLE.test(path)) return ofPeople;
    if (path === '/') return ofStartPage;
    return isForOthers(path) ? ofApi : ofPages;
  };
}

function isForOthers(path: string): boolean {
  if (path.startsWith(API)) return path.length === API.length || path[API.length] === '/';
  return FOR_WEBSITES.includes(path);
}
