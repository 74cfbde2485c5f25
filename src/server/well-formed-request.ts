/** Refuses requests that Node's parser accepts against RFC 9112: routes get a path, a known version and one host. */

import type { IncomingMessage, RequestListener } from 'node:http';
import { type RefusedRequest, refuseResponse } from './refusal.ts';

type OnRefused = (refused: RefusedRequest) => void;
/** The part of a request that is malformed. */
type Malformed = 'version' | 'host' | 'target';

const BAD_REQUEST = 400;
const VERSIONS = ['1.1', '1.0'];
/** An absolute address, which a proxy may send in place of the path (RFC 9112, 3.2.2). */
const WHOLE_ADDRESS = /^https?:\/\/([^/?#]+)(.*)$/i;
/** The start of a path that the router would read as a host. */
const LIKE_A_HOST = /^\/[/\\]/;
/** A host as RFC 3986 writes it, with or without a port: no user name, no blank, no second host. */
const HOST_AND_PORT = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?$/i;

/**
 * Passes only well-formed requests to the listener, with the path of an absolute address. It refuses all others and
 * closes the connection. The server needs `requireHostHeader: false`: Node itself refuses silently, and the log would
 * lack the line.
 */
export function onlyWellFormed(listener: RequestListener, onRefused: OnRefused): RequestListener {
  return (request, response) => {
    const target = pathAndQuery(request.url ?? '');
    const malformed = target === undefined ? 'target' : malformedHead(request);
    if (target === undefined || malformed !== undefined) {
      onRefused({ status: BAD_REQUEST, code: malformed ?? '', remoteAddress: request.socket.remoteAddress });
      refuseResponse(response, BAD_REQUEST);
      return;
    }
    request.url = target;
    if (LIKE_A_HOST.test(request.url)) hideFromRouter(request);
    listener(request, response);
  };
}

/**
 * Makes the router see the root for an address such as `//a`. Express takes `a` for a host, and answers itself if no
 * path follows it. No route begins like this: the code that reads `originalUrl` refuses it.
 */
function hideFromRouter(request: IncomingMessage): void {
  Object.assign(request, { originalUrl: request.url, url: '/' });
}

function malformedHead({ httpVersion, rawHeaders }: IncomingMessage): Malformed | undefined {
  if (!VERSIONS.includes(httpVersion)) return 'version';
  let hosts = 0;
  let host = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!isHostName(rawHeaders[at] ?? '')) continue;
    hosts++;
    host = rawHeaders[at + 1] ?? '';
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'host';
  return host === '' || isHost(host) ? undefined : 'host';
}

function isHostName(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

/** The last valid host, as nearly all requests name the same one. */
let lastHost: string | undefined;

function isHost(text: string): boolean {
  if (text === lastHost) return true;
  if (!HOST_AND_PORT.test(text) || !URL.canParse(`http://${text}/`)) return false;
  lastHost = text;
  return true;
}

/** Returns path and query; undefined for what is neither a path nor an absolute address. `*` is a path that no route has. */
function pathAndQuery(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target;
  const [, host = '', rest = ''] = WHOLE_ADDRESS.exec(target) ?? [];
  if (!isHost(host)) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
