/**
 * The server on the port for operators, opened early in the start. It answers `GET /metrics` and nothing else. On the
 * public port, metrics would show everybody the health of each partner.
 */

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { gracefulClose } from './close-server.ts';
import { holdRequests } from './held-requests.ts';
import { listen, urlOf } from './listener.ts';
import type { ReportFault } from './reply/error-reply.ts';

/** Reads the metrics, as text of that content type. */
export type Scrape = () => Promise<{ contentType: string; text: string }>;

const METRICS_PATH = '/metrics';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** How often Node checks these two timeouts. */
const CHECK_INTERVAL_MS = 500;
/** Longer than the usual interval between two scrapes. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const IDLE_TIMEOUT_MS = 70_000;
const HEADERS_BYTES = 8 * 1024;
/** Few programs read metrics; further connections are closed. */
const MOST_CONNECTIONS = 32;

/** Makes a server that does not listen yet and has no handler. */
export function metricsServer(): Server {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxHeaderSize: HEADERS_BYTES,
  });
  server.setTimeout(IDLE_TIMEOUT_MS);
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

/** Returns the handler of that server; a scrape that fails is reported, and the response says nothing about the error. */
export function metricsAnswers(scrape: Scrape, reportFault: ReportFault): RequestListener {
  return async ({ method = '', url = '' }, response) => {
    if (url.split('?', 1)[0] !== METRICS_PATH) {
      refuse(response, 404, `There is nothing here but ${METRICS_PATH}.`);
      return;
    }
    if (method !== 'GET') {
      refuse(response, 405, `${METRICS_PATH} is read with GET, not with ${method}.`, { Allow: 'GET' });
      return;
    }
    try {
      const { contentType, text } = await scrape();
      response.writeHead(200, { ...HEADERS, 'Content-Type': contentType }).end(text);
    } catch (error) {
      reportFault(error, { method, path: METRICS_PATH });
      refuse(response, 500, 'What was counted cannot be shown because of a mistake here, which has been logged.');
    }
  };
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** Refuses a request and closes its connection, so that nothing waits for its remaining bytes. */
function refuse(response: ServerResponse, status: number, sentence: string, headers: Record<string, string> = {}) {
  const own = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
  response.writeHead(status, { ...HEADERS, ...own, ...headers }).end(`${sentence}\n`);
}

type MetricsPlace = { metricsHost: string; metricsPort: number | undefined };

type MetricsPort = {
  url: string;
  /** Passes the held requests, and all later ones, to the answers. */
  open(answers: RequestListener): void;
};

const DRAIN_MS = 500;

/**
 * Opens the port for operators, if one is configured; requests wait until there are metrics.
 *
 * @throws CannotStart if the port is not available
 */
export async function openMetricsPort(
  { metricsHost: host, metricsPort: port }: MetricsPlace,
  resources: AsyncDisposableStack,
): Promise<MetricsPort | undefined> {
  if (port === undefined) return undefined;
  const server = metricsServer();
  const close = gracefulClose(server, DRAIN_MS);
  const { open } = holdRequests(server);
  await listen(server, { host, port, key: 'server.metrics-port' });
  resources.defer(close);
  return { url: `${urlOf(server, host)}${METRICS_PATH}`, open };
}
