/** Builds the web application: all routes of this registry, without a server. */

import { createHash } from 'node:crypto';
import express, { type Express, Router } from 'express';
import { RegistryError } from '../domain/errors.ts';
import type { SourceAddress } from '../domain/federation/source.ts';
import { memoizeByVersion, once } from '../domain/memoize.ts';
import type { Federation } from '../federation/federation.ts';
import type { UseCases } from '../federation/use-cases.ts';
import type { IntegrationOptions, IntegrationStreams } from '../integrations/integration.ts';
import { answerOnStreams, mountIntegrations } from '../integrations/integrations.ts';
import { API_VERSION, FEDERATED_API_VERSION, IMPLEMENTATION } from '../lib/product.ts';
import { type FeedRouteOptions, feedRoutes } from '../pages/feeds/feed-route.ts';
import type { AppMail, PageOptions } from '../pages/page-routes-options.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { AuditLog } from '../registry/state/audit-log.ts';
import { type BeginOptions, beginReply } from './begin-reply.ts';
import type { Limits } from './limits/limits.ts';
import { boundedSearches } from './limits/limits.ts';
import { operationsRoutes } from './operations-routes.ts';
import { errorReply, type ReportFault } from './reply/error-reply.ts';
import { checkFeatures, type FeatureFlags } from './request/features.ts';
import { keepContext } from './request/reply-locals.ts';
import { type RequestPipeline, readAddress } from './request/request-context.ts';
import { readViewer } from './request/viewer.ts';
import { mountAccessRequestRoute } from './routes/access-request-route.ts';
import { mountAdminRoutes } from './routes/admin-routes.ts';
import { mountBatchRoute } from './routes/batch-route.ts';
import { docsRoutes, type OpenApiDocuments, openApiDocuments } from './routes/docs-routes.ts';
import { type ExportRouteOptions, exportRoutes, READER_LIMITS } from './routes/export-routes.ts';
import { federatedLookupRoutes, federatedOverviewRoutes, resolveRoute } from './routes/federated-lookup-routes.ts';
import { mountFederatedRoute } from './routes/federated-route.ts';
import { federatedSearchRoutes } from './routes/federated-search-routes.ts';
import { genesRoutes, usersRoutes } from './routes/record-routes.ts';
import { referenceRoutes, suggestRoutes } from './routes/reference-routes.ts';
import { mountRoute, type RegistryRoute } from './routes/registry-route.ts';
import { mountSecurityTxt, robotsRoutes } from './well-known-routes.ts';

/** The parts of a registry that the application is built of. */
export type AppOptions = {
  registry: LocalRegistry;
  /** All registries: the use cases over them, and the status of the partners. */
  network: Network;
  auditLog: Pick<AuditLog, 'list' | 'partnerDays'>;
  limits: Limits;
  /** Undefined if there is no mail server. */
  mail: AppMail | undefined;
  settings: AppSettings;
  operations: AppOperations;
};

type AppSettings = Pick<BeginOptions, 'mostUrlBytes' | 'tlsOnlySeconds'> & {
  features: FeatureFlags;
  site: {
    shortname: string;
    fullname: string;
    /** The absolute address, as configured. */
    host: string;
    /** The websites whose scripts may read the API (rdp-protocol 6.5). */
    mainsites: readonly string[];
    contactEmail: string | undefined;
    /** Where to report a vulnerability: e-mail addresses and https addresses. */
    securityContact: readonly string[];
  };
  page: PageOptions;
  /** Addresses and networks of the web servers in front, in Express's notation; forwarded addresses of others are ignored. */
  trustedProxies: readonly string[];
  /** `app.settings.integrations` of the configuration. */
  integrations: IntegrationOptions['settings'];
  /** For how many minutes partners may show the names in an answer if they cannot fetch the current public view. */
  namedAtPartnersMinutes: number;
};

type AppOperations = Pick<BeginOptions, 'stopping' | 'logRequest'> &
  Pick<ExportRouteOptions, 'workbookWriter'> & { reportFault: ReportFault };

type Network = UseCases &
  Pick<
    Federation,
    'partnerStates' | 'partnerTrends' | 'testPartner' | 'partnerStatus' | 'accessAtPartners' | 'receivedMark'
  > & {
    /** Returns every registry that can be asked now, this one first. */
    sources: () => readonly SourceAddress[];
  };

/**
 * Builds the application. Its parts have the order of rdp-protocol 6.1, except that cross-origin comes first. Handlers
 * that may call `next` have no router of their own. Behind such a router, Express continues in a later turn of the
 * event loop, and would then answer all questions of one turn in the same turn. So handlers within a router send the
 * errors of callers themselves.
 */
export function createApp(given: AppOptions): Express {
  const options = withBounds(given);
  const { registry, network, limits, settings, operations } = options;
  const { site } = settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('trust proxy', [...settings.trustedProxies]);
  const { receivedMark } = network;
  const { mainsites } = site;
  app.use(beginReply({ ...settings, ...operations, receivedMark, limits, mainsites, host: hostOf(site) }));
  const documents = documentsOf(options);
  mountApi(app, options, documents);
  app.use(docsRoutes(documents));
  const remarks = () => [registry.readyRemark(), limits.remark()].filter((remark) => remark !== undefined);
  app.use(operationsRoutes({ ...registry, readyRemarks: remarks, stopping: operations.stopping }));
  app.use(robotsRoutes());
  mountSecurityTxt(app, { contacts: site.securityContact, host: hostOf(site), now });
  app.use(suggestRoutes(registry));
  app.use(exportRoutes(exportRouteOptions(options)));
  app.use(feedRoutes(feedRouteOptions(options)));
  mountIntegrations(app, integrationOptions(options));
  app.use(pagesAtFirstUse(options));
  app.use(() => {
    throw new RegistryError('no-page');
  });
  app.use(errorReply(operations.reportFault));
  return app;
}

function now(): Date {
  return new Date();
}

/** Loads the modules of the pages. The start does not wait for this; a reader does only if they are not loaded yet. */
export async function loadPages() {
  const { pageRoutes } = await import('../pages/page-routes.ts');
  const { pageRoutesOptions } = await import('../pages/page-routes-options.ts');
  return (options: AppOptions) => pageRoutes(pageRoutesOptions(options));
}

function pagesAtFirstUse(options: AppOptions): Router {
  const pages = Router();
  const mount = once(async () => pages.use((await loadPages())(options)));
  pages.use(async (_req, _res, next) => {
    await mount();
    next();
  });
  return pages;
}

/** Answers the program that started a command, by that command's integration on the standard streams; HTTP does not reach it. */
export function answerCommand(command: string, given: AppOptions, streams: IntegrationStreams): Promise<void> {
  return answerOnStreams(command, integrationOptions(withBounds(given)), streams);
}

function withBounds(given: AppOptions): AppOptions {
  const { network, limits } = given;
  return { ...given, network: boundedSearches(network, { searches: limits.searches, reserve: limits.reserve }) };
}

/** Returns the address without a trailing slash. */
function hostOf({ host }: AppSettings['site']): string {
  return host.replace(/(?<!\/)\/+$/, '');
}

function integrationOptions({ registry, network, limits, settings, operations }: AppOptions): IntegrationOptions {
  const { features, site, integrations } = settings;
  const { stopping, reportFault } = operations;
  return {
    ...{ settings: integrations, useCases: network, registry, sources: network.sources, features },
    ...{ site: { ...site, host: hostOf(site) }, apiVersion: API_VERSION, implementation: IMPLEMENTATION },
    ...{ admit: limits.admit, lists: limits.lists, tokenAmong: registry.tokenAmong, stopping, reportFault, now },
  };
}

function feedRouteOptions({ registry, network, settings }: AppOptions): FeedRouteOptions {
  const { sources, wholeSearch } = network;
  const { features, site } = settings;
  return { ...registry, wholeSearch, sources, features, shortname: site.shortname, host: hostOf(site) };
}

function exportRouteOptions({ registry, network, limits, settings, operations }: AppOptions): ExportRouteOptions {
  const { features, site } = settings;
  return {
    read: requestReader(registry, features),
    viewerNow: registry.accounts.viewerNow,
    features,
    wholeSearch: network.wholeSearch,
    host: hostOf(site),
    limiter: limits.exports,
    workbookWriter: operations.workbookWriter,
    readerLimits: READER_LIMITS,
    now,
  };
}

const NO_MAIL = { announceRequest: undefined, writeToPeople: undefined };
const OF_ALL_REGISTRIES = /^\/api\/federated(?:\/|$)/;

const PRODUCT = { apiVersion: API_VERSION, implementation: IMPLEMENTATION };

function documentsOf({ network, settings: { site, features } }: AppOptions): OpenApiDocuments {
  const versions = { ...PRODUCT, federatedVersion: FEDERATED_API_VERSION };
  const facts = { ...site, ...versions, anonymizedSearchResults: features.anonymises };
  return openApiDocuments(memoizeByVersion(network.sources, (sources) => ({ ...facts, originKeys: keysOf(sources) })));
}

function mountApi(
  app: Express,
  { registry, network, auditLog, limits, mail, settings }: AppOptions,
  documents: OpenApiDocuments,
): void {
  const { site, features, namedAtPartnersMinutes } = settings;
  const { anonymises } = features;
  const pipeline: RequestPipeline = {
    read: requestReader(registry, features),
    viewerNow: registry.accounts.viewerNow,
    currentTag: tagOf(registry, network.sources),
    publicView: registry.publicView,
    namedAtPartnersMinutes,
  };
  const routes = [
    ...usersRoutes({ ...registry, anonymises }),
    ...genesRoutes({ ...registry, anonymises }),
    ...referenceRoutes({ ...registry, document: documents.registry }),
  ];
  const federated = [
    ...federatedSearchRoutes(network),
    ...federatedOverviewRoutes({ ...network, document: documents.federated }),
    ...federatedLookupRoutes(network.recordAtOrigin),
    resolveRoute(registry),
  ];
  const ofAllRegistries = Router({ caseSensitive: true });
  for (const route of federated) mountFederatedRoute(ofAllRegistries, route, pipeline);
  mountBatchRoute(ofAllRegistries, { ...network, lists: limits.lists }, pipeline);
  const { announceRequest, writeToPeople } = mail ?? NO_MAIL;
  mountAccessRequestRoute(ofAllRegistries, { ...registry, announceRequest, host: hostOf(site) }, pipeline);
  // Express tries the routes in order, so those with the most requests come first. The federated ones share a router,
  // which other requests skip after one comparison. `use` would remove the matched part of the address, which the log
  // names.
  app.route(OF_ALL_REGISTRIES).all(ofAllRegistries);
  for (const route of routes) mountRoute(app, route, pipeline);
  mountAdminRoutes(app, { ...registry, pipeline, partners: network, auditLog, writeToPeople, ...PRODUCT });
  mountRoute(app, NOT_FOUND_ROUTE, pipeline);
  // A disabled feature and a refused token are reported rather than an address that does not exist.
  app.use('/api', async (req, res, next) => {
    keepContext(res, await pipeline.read(req));
    next();
  });
}

function keysOf(sources: readonly SourceAddress[]): readonly string[] {
  return sources.map(({ key }) => key);
}

const NOT_FOUND_ROUTE: RegistryRoute = {
  path: '/:segment',
  negotiates: 'after',
  repeatable: false,
  answer: async () => {
    throw new RegistryError('no-endpoint');
  },
};

function requestReader(registry: LocalRegistry, features: FeatureFlags): RequestPipeline['read'] {
  return async (req) => {
    const { path, params } = readAddress(req.originalUrl);
    checkFeatures(path, features);
    registry.refuseUnfit();
    const viewer = await readViewer(params, req.headers.authorization, registry.accounts.viewerFor);
    return { path, params, viewer };
  };
}

/**
 * Returns a function for the entity tag. It changes with the data, the settings of the start, and the registries that
 * are asked. The documents of the API name these, and they may change while the program runs.
 */
function tagOf(registry: LocalRegistry, sources: () => readonly SourceAddress[]): () => string {
  const ofSources = memoizeByVersion(sources, (all) => {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify(keysOf(all)))
      .digest('hex')
      .slice(0, 8);
    return memoizeByVersion(registry.dataTag, (tag) => `W/"${tag}-${fingerprint}"`);
  });
  return () => ofSources()();
}
