/** `/robots.txt`: which pages web crawlers may read. */

import { Router } from 'express';
import { endWith } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { refuseOtherMethods } from '../request/methods.ts';

/** Not for crawlers: every search also asks the partners, and the people it finds are not for search engines. */
const NOT_FOR_ROBOTS = [
  '/search',
  '/diseases',
  '/phenotypes',
  '/userView',
  '/coverage',
  '/export',
  '/feeds',
  '/subscribe',
  '/subscriptions',
  '/api',
];
const TEXT = ['User-agent: *', 'Allow: /', ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`), ''].join('\n');

export function robotsRoutes(): Router {
  const routes = Router();
  routes.get('/robots.txt', (_req, res) => {
    addHeader(res, 'Cache-Control', 'public, max-age=86400');
    endWith(res, 200, 'text/plain;charset=utf-8', Buffer.from(TEXT));
  });
  routes.all('/robots.txt', refuseOtherMethods());
  return routes;
}
