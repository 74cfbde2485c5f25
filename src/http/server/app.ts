/** The web application as a value: every route of this registry, listening on nothing. */

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type Express, Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { SourceAddress } from '../../domain/federation/source.ts';
import { madeOnce } from '../../domain/made-once.ts';
import type { Federation } from '../../federation/federation.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import { openedOnce } from '../../lib/opened-once.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { Trail } from '../../registry/trail/trail.ts';
import type { DoorGiven, DoorStreams } from '../doors/door.ts';
import { answerOnStreams, mountDoors } from '../doors/doors.ts';
import { mountAccessRequestRoute } from '../federated/access-request-route.ts';
import { mountBatchRoute } from '../federated/batch-route.ts';
import { type ExportRouteOptions, exportRoutes, READER_LIMITS } from '../federated/export-routes.ts';
import { federatedLookupRoutes } from '../federated/federated-lookup-routes.ts';
import { federatedOverviewRoutes } from '../federated/federated-overview-routes.ts';
import { mountFederatedRoute } from '../federated/federated-route.ts';
import { federatedSearchRoutes } from '../federated/federated-search-routes.ts';
import { resolveRoute } from '../federated/resolve-route.ts';
import { boundedSearches } from '../limits/bounded-searches.ts';
import type { Limits } from '../limits/limits.ts';
import { docsRoutes } from '../openapi/docs-routes.ts';
import { openApiDocuments, type ParseYaml } from '../openapi/openapi-documents.ts';
import type { AnnounceRequest } from '../pages/access-request-routes.ts';
import { type FeedRouteOptions, feedRoutes } from '../pages/feed-route.ts';
import type { PageOptions } from '../pages/page-routes-options.ts';
import type { WriteToPeople } from '../pages/person-page-routes.ts';
import type { SendLink } from '../pages/subscription-routes.ts';
import { mountAdminRoutes } from '../registry/admin-routes.ts';
import { genesRoutes } from '../registry/genes-routes.ts';
import { referenceRoutes } from '../registry/reference-routes.ts';
import { mountRoute, type RegistryRoute } from '../registry/registry-route.ts';
import { suggestRoutes } from '../registry/suggest-routes.ts';
import { usersRoutes } from '../registry/users-routes.ts';
import { errorReply, type ReportFault } from '../reply/error-reply.ts';
import { checkFeatures, type FeatureFlags } from '../request/features.ts';
import { keepContext } from '../request/reply-locals.ts';
import { readAddress } from '../request/request-context.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';
import { readViewer } from '../request/viewer.ts';
import { type BeginOptions, beginReply } from './begin-reply.ts';
import { operationsRoutes } from './operations-routes.ts';
import { robotsRoutes } from './robots-routes.ts';
import { mountSecurityTxt } from './security-txt-routes.ts';

export type AppOptions = Omit<BeginOptions, 'mainsites'> & {
  registry: LocalRegistry;
  /** What is asked of all registries. */
  network: Network;
  features: FeatureFlags;
  site: {
    shortname: string;
    fullname: string;
    /** Absolute address, as configured. */
    host: string;
    /** The websites whose scripts may read the API (rdp-protocol 6.5). */
    mainsites: readonly string[];
    contactEmail: string | undefined;
    /** Whom to report a weakness to: e-mail addresses and https addresses. */
    securityContact: readonly string[];
  };
  page: PageOptions;
  /** Addresses and networks of web servers in front, as Express names them; nobody else is believed whom he asks for. */
  trustedProxies: readonly string[];
  /** `app.settings.doors` of the configuration. */
  doors: DoorGiven['settings'];
  tokenAmong: DoorGiven['tokenAmong'];
  /** Undefined where there is no mail server. */
  announceRequest: AnnounceRequest | undefined;
  sendLink: SendLink | undefined;
  writeToPeople: WriteToPeople | undefined;
  limits: Limits;
  trail: Pick<Trail, 'list' | 'partnerDays'>;
  /** For so many minutes partners may name people of an answer where they learn nothing more of this registry. */
  namedAtPartnersMinutes: number;
  /** What partners read: rdp-protocol 7.4 says why it is not the version of the product. */
  apiVersion: string;
  /** Product and version. */
  implementation: string;
  /** Reads the OpenAPI documents. */
  parseYaml: ParseYaml;
  reportFault: ReportFault;
};

type Network = UseCases &
  Pick<Federation, 'partnerStates' | 'partnerTrends' | 'testPartner' | 'lookingGlass' | 'accessAtPartners'> & {
    /** Every registry that can be asked at the moment, this one first. */
    sources: () => readonly SourceAddress[];
  };

/**
 * Builds the application. The order of its parts is that of rdp-protocol 6.1, but for cross-origin: it comes first. What may let
 * a request go on has no router of its own: Express goes on behind such a one in a later turn of the event loop, and then all
 * questions that were begun in one turn are worked out in the same one.
 */
export function createApp(given: AppOptions): Express {
  const { registry, reportFault, limits } = given;
  const options = withBounds(given);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('trust proxy', [...options.trustedProxies]);
  app.use(beginReply({ ...options, mainsites: options.site.mainsites }));
  mountApi(app, options);
  app.use(docsRoutes());
  const remarks = () => [registry.readyRemark(), limits.remark()].filter((remark) => remark !== undefined);
  app.use(operationsRoutes({ ...registry, readyRemarks: remarks, stopping: options.stopping }));
  app.use(robotsRoutes());
  mountSecurityTxt(app, securityTxt(options));
  app.use(suggestRoutes(registry));
  app.use(exportRoutes(exportRouteOptions(options)));
  app.use(feedRoutes(feedRouteOptions(options)));
  mountDoors(app, doorsGiven(options));
  app.use(pagesAtFirstUse(options));
  app.use(() => {
    throw new RegistryError('no-page');
  });
  app.use(errorReply(reportFault));
  return app;
}

/** Everything else waits while V8 takes in one of these, some 50 ms at most; for all of the pages at once it would be 250 ms. */
const PARTS_OF_PAGES = [
  () => import('../pages/page-replies.ts'),
  () => import('../pages/search-page-route.ts'),
  () => import('../pages/access-pages.ts'),
];

/** Loads what pages are made of: no start waits for it, and no reader of a page where it is loaded by then. */
export async function loadPages() {
  for (const load of PARTS_OF_PAGES) {
    await load();
    await nextTurn();
  }
  const { pageRoutes } = await import('../pages/page-routes.ts');
  const { pageRoutesOptions } = await import('../pages/page-routes-options.ts');
  return (options: AppOptions) => pageRoutes(pageRoutesOptions(options));
}

function pagesAtFirstUse(options: AppOptions): Router {
  const pages = Router();
  const mount = openedOnce(async () => pages.use((await loadPages())(options)));
  pages.use(async (_req, _res, next) => {
    await mount();
    next();
  });
  return pages;
}

/** Answers a program by the door of a command on its standard streams; no request of the web comes to it. */
export function answerCommand(command: string, given: AppOptions, streams: DoorStreams): Promise<void> {
  return answerOnStreams(command, doorsGiven(withBounds(given)), streams);
}

function withBounds(given: AppOptions): AppOptions {
  const { network, limits } = given;
  return { ...given, network: boundedSearches(network, { places: limits.searches, reserve: limits.reserve }) };
}

function securityTxt({ site }: AppOptions): Parameters<typeof mountSecurityTxt>[1] {
  return { contacts: site.securityContact, host: hostOf(site), now: () => new Date() };
}

/** Without a trailing slash. */
function hostOf({ host }: AppOptions['site']): string {
  return host.replace(/(?<!\/)\/+$/, '');
}

function doorsGiven({ registry, network, features, limits, site, doors, ...about }: AppOptions): DoorGiven {
  const { tokenAmong, apiVersion, implementation, stopping, reportFault } = about;
  const { admit, lists } = limits;
  return {
    ...{ settings: doors, useCases: network, registry, sources: network.sources, features },
    ...{ site: { ...site, host: hostOf(site) }, apiVersion, implementation },
    ...{ admit, lists, tokenAmong, stopping, reportFault, now: () => new Date() },
  };
}

function feedRouteOptions({ registry, network, features, site }: AppOptions): FeedRouteOptions {
  const { sources, wholeSearch } = network;
  return { ...registry, wholeSearch, sources, features, shortname: site.shortname, host: hostOf(site) };
}

function exportRouteOptions({ registry, network, features, site, limits }: AppOptions): ExportRouteOptions {
  return {
    read: requestReader(registry, features),
    viewerNow: registry.accounts.viewerNow,
    features,
    wholeSearch: network.wholeSearch,
    host: hostOf(site),
    limiter: limits.exports,
    readerLimits: READER_LIMITS,
    now: () => new Date(),
  };
}

const OF_ALL_REGISTRIES = /^\/api\/federated(?:\/|$)/;

function mountApi(
  app: Express,
  { registry, network, trail, site, features, parseYaml, limits, ...about }: AppOptions,
): void {
  const { apiVersion, implementation } = about;
  const { anonymises } = features;
  const facts = { ...site, apiVersion, implementation, anonymizedSearchResults: anonymises };
  const originKeys = (sources: readonly SourceAddress[]) => sources.map(({ key }) => key);
  const described = madeOnce(network.sources, (sources) => ({ ...facts, originKeys: originKeys(sources) }));
  const documents = openApiDocuments(described, parseYaml);
  const settings = madeOnce(described, (facts) => JSON.stringify(facts));
  const pipeline: RequestPipeline = {
    read: requestReader(registry, features),
    viewerNow: registry.accounts.viewerNow,
    currentTag: tagOf(registry, settings),
    publicView: registry.publicView,
    namedAtPartnersMinutes: about.namedAtPartnersMinutes,
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
    resolveRoute(registry.resolveText),
  ];
  const ofAllRegistries = Router({ caseSensitive: true });
  for (const route of federated) mountFederatedRoute(ofAllRegistries, route, pipeline);
  mountBatchRoute(ofAllRegistries, { ...network, lists: limits.lists }, pipeline);
  mountAccessRequestRoute(ofAllRegistries, { ...registry, ...about, host: hostOf(site) }, pipeline);
  // Every route is tried in turn, so those that no other request needs stand behind one look at the address, and what is asked
  // most comes first. `use` would cut the address that is looked at, and so what the log names.
  app.route(OF_ALL_REGISTRIES).all(ofAllRegistries);
  for (const route of routes) mountRoute(app, route, pipeline);
  mountAdminRoutes(app, { ...registry, pipeline, partners: network, trail, ...about });
  mountRoute(app, NOT_FOUND_ROUTE, pipeline);
  // What is switched off, and a refused token, come before an address that does not exist.
  app.use('/api', async (req, res, next) => {
    keepContext(res, await pipeline.read(req));
    next();
  });
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

/** A tag that changes with the data and with whatever else the answers depend on. */
function tagOf(registry: LocalRegistry, settings: () => string): () => string {
  const fingerprint = madeOnce(settings, (text) => createHash('sha256').update(text).digest('hex').slice(0, 8));
  return () => `W/"${registry.dataTag()}-${fingerprint()}"`;
}
