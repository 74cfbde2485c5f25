/** Swagger UI at `/docs`, over the OpenAPI document that this registry answers at `/api`. */

import { createHash } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import swaggerUi, { type SwaggerUiOptions } from 'swagger-ui-express';

/** A second document goes into `swaggerOptions.urls`, with the standalone layout, whose bar offers the choice. */
const OPTIONS: SwaggerUiOptions = {
  swaggerUrl: '../api',
  customSiteTitle: 'Registry API',
  swaggerOptions: {
    layout: 'BaseLayout',
    plugins: [askServerOfPage],
    validatorUrl: null,
    supportedSubmitMethods: ['get'],
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
  },
};

/**
 * The page and its assets (design 3), with the full path: mount it at the root. All addresses are relative, so it
 * works behind a path prefix, and the page asks the server it came from, whatever host the document tells partners.
 */
export function docsRoutes(): Router {
  const page = swaggerUi.generateHTML(undefined, OPTIONS);
  const assets = assetsOf(page);
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(page),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  const knownAssets: RequestHandler = (req, res, next) => {
    if (!assets.has(req.path)) return next('router');
    res.set(headers);
    next();
  };

  const routes = Router();
  routes.get('/docs', (req, res) => {
    if (!req.path.endsWith('/')) return res.redirect('docs/');
    res.set(headers).type('html').send(page);
  });
  routes.use('/docs', knownAssets, swaggerUi.serveFiles(undefined, OPTIONS));
  return routes;
}

/**
 * A plugin of Swagger UI that puts the address of the page in the place of `servers`. It runs in the browser, where
 * its source is sent: it may use nothing else of this file.
 */
function askServerOfPage() {
  const url = new URL('..', window.location.href).href.slice(0, -1);
  type Update = (document: object) => unknown;
  const updateJsonSpec = (update: Update) => (document: object) => update({ ...document, servers: [{ url }] });
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec } } } };
}

/** What the page loads. The rest of Swagger UI's folder, its sample page included, stays unserved. */
function assetsOf(page: string): ReadonlySet<string> {
  return new Set(Array.from(page.matchAll(/(?:src|href)="\.(\/[^"]+)"/g), ([, path]) => path ?? ''));
}

/** Own files only; the few inline styles of the page are allowed one by one, by their hash. */
function contentSecurityPolicy(page: string): string {
  const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>|\sstyle="([^"]*)"/g)];
  const hashes = styles.map(([, element, attribute]) => `'sha256-${sha256(element ?? attribute ?? '')}'`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'unsafe-hashes' ${hashes.join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
