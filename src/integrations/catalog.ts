/** Answers programs that list services: `/service-info` (GA4GH service-info 1.0.0) and `/.well-known/api-catalog` (RFC 9727). */

import { type RequestHandler, type Response, Router } from 'express';
import { refuseOtherMethods } from '../server/reply/methods.ts';
import { endWith } from '../server/reply/replies.ts';
import { addHeader } from '../server/reply/reply-headers.ts';
import type { IntegrationOptions } from './integration.ts';

const SERVICE_INFO = '/service-info';
const API_CATALOG = '/.well-known/api-catalog';
/** The media type of RFC 9264 with the profile of RFC 9727. */
const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const OPENAPI_TYPE = 'application/json';
const CACHED_SECONDS = 3600;
/** The protocol that registries of this kind speak is RDP's. GA4GH has none for it, so the group names the makers of RDP. */
const PROTOCOL = { group: 'ubc.pavlab', artifact: 'rdp' };

export function openIntegration({ site, apiVersion, implementation }: IntegrationOptions): RequestHandler {
  const serviceInfo = asBytes(serviceInfoOf({ site, apiVersion, implementation }));
  const catalog = asBytes(catalogOf(site.host));
  const routes = Router();
  routes.get(SERVICE_INFO, (_req, res) => reply(res, 'application/json', serviceInfo));
  routes.get(API_CATALOG, (_req, res) => {
    // RFC 9727, 2: a response to HEAD has a link that says what this is.
    addHeader(res, 'Link', `<${site.host}${API_CATALOG}>; rel="api-catalog"`);
    reply(res, LINKSET_TYPE, catalog);
  });
  routes.all([SERVICE_INFO, API_CATALOG], refuseOtherMethods());
  return routes;
}

function serviceInfoOf({
  site,
  apiVersion,
  implementation,
}: Pick<IntegrationOptions, 'site' | 'apiVersion' | 'implementation'>) {
  const { host, shortname, fullname, contactEmail } = site;
  return {
    id: `${reversedDomain(new URL(host).hostname)}.registry`,
    name: shortname,
    type: { ...PROTOCOL, version: apiVersion },
    description: fullname,
    organization: { name: fullname, url: host },
    ...(contactEmail === undefined ? {} : { contactUrl: `mailto:${contactEmail}` }),
    documentationUrl: `${host}/docs/`,
    version: implementation.split('/').at(-1),
  };
}

/** Reverses a host name, such as `org.example.registry`; an IP address stays as it is. */
function reversedDomain(hostname: string): string {
  return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').toReversed().join('.');
}

/** Lists each OpenAPI document, with its documentation page and the description of the service. */
function catalogOf(host: string) {
  const anchored = (path: string, docs: string) => ({
    anchor: `${host}${path}`,
    'service-desc': [{ href: `${host}${path}`, type: OPENAPI_TYPE }],
    'service-doc': [{ href: `${host}/docs/${docs}`, type: 'text/html' }],
    'service-meta': [{ href: `${host}${SERVICE_INFO}`, type: 'application/json' }],
    status: [{ href: `${host}/readyz`, type: 'text/plain' }],
  });
  const apis = [anchored('/api', ''), anchored('/api/federated', '?federated')];
  return {
    linkset: [{ anchor: `${host}${API_CATALOG}`, item: apis.map(({ anchor }) => ({ href: anchor })) }, ...apis],
  };
}

function asBytes(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Sends the document; scripts of any website may read it. */
function reply(res: Response, type: string, bytes: Buffer): void {
  addHeader(res, 'Access-Control-Allow-Origin', '*');
  addHeader(res, 'Cache-Control', `public, max-age=${CACHED_SECONDS}`);
  endWith(res, 200, type, bytes);
}
