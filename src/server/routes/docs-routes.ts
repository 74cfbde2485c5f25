/** Swagger UI at `/docs`, over the two OpenAPI documents of a registry: of `/api` and, with `?federated`, of `/api/federated`. What they are made of is loaded at the first request, as a start needs none of it. */

import { readFile } from 'node:fs/promises';
import { type RequestHandler, Router } from 'express';
import swaggerUi, { type SwaggerUiOptions } from 'swagger-ui-express';
import type { OpenApiFacts } from '../../api/documents.ts';
import type { Recorded } from '../../api/openapi.ts';
import { memoizeByVersion, once } from '../../domain/memoize.ts';
import { refuseOtherMethods } from '../reply/methods.ts';
import { endWith, replyWithTagged } from '../reply/replies.ts';
import { addHeader, addHeaders, setOnNode } from '../reply/reply-headers.ts';
import { docsPolicy, styleHash } from '../reply/safety-headers.ts';
import { entityTagOf } from '../request/entity-tags.ts';
import { docsPages } from './docs-pages.ts';

/** Breaks long addresses, scrolls wide tables, makes links large enough for a finger, and gives text enough contrast. */
const OWN_STYLE = `
  :root { color-scheme: light dark; }
  nav.wrapper a { display: inline-block; padding: 0.6em 0; }
  nav.wrapper a { color: #0b5a87; }
  html.dark-mode nav.wrapper a { color: #86c5ef; }
  .swagger-ui :is(.info a, .info .url, .markdown a, .link) { color: #0b5a87; }
  .swagger-ui .info .title small { background: #3d4654; }
  .swagger-ui .info .title small.version-stamp { background: #3b5a00; }
  .swagger-ui .opblock .opblock-summary-method, .swagger-ui .btn.execute { background: #0b5a87 !important; color: #fff !important; }
  .swagger-ui .opblock.opblock-deprecated { opacity: 1; }
  .swagger-ui .parameter__in { color: #55606b; }
  .swagger-ui :is(.parameter__deprecated, .btn.cancel) { color: #a40000; }
  .swagger-ui .btn.authorize span { color: #15663b; }
  .swagger-ui .microlight span { color: inherit !important; }
  .swagger-ui .nostyle { display: inline-block; min-height: 24px; }
  html.dark-mode .swagger-ui :is(.info a, .info .url, .markdown a, .link) { color: #86c5ef; }
  html.dark-mode .swagger-ui .parameter__in { color: #b5c0ca; }
  html.dark-mode .swagger-ui .header-col { color: #e4e6e6; }
  html.dark-mode .swagger-ui :is(.parameter__deprecated, .btn.cancel) { color: #ffb1a8; }
  html.dark-mode .swagger-ui .btn.authorize span { color: #86d79c; }
  @media (max-width: 40em) {
    .swagger-ui .opblock .opblock-summary-path { max-width: 100%; word-break: break-word; }
    .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; }
    .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
    .swagger-ui .opblock-body, .swagger-ui .table-container, .swagger-ui .responses-inner { overflow-x: auto; }
    .swagger-ui .info { margin: 1em 0; overflow-wrap: anywhere; }
    .swagger-ui .scheme-container .schemes { flex-wrap: wrap; }
    .swagger-ui select, .swagger-ui input { max-width: 100%; min-width: 0; }
  }
`;

/** Options of Swagger UI. Its layout that offers a choice of documents would also load any other document, so this page links to the two. */
const OPTIONS: SwaggerUiOptions = {
  swaggerUrl: '../api',
  customSiteTitle: 'Registry API',
  customCss: OWN_STYLE,
  swaggerOptions: {
    layout: 'BaseLayout',
    plugins: [registryPage],
    validatorUrl: null,
    supportedSubmitMethods: ['get'],
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
  },
};

const SERVICES = '/docs/services.json';
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/**
 * Makes the routes of the page and its assets, with full paths: mount them at the root. All addresses are relative, so
 * they work behind a path prefix. The page sends requests to its own server, whatever host the document names for
 * partners.
 */
export function docsRoutes({ services }: Pick<OpenApiDocuments, 'services'>): Router {
  const page = swaggerUi.generateHTML(undefined, OPTIONS).replace('<head>', `<head>\n${VIEWPORT}`);
  const assets = assetsOf(page);
  const policy = docsPolicy(inlineStylesOf(page));
  const knownAssets: RequestHandler = (req, res, next) => {
    if (!assets.has(req.path)) return next('router');
    addHeaders(res, policy);
    // The library that serves the file sets its Cache-Control itself.
    setOnNode(res);
    next();
  };

  const routes = Router();
  routes.use(docsPages());
  const ofServices = memoizeByVersion(services, async (document) => {
    const body = Buffer.from(JSON.stringify(await document));
    return { body, tag: entityTagOf(body) };
  });
  routes.get(SERVICES, async (req, res) => {
    await replyWithTagged(req, res, 'application/json', await ofServices());
  });
  routes.get('/docs', (req, res) => {
    addHeaders(res, policy);
    addHeader(res, 'Cache-Control', 'no-cache');
    if (req.path.endsWith('/')) return endWith(res, 200, 'text/html; charset=utf-8', Buffer.from(page));
    addHeader(res, 'Location', 'docs/');
    endWith(res, 302);
  });
  routes.all([SERVICES, '/docs'], refuseOtherMethods());
  routes.use('/docs', knownAssets, swaggerUi.serveFiles(undefined, OPTIONS));
  return routes;
}

/**
 * A plugin of Swagger UI. It replaces `servers` by the address of the page, and loads the document of the page. It
 * links to the other document and back to the search, and follows the reader's light or dark mode. Its source runs in
 * the browser, so it can use nothing else of this file.
 */
function registryPage() {
  const url = new URL('..', window.location.href).href.slice(0, -1);
  const isFederated = window.location.search === '?federated';
  const isServices = window.location.search === '?services';
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  follow();
  dark.addEventListener('change', follow);

  type Update = (document: object) => unknown;
  type Download = (address: string) => unknown;
  const updateJsonSpec = (update: Update) => (document: object) => update({ ...document, servers: [{ url }] });
  const shown = isServices ? './services.json' : isFederated ? '../api/federated' : '../api';
  const download = (load: Download) => () => load(shown);

  type CreateElement = (type: unknown, props: object, ...children: unknown[]) => unknown;
  const BaseLayout = (original: unknown, system: { React: { createElement: CreateElement } }) => (props: object) => {
    const { createElement } = system.React;
    const link = (name: string, href: string, isShown: boolean) => {
      const style = { marginRight: '1.5em', fontWeight: isShown ? 'bold' : 'normal' };
      return createElement('a', { href, style, 'aria-current': isShown ? 'page' : undefined }, name);
    };
    const [search, list] = [link('← Search', '../', false), link('Gene list', '../genes', false)];
    const links = [
      search,
      list,
      link('Registry API', './', !isFederated && !isServices),
      link('Federated API', './?federated', isFederated),
      link('Files, feeds, administration', './?services', isServices),
    ];
    const style = { paddingTop: '1em', fontFamily: 'sans-serif' };
    const nav = createElement('nav', { className: 'wrapper', 'aria-label': 'Pages', style }, ...links);
    return createElement('div', { className: 'swagger-ui' }, nav, createElement(original, props));
  };

  return { statePlugins: { spec: { wrapActions: { updateJsonSpec, download } } }, wrapComponents: { BaseLayout } };
}

/** Returns the assets that the page loads. Other files of Swagger UI's folder, such as its sample page, are not served. */
function assetsOf(page: string): ReadonlySet<string> {
  return new Set(Array.from(page.matchAll(/(?:src|href)="\.(\/[^"]+)"/g), ([, path]) => path ?? ''));
}

/** Returns the hashes of the inline styles of the page. Its policy allows each. */
function inlineStylesOf(page: string): string[] {
  const styles = [...page.matchAll(/<style>([^<]*)<\/style>|\sstyle="([^"]*)"/g)];
  return styles.map(([, element, attribute]) => styleHash(element ?? attribute ?? ''));
}

export type OpenApiDocuments = {
  /** The document of `GET /api`: every endpoint of rdp-protocol 2, in OpenAPI 3.0.1. */
  registry(): Promise<object>;
  /** The document of the services beside the APIs, at `/docs/services.json`. */
  services(): Promise<object>;
  /** The document of `GET /api/federated`: every federated route (docs/api.md#all-registries-at-once), in OpenAPI 3.1. */
  federated(): Promise<object>;
};

/**
 * Makes each document at its first request. After a failure, for example for want of file descriptors, the next request
 * tries again.
 *
 * @param readFacts returns the same object while the facts are the same; another object makes the documents new
 */
export function openApiDocuments(readFacts: () => OpenApiFacts): OpenApiDocuments {
  const load = once(loaded);
  return {
    registry: memoizeByVersion(readFacts, async (facts) => {
      const { registryDocument, examples } = await load();
      return registryDocument(facts, examples);
    }),
    services: memoizeByVersion(readFacts, async (facts) => (await load()).servicesDocument(facts)),
    federated: memoizeByVersion(readFacts, async (facts) => {
      const { federatedDocument, examples } = await load();
      return federatedDocument(facts, examples);
    }),
  };
}

async function loaded() {
  const [documents, text] = await Promise.all([
    import('../../api/documents.ts'),
    readFile(new URL('../../api/examples.json', import.meta.url), 'utf8'),
  ]);
  return { ...documents, examples: JSON.parse(text) as Recorded };
}
