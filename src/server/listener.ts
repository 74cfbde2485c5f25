/** The public server: its limits on connections and on the time of a request, and where it listens. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotStart } from './cannot-start.ts';
import { reportFullness } from './connection-limit.ts';
import { serveRawRequestLines } from './raw-request.ts';
import type { RefusedRequest } from './refusal.ts';
import { type FollowedFiles, type LogTls, openTlsServer } from './tls-server.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node checks these two timeouts, and so how much longer a request may take. Node's default is 30 s. */
const CHECK_INTERVAL_MS = 500;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const IDLE_TIMEOUT_MS = 120_000;
const HEADERS_BYTES = 16 * 1024;

export type ListenerOptions = {
  mostUrlBytes: number;
  mostConnections: number;
  /** Undefined: the server uses http. */
  tls: FollowedFiles | undefined;
  onRefused: (refused: RefusedRequest) => void;
  logTls: LogTls;
  /** Called once when all connections are taken, and once when there is room again. */
  logConnections: (level: 'warn' | 'info', what: string) => void;
};

type Listener = Disposable & {
  server: Server;
  /** Returns until when the certificate in use is valid; undefined for http. */
  certificateExpires: (() => Date) | undefined;
};

/**
 * Makes a server that does not listen yet and has no app, but already refuses malformed requests.
 *
 * @throws CannotStart for a certificate that cannot be used
 */
export function openListener(options: ListenerOptions): Listener {
  const { mostUrlBytes, onRefused, tls, logTls } = options;
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requireHostHeader: false,
    maxHeaderSize: mostUrlBytes + HEADERS_BYTES,
  };
  const resources = new DisposableStack();
  let server: Server;
  let certificateExpires: Listener['certificateExpires'];
  if (tls === undefined) server = createServer(limits);
  else {
    const secure = resources.use(openTlsServer({ ...limits, handshakeTimeout: HEADERS_TIMEOUT_MS }, tls, logTls));
    ({ server, certificateExpires } = secure);
  }
  server.setTimeout(IDLE_TIMEOUT_MS);
  server.maxConnections = options.mostConnections;
  resources.use(reportFullness(server, options.logConnections));
  serveRawRequestLines({ server, maxRequestLineBytes: mostUrlBytes, onRefused });
  // Unknown expectations may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  return { server, certificateExpires, [Symbol.dispose]: () => resources.dispose() };
}

/** Where to listen. `key` is the name of the port in the configuration. */
type ListenAddress = { host: string; port: number; key: string };

/**
 * Starts listening.
 *
 * @throws CannotStart if the port is not available
 */
export async function listen(server: Server, place: ListenAddress): Promise<void> {
  const { host, port } = place;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(listenProblem(error, place), { cause: error });
  });
  server.off('error', reject);
}

function listenProblem(error: NodeJS.ErrnoException, { host, port, key }: ListenAddress): string {
  if (error.code === 'EADDRINUSE') {
    return `Another program uses port ${port} on ${host}. Stop it, or set ${key} to a free port.`;
  }
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this account; set ${key} to 1024 or more.`;
  return `The server cannot listen on ${host}, port ${port}: ${error.message}.`;
}

/** Returns the address of a listening server, such as `http://127.0.0.1:8080`. */
export function urlOf(server: Server, host: string, scheme: 'http' | 'https' = 'http'): string {
  const { port } = server.address() as AddressInfo;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
