/** Requests that come before there is anything to answer them: they wait, but for those that ask how far the start is. */

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

type Answer = { status: number; text: string };

const STOPPED: Answer = { status: 503, text: 'This registry is stopping. Please ask again in a moment.' };
const RETRY_AFTER_SECONDS = 5;

type HeldRequests = {
  /** Says at `/readyz` what the start is at. */
  setReason(reason: string): void;
  /** Gives the app what waits, and all that comes. */
  open(app: RequestListener): void;
  /** Where no app was given, answers what waits, and all that comes, that there is nothing to wait for. */
  giveUp(): void;
};

/** Listens to the server, which need not listen yet. */
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
