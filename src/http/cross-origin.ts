/** Which websites' scripts may read what: the main website everything, any website the searches that a widget shows. */

import cors from 'cors';
import type { Request } from 'express';
import { type Ask, askOf } from './ask.ts';
import type { Entrance } from './registry-route.ts';

const PREFLIGHT_SECONDS = 1800;
/** What `<isearch-results>` on another website asks, as the public. */
const OF_WIDGETS = [
  '/api/federated/genes/search',
  '/api/federated/users/search',
  '/api/federated/genes/coverage',
] as const;

/**
 * Other origins are served too, without the headers that would let a script read the answer (quirk 27). What anybody
 * may read without a token every website's scripts may read, as far as it is for widgets; with one only the main website's.
 */
export function crossOrigin(mainsite: string | undefined): Entrance['crossesOrigins'] {
  const forMainSite = mainsite === undefined ? () => false : leaveForMainSite(new URL(mainsite).origin);
  const forEverybody = cors({ origin: '*', methods: 'GET' });
  return (req, res) => {
    // Nobody else looks at these headers, and they cost a good deal.
    if (req.headers.origin === undefined) return false;
    if (isOfWidget(req, askOf(res))) {
      forEverybody(req, res, () => {});
      return false;
    }
    return forMainSite(req, res);
  };
}

function isOfWidget(req: Request, { path, params }: Ask): boolean {
  const hasCredentials = req.headers.authorization !== undefined || params.has('auth');
  return req.method === 'GET' && !hasCredentials && OF_WIDGETS.some((one) => path === one || path === `${one}/`);
}

function leaveForMainSite(allowed: string): Entrance['crossesOrigins'] {
  const withHeaders = cors({
    origin: allowed,
    methods: 'GET',
    maxAge: PREFLIGHT_SECONDS,
    optionsSuccessStatus: 200,
  });
  return (req, res) => {
    const { origin } = req.headers;
    if (origin === undefined || origin.replace(/\/$/, '') !== allowed) return false;
    const wanted = req.headers['access-control-request-method'];
    const isPreflight = req.method === 'OPTIONS' && wanted !== undefined;
    if ((isPreflight ? wanted : req.method) !== 'GET') return false;
    withHeaders(req, res, () => {});
    return isPreflight;
  };
}
