/** Refuses requests that Node's parser accepts against RFC 9112: routes get a path, a known version and one host. */

import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { type Refusal, type RefusedRequest, refuseOnSocket, refuseResponse } from './refusal.ts';

type OnRefused = (refused: RefusedRequest) => void;

const REFUSALS = {
  VERSION_UNKNOWN: { status: 400, sentence: 'The version of the request is neither HTTP/1.1 nor HTTP/1.0.' },
  HOST_NOT_ONE: { status: 400, sentence: 'A request of HTTP/1.1 has exactly one Host header.' },
  HOST_INVALID: { status: 400, sentence: 'The Host header is no host, with or without a port.' },
  TARGET_INVALID: {
    status: 400,
    sentence: 'The address is neither a path nor a whole address that begins with http:// or https:// and a host.',
  },
  CONNECT: { status: 400, sentence: 'CONNECT is for proxies, and this is none.' },
} as const satisfies Record<string, Refusal>;

type Code = keyof typeof REFUSALS;

const VERSIONS = ['1.1', '1.0'];
/** An absolute address, which a proxy may send in place of the path (RFC 9112, 3.2.2). */
const WHOLE_ADDRESS = /^https?:\/\/([^/?#]+)(.*)$/i;
/** The start of a path that the router would read as a host. */
const LIKE_A_HOST = /^\/[/\\]/;
/** A host as RFC 3986 writes it, with or without a port: no user name, no blank, no second host. */
const HOST_AND_PORT = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?$/i;

/**
 * Passes only well-formed requests to the listener, with the path of an absolute address. All others are refused in
 * plain text, and the connection is closed. The server needs `requireHostHeader: false`, or Node refuses without a
 * reason.
 */
export function onlyWellFormed(listener: RequestListener, onRefused: OnRefused): RequestListener {
  return (request, response) => {
    const target = pathAndQuery(request.url ?? '');
    const code = problemOf(request) ?? (target === undefined ? 'TARGET_INVALID' : undefined);
    if (code !== undefined) {
      const refused = refusedAs(code, request.socket.remoteAddress);
      onRefused(refused);
      refuseResponse(response, refused);
      return;
    }
    request.url = target ?? '';
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

/** Refuses CONNECT with a reason, where Node would close the connection without one. */
export function refuseConnect(server: Server, onRefused: OnRefused): void {
  server.on('connect', ({ socket: { remoteAddress } }, socket) => {
    const refused = refusedAs('CONNECT', remoteAddress);
    onRefused(refused);
    refuseOnSocket(socket, refused);
  });
}

function refusedAs(code: Code, remoteAddress: string | undefined): RefusedRequest {
  return { ...REFUSALS[code], code, remoteAddress };
}

function problemOf({ httpVersion, rawHeaders }: IncomingMessage): Code | undefined {
  if (!VERSIONS.includes(httpVersion)) return 'VERSION_UNKNOWN';
  let hosts = 0;
  let host = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!isHostName(rawHeaders[at] ?? '')) continue;
    hosts++;
    host = rawHeaders[at + 1] ?? '';
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'HOST_NOT_ONE';
  return host === '' || isHost(host) ? undefined : 'HOST_INVALID';
}

function isHostName(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

/** The last valid host, as nearly all requests name the same one. */
let lastHost = '';

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
