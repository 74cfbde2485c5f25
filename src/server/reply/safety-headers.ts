/**
 * Security headers of all responses: one list for each kind of response, which helmet writes once, at the start of the
 * program. With helmet on each response Node.js would write headers one by one, for 11 to 15 % of processor time.
 */

import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** Only headers that today's browsers act on are sent, as every other one would make each response longer. */
const OF_EVERY_SURFACE = {
  xFrameOptions: { action: 'deny' },
  // The deprecated `auth` parameter puts tokens into addresses.
  referrerPolicy: { policy: 'no-referrer' },
  contentSecurityPolicy: false,
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  xPoweredBy: false,
} as const satisfies HelmetOptions;

/** The sources of each directive. */
type Policy = Readonly<Record<string, readonly string[]>>;

const PAGE_DIRECTIVES = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
} satisfies Policy;

/**
 * Headers of what programs and other websites read: the API, and what a website loads to show searches of this
 * registry. Scripts can read responses of the API only with CORS headers.
 */
export const API_HEADERS: HeaderList = headersFrom({
  ...OF_EVERY_SURFACE,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
});

/** Headers of what only pages of this registry load or show, and of all refusals. No website can access a page that it opens. */
export const PAGE_HEADERS: HeaderList = headersFrom({
  ...OF_EVERY_SURFACE,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
});

/** The policy of a page: it runs and loads nothing from elsewhere. */
export const PAGE_POLICY: HeaderList = policyHeader(PAGE_DIRECTIVES);

/** For every response but the start page: search engines must not index the people found here, and what they work on. */
export const NOT_INDEXED: HeaderList = ['X-Robots-Tag', 'noindex'];

/** The only header that a fragment of a page needs; the others concern documents. */
export const NOT_GUESSED: HeaderList = ['X-Content-Type-Options', 'nosniff'];

/** Returns the source by which a policy allows this inline style. */
export function styleHash(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/** Returns the policy of the documentation. @param styleSources the allowed inline styles of a page, one by one */
export function docsPolicy(styleSources: readonly string[]): HeaderList {
  return policyHeader({
    ...PAGE_DIRECTIVES,
    'style-src': ["'self'", "'unsafe-hashes'", ...styleSources],
    'form-action': ["'none'"],
  });
}

/** Returns the header that makes browsers use only https for this host, for so long; none for a host that http also reaches. */
export function onlyByTls(seconds: number | undefined): HeaderList {
  if (seconds === undefined) return [];
  // This registry must not decide for other hosts of its domain.
  const options = { maxAge: seconds, includeSubDomains: false };
  return written((request, response, next) => helmet.strictTransportSecurity(options)(request, response, next));
}

function headersFrom(options: HelmetOptions): HeaderList {
  return written(helmet(options));
}

function policyHeader(directives: Policy): HeaderList {
  return written(helmet.contentSecurityPolicy({ useDefaults: false, directives }));
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Returns the headers that helmet sets, on a response that is not sent. */
function written(middleware: Middleware): HeaderList {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const headers: string[] = [];
  response.setHeader = (name, value) => {
    headers.push(name, String(value));
    return response;
  };
  middleware(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return headers;
}
