/** The web application as a value: every route of this registry, listening on nothing. */

import { createHash } from 'node:crypto';
import cors from 'cors';
import express, { type Express, type RequestHandler, Router } from 'express';
import { RegistryError } from '../domain/errors.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { pageOf } from '../registry/record-list.ts';
import { keepAsk, readAddress } from './ask.ts';
import { docsRoutes } from './docs-routes.ts';
import { errorReply, type ReportFault } from './error-reply.ts';
import { checkGates, type Switches } from './gates.ts';
import { genesRoutes } from './genes-routes.ts';
import { openApiDocument } from './openapi.ts';
import { operationsRoutes } from './operations-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { mountRoute } from './registry-route.ts';
import { type LogRequest, requestLog } from './request-log.ts';
import { usersRoutes } from './users-routes.ts';
import { readViewer } from './viewer.ts';

export type AppOptions = {
  registry: LocalRegistry;
  pageOf: typeof pageOf;
  switches: Switches;
  site: {
    shortname: string;
    fullname: string;
    /** Absolute address, as configured. */
    host: string;
    /** The one website whose scripts may read the API (contract 6.5). */
    mainsite: string | undefined;
    contactEmail: string | undefined;
  };
  /** What partners read: contract 7.4 says why it is not the version of the product. */
  apiVersion: string;
  /** Product and version. */
  implementation: string;
  logRequest: LogRequest;
  reportFault: ReportFault;
};

const PREFLIGHT_SECONDS = 1800;

/** Builds the application. The order of its parts is that of contract 6.1: gates, token, cross-origin, route. */
export function createApp(options: AppOptions): Express {
  const { registry, site, apiVersion, logRequest, reportFault } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.use(requestLog(logRequest));
  app.use(safetyHeaders);
  app.use('/api', registryApi(options));
  app.use(docsRoutes());
  app.use(operationsRoutes({ ...registry, apiVersion }));
  app.get('/', (_req, res) => res.redirect('docs/'));
  app.use(() => {
    throw new RegistryError('no-page');
  });
  app.use(errorReply(reportFault));
  return app;

  function registryApi({ pageOf, switches, implementation }: AppOptions): Router {
    const anonymises = switches.anonymises;
    const facts = { ...site, apiVersion, implementation, anonymizedSearchResults: anonymises };
    const currentTag = tagOf(registry, JSON.stringify(facts));
    const api = Router({ caseSensitive: true });
    api.use(readRequest(registry, switches));
    if (site.mainsite !== undefined) api.use(crossOrigin(site.mainsite));
    const routes = [
      ...genesRoutes({ ...registry, pageOf, anonymises }),
      ...usersRoutes({ ...registry, pageOf, anonymises }),
      ...referenceRoutes({ ...registry, apiVersion, document: openApiDocument(facts) }),
    ];
    for (const route of routes) mountRoute(api, route, currentTag);
    const nothingHere = {
      path: '/:segment',
      negotiates: 'after' as const,
      repeatable: false,
      answer: async () => {
        throw new RegistryError('no-endpoint');
      },
    };
    mountRoute(api, nothingHere, currentTag);
    return api;
  }
}

function readRequest(registry: LocalRegistry, switches: Switches): RequestHandler {
  return async (req, res, next) => {
    const { path, params } = readAddress(req.originalUrl);
    checkGates(path, switches);
    const viewer = await readViewer(params, req.headers.authorization, registry.accounts.viewerFor);
    keepAsk(res, { path, params, viewer });
    next();
  };
}

/** Other origins are served too, without the headers that would let a script read the answer (quirk 27). */
function crossOrigin(mainsite: string): RequestHandler {
  const allowed = new URL(mainsite).origin;
  const withHeaders = cors({
    origin: allowed,
    methods: 'GET',
    maxAge: PREFLIGHT_SECONDS,
    optionsSuccessStatus: 200,
  });
  return (req, res, next) => {
    res.vary('Origin');
    const { origin } = req.headers;
    const method = req.headers['access-control-request-method'];
    const isPreflight = req.method === 'OPTIONS' && method !== undefined;
    const isAllowed = origin?.replace(/\/$/, '') === allowed && (isPreflight ? method : req.method) === 'GET';
    if (isAllowed) withHeaders(req, res, next);
    else next();
  };
}

/** A tag that changes with the data and with whatever else the answers depend on. */
function tagOf(registry: LocalRegistry, settings: string): () => Promise<string> {
  const fingerprint = createHash('sha256').update(settings).digest('hex').slice(0, 8);
  return async () => `W/"${await registry.generation()}-${fingerprint}"`;
}

const safetyHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Frame-Options', 'DENY');
  // The deprecated `auth` parameter puts tokens into addresses.
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Vary', 'Accept, Accept-Encoding, Authorization');
  next();
};
