/** Texts at addresses that everybody knows: `/robots.txt`, and `/.well-known/security.txt` (RFC 9116). */

import { type IRouter, Router } from 'express';
import { DAY_MS } from '../domain/durations.ts';
import { refuseOtherMethods } from './reply/methods.ts';
import { endWith } from './reply/replies.ts';
import { addHeader } from './reply/reply-headers.ts';

const SECURITY_TXT = '/.well-known/security.txt';
/** How many days a copy of the file is valid; this server makes it new for each request. */
const HOLDS_DAYS = 30;

type SecurityTxtOptions = {
  /** E-mail addresses and https addresses, preferred ones first; if there are none, there is no such file. */
  contacts: readonly string[];
  /** The address of this registry, without a trailing slash. */
  host: string;
  now: () => Date;
};

/** Mounts the text that says where to report a vulnerability, unless there is no contact. */
export function mountSecurityTxt(routes: IRouter, { contacts, host, now }: SecurityTxtOptions): void {
  if (contacts.length === 0) return;
  routes.get(SECURITY_TXT, (_req, res) => {
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`),
      `Expires: ${expiryAt(now())}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${host}${SECURITY_TXT}`,
    ];
    addHeader(res, 'Cache-Control', 'public, max-age=86400');
    endWith(res, 200, 'text/plain; charset=utf-8', Buffer.from(`${lines.join('\n')}\n`));
  });
  routes.all(SECURITY_TXT, refuseOtherMethods());
}

/** Returns the expiry, counted from the start of the day, so that all requests of a day get the same file. */
function expiryAt(now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS);
  return new Date((day + HOLDS_DAYS) * DAY_MS).toISOString();
}

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
const ROBOTS_TXT = ['User-agent: *', 'Allow: /', ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`), ''].join('\n');

/** Returns the route of what crawlers may read. */
export function robotsRoutes(): Router {
  const routes = Router();
  routes.get('/robots.txt', (_req, res) => {
    addHeader(res, 'Cache-Control', 'public, max-age=86400');
    endWith(res, 200, 'text/plain;charset=utf-8', Buffer.from(ROBOTS_TXT));
  });
  routes.all('/robots.txt', refuseOtherMethods());
  return routes;
}
