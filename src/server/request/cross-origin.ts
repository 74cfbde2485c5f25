/**
 * Decides which websites' scripts may read what. Main websites may read the whole API. Any website may read the
 * searches that a widget shows, and the documents of the API.
 */

import cors from 'cors';
import type { Request, RequestHandler, Response } from 'express';
import { ACCESS_REQUESTS_PATH } from '../../domain/contact/access-form.ts';
import { addressParams } from './request-context.ts';

const PREFLIGHT_SECONDS = 1800;
/** The headers that scripts may read, besides the few that need no permission. */
const EXPOSED = [
  ...['Link', 'Deprecation', 'ETag', 'WWW-Authenticate'],
  ...['Retry-After', 'RateLimit', 'RateLimit-Policy'],
];
/** What scripts of any website request as the public: for `<isearch-results>`, and the documents that `api-catalog` lists. */
const OF_EVERY_WEBSITE: ReadonlySet<string> = new Set(
  [
    ...['/api/federated/genes/search', '/api/federated/users/search', '/api/federated/genes/coverage'],
    ...['/api', '/api/federated'],
  ].flatMap(withSlash),
);

const READ = ['GET'];
const POSTED = ['POST'];
const READ_OR_POSTED = [...READ, ...POSTED];
/** The methods of the routes that take a body; all others are only read. */
const METHODS: ReadonlyMap<string, string[]> = new Map([
  ...withSlash('/api/federated/genes/search-batch').map((path) => [path, POSTED] as const),
  ...withSlash(ACCESS_REQUESTS_PATH).map((path) => [path, POSTED] as const),
  ...withSlash('/api/federated/resolve').map((path) => [path, READ_OR_POSTED] as const),
]);

function withSlash(path: string): string[] {
  return [path, `${path}/`];
}

/** Whether scripts of any website may read this path. */
export function isForEveryWebsite(path: string): boolean {
  return OF_EVERY_WEBSITE.has(path);
}

/** Sets CORS headers, before the response is known; returns true if they are the whole response. */
type CrossesOrigins = (req: Request, res: Response, path: string) => boolean;

/**
 * Makes the handler of cross-origin requests. Other origins are answered too, without the headers that would let a
 * script read the response (quirk 27). Without a token, scripts of every website may read the searches of widgets and
 * the documents of the API. All else, and all with a token, is only for scripts of main websites. The headers are set
 * before any refusal, so that a script can read its reason.
 */
export function crossOrigin(mainsites: readonly string[]): CrossesOrigins {
  const origins = mainsites.map((mainsite) => new URL(mainsite).origin);
  const mainsiteHeaders = new Map(
    origins.map((origin) => [
      origin,
      new Map([READ, POSTED, READ_OR_POSTED].map((methods) => [methods, headersFor(origin, methods)])),
    ]),
  );
  const forEverybody = cors({ origin: '*', methods: 'GET', exposedHeaders: EXPOSED });
  return (req, res, path) => {
    const { origin } = req.headers;
    if (origin === undefined || !isOfApi(path)) return false;
    if (isOfEveryWebsite(req, path)) {
      forEverybody(req, res, () => {});
      return false;
    }
    const methods = METHODS.get(path) ?? READ;
    const headers = mainsiteHeaders.get(origin.replace(/\/$/, ''))?.get(methods);
    return headers !== undefined && setHeaders(headers, methods, req, res);
  };
}

/** Whether a path belongs to the API; pages do not. */
export function isOfApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

function isOfEveryWebsite(req: Request, path: string): boolean {
  if (req.method !== 'GET' || !isForEveryWebsite(path)) return false;
  return req.headers.authorization === undefined && !addressParams(req.originalUrl).has('auth');
}

function headersFor(origin: string, methods: string[]): RequestHandler {
  return cors({
    origin,
    methods,
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    optionsSuccessStatus: 200,
  });
}

/** Sets the headers, for preflights of the route's methods only: GET as in RDP, and POST where it takes a body. Scripts can also read the refusal of other methods. */
function setHeaders(headers: RequestHandler, methods: readonly string[], req: Request, res: Response): boolean {
  const wanted = req.headers['access-control-request-method'] ?? '';
  if (req.method === 'HEAD' || (req.method === 'OPTIONS' && !methods.includes(wanted))) return false;
  headers(req, res, () => {});
  return req.method === 'OPTIONS';
}
