/** The port for operators: it answers `GET /metrics` with what was counted, and nothing else. */

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { ReportFault } from '../reply/error-reply.ts';

/** What was counted until now, in a form that has that content type. */
export type Scrape = () => Promise<{ contentType: string; text: string }>;

export const METRICS_PATH = '/metrics';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** How often it is looked whether these two are over. */
const CHECK_INTERVAL_MS = 500;
/** Longer than scrapers wait from one time to the next, as a rule. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const IDLE_TIMEOUT_MS = 70_000;
const HEADERS_BYTES = 8 * 1024;
/** Few ask here; whoever comes beyond that is cut off. */
const MOST_CONNECTIONS = 32;

/** A server that listens nowhere yet and answers nothing. */
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

/** Answers what comes to that server; a scrape that fails is reported, and says nothing to the caller. */
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

/** The connection is closed with it: nobody waits for the rest of a request that is refused. */
function refuse(response: ServerResponse, status: number, sentence: string, headers: Record<string, string> = {}) {
  const own = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
  response.writeHead(status, { ...HEADERS, ...own, ...headers }).end(`${sentence}\n`);
}
