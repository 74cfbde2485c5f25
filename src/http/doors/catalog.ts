/** What programs that list services read: `/service-info` (GA4GH service-info 1.0.0) and `/.well-known/api-catalog` (RFC 9727). */

import { type RequestHandler, type Response, Router } from 'express';
import { endWith } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { refuseOtherMethods } from '../request/methods.ts';
import type { DoorGiven } from './door.ts';

const SERVICE_INFO = '/service-info';
const API_CATALOG = '/.well-known/api-catalog';
/** RFC 9264; the profile is that of RFC 9727. */
const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const OPENAPI_TYPE = 'application/json';
const CACHED_SECONDS = 3600;
/** The protocol that registries of this kind speak is RDP's. It is none of GA4GH, so the group is its makers'. */
const PROTOCOL = { group: 'ubc.pavlab', artifact: 'rdp' };

export function openDoor({ site, apiVersion, implementation }: DoorGiven): RequestHandler {
  const serviceInfo = asBytes(serviceInfoOf({ site, apiVersion, implementation }));
  const catalog = asBytes(catalogOf(site.host));
  const routes = Router();
  routes.get(SERVICE_INFO, (_req, res) => reply(res, 'application/json', serviceInfo));
  routes.get(API_CATALOG, (_req, res) => {
    // RFC 9727, 2: HEAD says by a link what this is.
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
}: Pick<DoorGiven, 'site' | 'apiVersion' | 'implementation'>) {
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

/** `org.example.registry`; an address of numbers is no domain, and stays as it is. */
function reversedDomain(hostname: string): string {
  return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').toReversed().join('.');
}

/** Every OpenAPI document with the page that shows it, and what describes the service. */
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

/** Any website's scripts may read it. */
function reply(res: Response, type: string, bytes: Buffer): void {
  addHeader(res, 'Access-Control-Allow-Origin', '*');
  addHeader(res, 'Cache-Control', `public, max-age=${CACHED_SECONDS}`);
  endWith(res, 200, type, bytes);
}
