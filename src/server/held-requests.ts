/** Holds requests that arrive before the app is ready; only health checks are answered meanwhile. */

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

type Answer = { status: number; text: string };

const STOPPED: Answer = { status: 503, text: 'This registry is stopping. Please ask again in a moment.' };
const RETRY_AFTER_SECONDS = 5;

type HeldRequests = {
  /** Sets what `/readyz` names as the current step of the start. */
  setReason(reason: string): void;
  /** Passes the held requests, and all later ones, to the app. */
  open(app: RequestListener): void;
  /** Unless an app was given, answers the held requests, and all later ones, that this registry is stopping. */
  giveUp(): void;
};

/** Holds the requests of a server, which need not listen yet. */
export function holdRequests(server: Server): HeldRequests {
  const held: Parameters<RequestListener>[] = [];
  let isHolding = true;
  let reason = 'it is starting';

  function answerAt(path: string): Answer | undefined {
    if (path === '/livez') return { status: 200, text: 'alive' };
    return path === '/readyz' ? { status: 503, text: `not ready: ${reason}` } : undefined;
  }

  function hold(request: IncomingMessage, response: ServerResponse): void {
    const answer = answerAt((request.url ?? '').split('?', 1)[0] ?? '');
    if (answer === undefined) held.push([request, response as Parameters<RequestListener>[1]]);
    else reply(response, answer);
  }

  function handOver(app: RequestListener): void {
    isHolding = false;
    server.off('request', hold);
    server.on('request', app);
    for (const exchange of held.splice(0)) app(...exchange);
  }

  server.on('request', hold);
  return {
    setReason(present) {
      reason = present;
    },
    open: handOver,
    giveUp() {
      if (isHolding) handOver((_request, response) => reply(response, STOPPED));
    },
  };
}

function reply(response: ServerResponse, { status, text }: Answer): void {
  const retry = status === 503 ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {};
  const body = Buffer.from(text);
  const headers = {
    'Content-Type': 'text/plain',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  response.writeHead(status, { ...headers, ...retry }).end(body);
}
