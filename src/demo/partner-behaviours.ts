/**
 * Behaviours of a scripted partner, good and bad: what happens to each request. They are values, and can be combined.
 */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Handles one request. It may use the socket itself, to do what no proper server does. */
export type Behaviour = (call: ScriptedCall) => void | Promise<void>;

export type ScriptedCall = {
  request: ScriptedRequest;
  response: ServerResponse;
  socket: Socket;
  /** Aborted when the caller no longer waits for the response. */
  signal: AbortSignal;
};

export type ScriptedRequest = {
  method: string;
  /** The path as it was sent, with parameters, below the base path. */
  path: string;
  params: URLSearchParams;
  headers: IncomingHttpHeaders;
};

/** Behaviours by path; `*` at the end matches any rest, and the longest matching row counts. */
export type Script = Record<string, Behaviour>;

export type SentHeaders = Record<string, string | number>;

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends half of an answer, and waits until it has arrived. */
export async function sendHalf(
  { response, signal }: ScriptedCall,
  value: unknown,
  headers: SentHeaders,
): Promise<void> {
  response.writeHead(200, { ...JSON_TYPE, ...headers }).write(firstHalf(value));
  await settled(signal);
}

/** Returns the first half of an answer as JSON. */
export function firstHalf(value: unknown): string {
  const body = JSON.stringify(value);
  return body.slice(0, Math.ceil(body.length / 2));
}

/** Waits long enough for written bytes to arrive before the connection is closed. */
export function settled(signal: AbortSignal): Promise<void> {
  return sleep(20, undefined, { signal });
}

// Correct answers.

export function json(value: unknown, headers: SentHeaders = {}): Behaviour {
  return status(200, value, headers);
}

/** Sends a status. Text is sent as `text/plain`, undefined as an empty body, all else as JSON. */
export function status(code: number, body?: unknown, headers: SentHeaders = {}): Behaviour {
  const type = typeof body === 'string' ? { 'Content-Type': 'text/plain;charset=UTF-8' } : JSON_TYPE;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return ({ response }) => void response.writeHead(code, { ...type, ...headers }).end(text);
}

/** Sends the document of `/api` as partners from 1.4 on write it (rdp-protocol 1.12). */
export function version(number: string, { title = 'Partner', url = 'https://partner.example.org' } = {}): Behaviour {
  return json({
    openapi: '3.0.1',
    info: { title: `${title} RESTful API`, version: number },
    servers: [{ url }],
    paths: {},
  });
}

/** Sends the document of partners up to 1.3, whose version is in another field (rdp-protocol 7.3). */
export function oldVersion(number: string): Behaviour {
  return json({ message: 'This is the API of a registry.', version: number });
}

/** Sends exactly these bytes. */
export function bytes(body: Uint8Array, headers: SentHeaders = JSON_TYPE): Behaviour {
  return ({ response }) => void response.writeHead(200, headers).end(body);
}

export function redirect(to: string, code = 302): Behaviour {
  return status(code, undefined, { Location: to });
}

// Combinations.

export function afterMs(delayMs: number, then: Behaviour): Behaviour {
  return async (call) => {
    await sleep(delayMs, undefined, { signal: call.signal });
    await then(call);
  };
}

/** Chooses the behaviour by the request. */
export function dependingOn(choose: (request: ScriptedRequest) => Behaviour): Behaviour {
  return (call) => choose(call.request)(call);
}

// Slow answers.

/** Takes the request and never answers. */
export function hang(): Behaviour {
  return () => undefined;
}

/** Sends half of the answer and then nothing more. */
export function hangInside(value: unknown): Behaviour {
  return ({ response }) => void response.writeHead(200, JSON_TYPE).write(firstHalf(value));
}

/** Sends a whole answer, a few bytes at a time. */
export function dribble(value: unknown, { bytesAtOnce = 1, everyMs = 10 } = {}): Behaviour {
  return async ({ response, signal }) => {
    const body = Buffer.from(JSON.stringify(value));
    response.writeHead(200, JSON_TYPE);
    for (let at = 0; at < body.length; at += bytesAtOnce) {
      response.write(body.subarray(at, at + bytesAtOnce));
      await sleep(everyMs, undefined, { signal });
    }
    response.end();
  };
}

// Broken connections.

/** Resets the connection without an answer. */
export function resetBefore(): Behaviour {
  return ({ socket }) => void socket.resetAndDestroy();
}

/** Sends half of an answer in chunks and closes without the last chunk. */
export function cutBody(value: unknown, headers: SentHeaders = {}): Behaviour {
  return async (call) => {
    await sendHalf(call, value, { 'Transfer-Encoding': 'chunked', ...headers });
    call.socket.end();
  };
}

// Wrong content.

/** Sends the login page of a gateway in front of the partner. */
export function htmlPage(): Behaviour {
  const page = '<!DOCTYPE html><html><head><title>Log in</title></head><body><form>Password</form></body></html>';
  return ({ response }) => void response.writeHead(200, { 'Content-Type': 'text/html;charset=UTF-8' }).end(page);
}

/** Sends bytes that are not HTTP. */
export function notHttp(): Behaviour {
  return ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n');
}
