/** Decides which websites' scripts may read what: main websites the whole API, any website the searches that a widget shows. */

import cors from 'cors';
import type { Request, RequestHandler, Response } from 'express';
import { addressParams } from './request-context.ts';

const PREFLIGHT_SECONDS = 1800;
/** The headers that scripts may read besides the few that are always readable. */
const EXPOSED = [
  ...['Link', 'Deprecation', 'ETag', 'WWW-Authenticate'],
  ...['Retry-After', 'RateLimit', 'RateLimit-Policy'],
];
/** The routes that `<isearch-results>` on other websites requests, as the public. */
const OF_WIDGETS: ReadonlySet<string> = new Set(
  ['/api/federated/genes/search', '/api/federated/users/search', '/api/federated/genes/coverage'].flatMap((path) => [
    path,
    `${path}/`,
  ]),
);

/** The routes that take a body. */
const POSTED: ReadonlySet<string> = new Set([
  '/api/federated/genes/search-batch',
  '/api/federated/genes/search-batch/',
]);

/** Whether scripts of any website may read this path. */
export function isForWidgets(path: string): boolean {
  return OF_WIDGETS.has(path);
}

type Method = 'GET' | 'POST';

/** Sets CORS headers, before the response is known; returns true if they are the whole response. */
type CrossesOrigins = (req: Request, res: Response, path: string) => boolean;

/**
 * Makes the handler of cross-origin requests. Other origins are answered too, without the headers that would let a
 * script read the response (quirk 27). Without a token, the searches of widgets are readable for scripts of every
 * website; all else, and all with a token, only for those of main websites. The headers are set before any refusal, so
 * that a script can read its reason.
 */
export function crossOrigin(mainsites: readonly string[]): CrossesOrigins {
  const origins = mainsites.map((mainsite) => new URL(mainsite).origin);
  const mainsiteHeaders = new Map(
    origins.map((origin) => [origin, { GET: headersFor(origin, 'GET'), POST: headersFor(origin, 'POST') }]),
  );
  const forEverybody = cors({ origin: '*', methods: 'GET', exposedHeaders: EXPOSED });
  return (req, res, path) => {
    const { origin } = req.headers;
    if (origin === undefined || !isOfApi(path)) return false;
    if (isOfWidget(req, path)) {
      forEverybody(req, res, () => {});
      return false;
    }
    const headers = mainsiteHeaders.get(origin.replace(/\/$/, ''));
    const method = POSTED.has(path) ? 'POST' : 'GET';
    return headers !== undefined && setHeaders(headers[method], method, req, res);
  };
}

/** Whether a path belongs to the API; pages do not. */
export function isOfApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

function isOfWidget(req: Request, path: string): boolean {
  if (req.method !== 'GET' || !isForWidgets(path)) return false;
  return req.headers.authorization === undefined && !addressParams(req.originalUrl).has('auth');
}

function headersFor(origin: string, methods: Method): RequestHandler {
  return cors({
    origin,
    methods,
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    optionsSuccessStatus: 200,
  });
}

/** Sets the headers, for preflights of the route's method only: GET as in RDP, or POST. Scripts can also read the refusal of other methods. */
function setHeaders(headers: RequestHandler, method: Method, req: Request, res: Response): boolean {
  const wanted = req.headers['access-control-request-method'];
  if (req.method === 'HEAD' || (req.method === 'OPTIONS' && wanted !== method)) return false;
  headers(req, res, () => {});
  return req.method === 'OPTIONS';
}
