/** Which websites' scripts may read what: main websites all of the API, any website the searches that a widget shows. */

import cors from 'cors';
import type { Request, RequestHandler, Response } from 'express';
import { addressParams } from './request-context.ts';

const PREFLIGHT_SECONDS = 1800;
/** What scripts may read beside the few headers that they always may. */
const EXPOSED = [
  ...['Link', 'Deprecation', 'ETag', 'WWW-Authenticate'],
  ...['Retry-After', 'RateLimit', 'RateLimit-Policy'],
];
/** What `<isearch-results>` on another website asks, as the public. */
const OF_WIDGETS: ReadonlySet<string> = new Set(
  ['/api/federated/genes/search', '/api/federated/users/search', '/api/federated/genes/coverage'].flatMap((path) => [
    path,
    `${path}/`,
  ]),
);

/** What is asked with a body. */
const POSTED: ReadonlySet<string> = new Set([
  '/api/federated/genes/search-batch',
  '/api/federated/genes/search-batch/',
]);

/** Whether any website's scripts may read what is at this path. */
export function isForWidgets(path: string): boolean {
  return OF_WIDGETS.has(path);
}

type Method = 'GET' | 'POST';

/** Lets the scripts of a website read the answer, whatever it will be, by CORS headers; true when that is all of it. */
type CrossesOrigins = (req: Request, res: Response, path: string) => boolean;

/**
 * Other origins are served too, without the headers that would let a script read the answer (quirk 27). What anybody
 * may read without a token every website's scripts may read, as far as it is for widgets; with one only those of main
 * websites. The headers are set before anything is refused, so that a script can read why it was.
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

/** Whether a path is one of the API, which no page is. */
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

/** For GET alone, as RDP has it, or POST where that is what is read; that another method is refused a script may read all the same. */
function setHeaders(headers: RequestHandler, method: Method, req: Request, res: Response): boolean {
  const wanted = req.headers['access-control-request-method'];
  if (req.method === 'HEAD' || (req.method === 'OPTIONS' && wanted !== method)) return false;
  headers(req, res, () => {});
  return req.method === 'OPTIONS';
}
