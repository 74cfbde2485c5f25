/**
 * A server in front of a registry of the demonstration, which can change its answers: make it slow, late, down or well,
 * to see what a search then says about it.
 */

import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

export type Front = AsyncDisposable & {
  url: string;
  /** Sets the listener; requests that arrived earlier have waited for it. */
  setListener(listener: RequestListener): void;
};

/** Starts to listen at once. Rejects with the error of the system if that fails. */
export async function openFront({ host, port }: { host: string; port: number }): Promise<Front> {
  const { promise: listener, resolve: setListener } = Promise.withResolvers<RequestListener>();
  const server = createServer((...exchange) => {
    // An invalid request ends its own connection, and not the process.
    listener.then((answer) => answer(...exchange)).catch(() => exchange[1].destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    setListener,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Passes a request unchanged to the registry at `behind`, and streams its response to the caller. */
export function passOn(behind: string, request: IncomingMessage, response: ServerResponse): void {
  // The caller has disconnected during a simulated delay.
  if (response.destroyed) return;
  const { method, headers } = request;
  const onward = httpRequest(`${behind}${request.url ?? '/'}`, { method, headers });
  onward.on('response', (answer) => {
    if (response.destroyed) return void answer.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    response.flushHeaders();
    pipeline(answer, response, () => {});
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

const MOODS = ['well', 'slow', 'late', 'down'] as const;
export type Mood = (typeof MOODS)[number];

/** GET returns the mood, POST with `be=` sets it; `for=` limits it to so many seconds. */
export const MOOD_PATH = '/demo/mood';

/** Slow enough that other registries are shown first, but within a partner's default timeout. */
const SLOW_MS = 1500;
/** Longer than a partner's default timeout. */
const LATE_MS = 4000;
const LONGEST_SECONDS = 3600;

export type Waits = { slowMs?: number; lateMs?: number };

/** Returns a listener in front of the registry at `behind`. While down, it closes every connection without a response. */
export function faultyPartner(behind: string, { slowMs = SLOW_MS, lateMs = LATE_MS }: Waits = {}): RequestListener {
  const waitMs: Partial<Record<Mood, number>> = { slow: slowMs, late: lateMs };
  let ordered: { mood: Mood; untilMs: number } = { mood: 'well', untilMs: Number.POSITIVE_INFINITY };
  const moodNow = (): Mood => (performance.now() < ordered.untilMs ? ordered.mood : 'well');
  return async (request, response) => {
    const { pathname, searchParams } = new URL(`${behind}${request.url ?? '/'}`);
    if (pathname === MOOD_PATH) {
      const wrong = request.method === 'POST' ? setMood(searchParams) : undefined;
      response.writeHead(wrong === undefined ? 200 : 400, { 'Content-Type': 'text/plain' });
      response.end(`${wrong ?? moodNow()}\n`);
      return;
    }
    const mood = moodNow();
    const ms = waitMs[mood];
    if (ms !== undefined) await wait(ms);
    if (mood === 'down') request.socket.destroy();
    else passOn(behind, request, response);
  };

  /** Sets the mood, or returns what is wrong with the parameters. */
  function setMood(params: URLSearchParams): string | undefined {
    const mood = MOODS.find((one) => one === params.get('be'));
    if (mood === undefined) return `be must be one of ${MOODS.join(', ')}.`;
    const given = params.get('for');
    const seconds = given === null ? Number.POSITIVE_INFINITY : Number(given);
    if (given !== null && !(seconds >= 1 && seconds <= LONGEST_SECONDS)) {
      return `for must be a number of seconds from 1 to ${LONGEST_SECONDS}.`;
    }
    ordered = { mood, untilMs: performance.now() + seconds * 1000 };
    return undefined;
  }
}
