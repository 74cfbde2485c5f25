/**
 * The headers of every answer for browsers: one list for each surface, which helmet writes once, when the program
 * starts.
 */

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** Only what changes something in browsers of today is sent: the rest would be paid for by every answer. */
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

/** Directives by their names; each holds its sources. */
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
 * Of what programs and other websites read: the API, whose answers scripts read by CORS headers alone, and what a website
 * loads to show searches of this registry.
 */
export const API_HEADERS: HeaderList = headersFrom({
  ...OF_EVERY_SURFACE,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
});

/** Of what only pages of this registry load or show, and of all refusals. No website looks into a page that it opens. */
export const PAGE_HEADERS: HeaderList = headersFrom({
  ...OF_EVERY_SURFACE,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
});

/** The policy of a page in itself: it runs and loads nothing but this registry's own. */
export const PAGE_POLICY: HeaderList = policyHeader(PAGE_DIRECTIVES);

/** Of every answer but the start page: no search engine keeps who is found here, and as what. */
export const NOT_INDEXED: HeaderList = ['X-Robots-Tag', 'noindex'];

/** The only header of a part of a page that says nothing about documents. */
export const NOT_GUESSED: HeaderList = ['X-Content-Type-Options', 'nosniff'];

/** @param styleSources what of the styles in Swagger UI's page is allowed beside its files, one by one */
export function docsPolicy(styleSources: readonly string[]): HeaderList {
  return policyHeader({
    ...PAGE_DIRECTIVES,
    'style-src': ["'self'", "'unsafe-hashes'", ...styleSources],
    'form-action': ["'none'"],
  });
}

/** Has browsers ask this host by https alone, for so long; nothing for a host that http reaches too. */
export function onlyByTls(seconds: number | undefined): HeaderList {
  if (seconds === undefined) return [];
  // Other hosts of the domain are not ours to promise for.
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

/** The headers that helmet gives to a response that goes nowhere. */
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
