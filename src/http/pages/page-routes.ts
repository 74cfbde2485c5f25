/** The routes of the web pages, and their errors as pages. */

import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { adminPage } from '../../web/pages/admin-page.ts';
import { errorPage } from '../../web/pages/error-page.ts';
import type { Page, Site } from '../../web/pages/layout.ts';
import { lookingGlassPage } from '../../web/pages/looking-glass-page.ts';
import { ownNamesOf } from '../../web/parts/choices.ts';
import { beginErrorHeaders, type ReportFault, toRegistryError } from '../reply/error-reply.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { isOfApi } from '../request/cross-origin.ts';
import { refuseOtherMethods } from '../request/methods.ts';
import { errorDocumentForm } from '../request/negotiation.ts';
import { addressParams, pathOf, readAddress } from '../request/request-context.ts';
import { type AccessPagesOptions, accessPages } from './access-pages.ts';
import { CLIENT } from './browser-files.ts';
import { type CoveragePageOptions, coveragePageHandler } from './coverage-page-route.ts';
import { diseaseRoutes } from './disease-routes.ts';
import { type GeneListRouteOptions, geneListHandler, geneListRoutes } from './gene-list-route.ts';
import { iconHandler } from './icon-routes.ts';
import { assetHandler, type PageAssets } from './page-assets.ts';
import { replyWithErrorPage, replyWithPage, viewOf } from './page-replies.ts';
import { type PersonPageOptions, personPageRoutes } from './person-page-routes.ts';
import { type ProfilePageOptions, profilePageHandler, rdpProfileLink } from './profile-page-route.ts';
import { type SearchPageOptions, searchPageHandler } from './search-page-route.ts';
import { type SubscriptionRoutesOptions, subscriptionRoutes } from './subscription-routes.ts';
import { mountTextRoutes } from './text-routes.ts';
import { trialRoutes } from './trial-routes.ts';
import { widgetScriptHandler } from './widget-script.ts';

export type PageRoutesOptions = Omit<SearchPageOptions, 'script'> &
  CoveragePageOptions &
  ProfilePageOptions &
  AccessPagesOptions &
  PersonPageOptions &
  SubscriptionRoutesOptions &
  Omit<GeneListRouteOptions, 'script'> &
  Pick<LocalRegistry, 'refuseUnfit' | 'otherDiseaseNames' | 'associationsOf' | 'genesOf' | 'termsOfDisease'> & {
    site: Site;
    assets: PageAssets;
    icons: ReadonlyMap<string, Buffer>;
    /** Limits requests for pages; assets come before it. */
    admit: RequestHandler;
    reportFault: ReportFault;
  };

/** Makes the routes of all pages, with their assets and errors. */
export function pageRoutes(options: PageRoutesOptions): Router {
  const { assets, icons, site, reportFault } = options;
  const script = (module: string) => () => scriptOf(assets, module);
  const search = searchPageHandler({ ...options, script: searchScripts(assets) });
  const geneList = { ...options, script: script('web/browser/gene-list.js') };
  const text = { ...options, script: script('web/browser/text-page.js'), showGeneList: geneListHandler(geneList) };

  const routes = Router();
  routes.use('/assets', assetHandler(assets));
  routes.use('/icons', iconHandler(icons));
  routes.all('/widget.js', forAnyWebsite, widgetScriptHandler(options));
  routes.all('/client.js', forAnyWebsite, assetHandler(assets, CLIENT));
  routes.use(options.admit);
  routes.use((req, _res, next) => {
    if (!isOfApi(pathOf(req))) options.refuseUnfit();
    next();
  });
  mountTextRoutes(routes, text);
  const diseases = {
    script: script('web/browser/disease-page.js'),
    peopleScript: script('web/browser/disease-people.js'),
  };
  routes.use(diseaseRoutes({ ...options, ...diseases }));
  routes.get('/', search);
  routes.get('/search', search);
  routes.get('/coverage', coveragePageHandler(options));
  routes.get('/userView/:userId', profilePageHandler(options));
  routes.get('/search/user/:userId', rdpProfileLink(options));
  routes.get('/admin', async (req, res) => {
    const view = viewOf(req, readAddress(req.originalUrl).params, site);
    const admin = await scriptOf(assets, 'web/browser/admin.js');
    const [taxa, { organs }] = await Promise.all([options.activeTaxa(), options.searchChoices()]);
    const about = { origins: options.sources(), names: ownNamesOf({ taxa, organs }), script: admin };
    await replyWithPage(req, res, 200, adminPage(view, about));
  });
  routes.get('/looking-glass', async (req, res) => {
    const view = viewOf(req, readAddress(req.originalUrl).params, site);
    const page = lookingGlassPage(view, await scriptOf(assets, 'web/browser/looking-glass.js'));
    await replyWithPage(req, res, 200, page);
  });
  routes.use(geneListRoutes(geneList));
  routes.use(accessPages(options));
  routes.use(personPageRoutes(options));
  routes.use(subscriptionRoutes(options));
  routes.use(trialRoutes(options));
  routes.all(['/search', '/genes'], refuseOtherMethods('GET, POST'));
  const described = ['/diseases/:id', '/phenotypes/:id'];
  routes.all([...described, ...described.map((path) => `${path}/people`)], refuseOtherMethods());
  const others = ['/coverage', '/userView/:userId', '/search/user/:userId', '/admin', '/looking-glass'];
  routes.all(['/', ...others], refuseOtherMethods());
  routes.use(noPage);
  routes.use(pageErrors(site, reportFault));
  return routes;
}

/** Returns a module of a page with all its imports, so that browsers fetch them together. */
async function scriptOf(assets: PageAssets, module: string): Promise<Page['script']> {
  const asset = await assets.find(module);
  return asset === undefined ? undefined : { module, imports: asset.imports };
}

/** Returns the script of the search page. With an answer, its modules are loaded at once rather than when the page first needs them. */
function searchScripts(assets: PageAssets): SearchPageOptions['script'] {
  return async (hasAnswer) => {
    const script = await scriptOf(assets, 'web/browser/search.js');
    const answer = hasAnswer ? await scriptOf(assets, 'web/browser/results/live-answer.js') : undefined;
    if (script === undefined || answer === undefined) return script;
    return { ...script, imports: [...script.imports, { path: answer.module }, ...answer.imports] };
  };
}

/** Lets other websites load the script with `crossorigin` or as a module. */
const forAnyWebsite: RequestHandler = (_req, res, next) => {
  addHeader(res, 'Access-Control-Allow-Origin', '*');
  next();
};

/** Throws `no-page` for readers of pages; for programs, a later handler answers. */
const noPage: RequestHandler = (req, _res, next) => {
  const isForReader = req.method === 'GET' && errorDocumentForm(req.headers.accept) === 'html';
  if (isForReader && !isOfApi(pathOf(req))) throw new RegistryError('no-page');
  next();
};

/** Removes the key from a path, as it gives access: to the page of a request, to its answer, or to a subscription. */
function withoutKey(path: string): string {
  return path.replace(/^\/(requests|answer|subscriptions)\/.*/s, '/$1/…');
}

/** Sends errors of pages as pages, in the reader's language. */
function pageErrors(site: Site, reportFault: ReportFault): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const known = toRegistryError(error);
    if (res.headersSent) return next(error);
    if (known.code === 'internal') reportFault(error, { method: req.method, path: withoutKey(pathOf(req)) });
    beginErrorHeaders(res, known);
    // The error may be in the address, so it is parsed without checks.
    const view = viewOf(req, addressParams(req.originalUrl), site);
    replyWithErrorPage(res, known.status, errorPage(view, known));
  };
}
