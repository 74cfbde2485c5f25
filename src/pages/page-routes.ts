/** The routes of the web pages, and their errors as pages. */

import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { RegistryError } from '../domain/errors.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import { leadTo } from '../server/reply/deprecation.ts';
import { beginErrorHeaders, type ReportFault, toRegistryError } from '../server/reply/error-reply.ts';
import { READ_AND_SENT, refuseOtherMethods } from '../server/reply/methods.ts';
import { addHeader } from '../server/reply/reply-headers.ts';
import { isOfApi } from '../server/request/cross-origin.ts';
import { errorDocumentForm } from '../server/request/negotiation.ts';
import { fromOwnPage } from '../server/request/request-body.ts';
import { addressParams, pathOf, readAddress } from '../server/request/request-context.ts';
import { type AccessPagesOptions, accessPages } from './access/access-page-routes.ts';
import { type PersonPageOptions, personPageRoutes } from './access/person-page-routes.ts';
import { adminPage } from './admin/admin-page.ts';
import { partnerStatusPage } from './admin/partner-status-page.ts';
import { diseaseRoutes } from './disease/disease-routes.ts';
import { type SubscriptionRoutesOptions, subscriptionRoutes } from './feeds/subscription-routes.ts';
import { type CoveragePageOptions, coveragePageHandler } from './gene/coverage-page-route.ts';
import { type GeneListRouteOptions, geneListHandler, geneListRoutes } from './gene/gene-list-route.ts';
import { ownNamesOf } from './parts/choices.ts';
import { html } from './parts/html.ts';
import { backLink, layout, type Page, type PageView, type Site } from './parts/layout.ts';
import { linkTo } from './parts/view.ts';
import { type ProfilePageOptions, profilePageHandler, rdpProfileLink } from './people/profile-page-route.ts';
import { type SearchPageOptions, searchPageHandler } from './search/search-page-route.ts';
import { CLIENT } from './server/browser-files.ts';
import { type Asset, assetHandler, assetOf, type PageAssets, widgetScriptHandler } from './server/page-assets.ts';
import { redirect, replyWithErrorPage, replyWithPage, viewOf } from './server/page-replies.ts';
import { mountTextRoutes } from './text-routes.ts';
import { problemIn, type RegistryProblem } from './words/problem-words.ts';

export function errorPage(view: PageView, problem: RegistryProblem): string {
  const { words } = view;
  const isNoPage = problem.code === 'no-page';
  const title = isNoPage ? words.pageNotFound : words.error;
  return layout(view, {
    title,
    main: html`<h1>${title}</h1>
${!isNoPage && html`<p class="error" dir="auto">${problemIn(words, problem)}</p>`}
${backLink(view)}`,
  });
}

/** The policy of an icon that is opened by itself: it runs no scripts and loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Makes the handler. @param files the icons by name */
export function iconHandler(files: ReadonlyMap<string, Buffer>): RequestHandler {
  const made = new Map<string, Asset>();
  const answer = assetHandler({ find });

  async function find(name: string): Promise<Asset | undefined> {
    const body = files.get(name);
    if (body === undefined || made.has(name)) return made.get(name);
    const asset = assetOf(name, body);
    made.set(name, asset);
    return asset;
  }

  return (req, res, next) => {
    if (!files.has(req.path.slice(1))) return next();
    addHeader(res, 'Content-Security-Policy', POLICY);
    return answer(req, res, next);
  };
}

const PATH = '/try/:kind';

/** Makes the route, if there is anything to try. @param host the public address of this registry */
export function trialRoutes({ site, host }: { site: Site; host: string }): Router {
  const routes = Router();
  const { trials = [] } = site;
  if (trials.length === 0) return routes;
  const show: RequestHandler<{ kind: string }> = async (req, res) => {
    const trial = trials.find(({ kind, prepare }) => kind === req.params.kind && prepare !== undefined);
    if (trial === undefined) throw new RegistryError('no-page');
    await trial.prepare?.();
    const view = viewOf(req, readAddress(req.originalUrl).params, site);
    redirect(res, 303, linkTo(view, trial.page, new URLSearchParams(trial.params)));
  };
  routes.post(PATH, fromOwnPage(host), show);
  routes.all(PATH, refuseOtherMethods('POST, OPTIONS'));
  return routes;
}

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
  const geneList = { ...options, script: script('pages/browser/gene-list.js') };
  const shown = { showSearch: search, showGeneList: geneListHandler(geneList) };
  const text = { ...options, script: script('pages/browser/text-page.js'), ...shown };

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
    script: script('pages/browser/disease-page.js'),
    peopleScript: script('pages/browser/disease-people.js'),
  };
  routes.use(diseaseRoutes({ ...options, ...diseases }));
  routes.get('/', (req, res) => search(req, res));
  routes.get('/search', (req, res) => search(req, res));
  routes.get('/coverage', coveragePageHandler(options));
  routes.get('/userView/:userId', profilePageHandler(options));
  routes.get('/search/user/:userId', rdpProfileLink(options));
  routes.get('/admin', async (req, res) => {
    const view = viewOf(req, readAddress(req.originalUrl).params, site);
    const admin = await scriptOf(assets, 'pages/browser/admin.js');
    const [taxa, { organs }] = await Promise.all([options.activeTaxa(), options.searchChoices()]);
    const about = { origins: options.sources(), names: ownNamesOf({ taxa, organs }), script: admin };
    await replyWithPage(req, res, 200, adminPage(view, about));
  });
  routes.get('/partner-status', async (req, res) => {
    const view = viewOf(req, readAddress(req.originalUrl).params, site);
    const page = partnerStatusPage(view, await scriptOf(assets, 'pages/browser/partner-status.js'));
    await replyWithPage(req, res, 200, page);
  });
  routes.get('/looking-glass', leadTo('/partner-status'));
  routes.use(geneListRoutes(geneList));
  routes.use(accessPages(options));
  routes.use(personPageRoutes(options));
  routes.use(subscriptionRoutes(options));
  routes.use(trialRoutes(options));
  routes.all('/search', refuseOtherMethods(READ_AND_SENT));
  const others = [
    '/coverage',
    '/userView/:userId',
    '/search/user/:userId',
    '/admin',
    '/partner-status',
    '/looking-glass',
  ];
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
    const script = await scriptOf(assets, 'pages/browser/search.js');
    const answer = hasAnswer ? await scriptOf(assets, 'pages/browser/results/live-answer.js') : undefined;
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
