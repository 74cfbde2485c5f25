/** Behaviours of a scripted partner, good and bad. They are values, and can be combined. */

import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { geneRecord, userRecord } from './partner-records.ts';
import type { Behaviour, ScriptedCall, ScriptedRequest } from './scripted-call.ts';

type Headers = Record<string, string | number>;

const JSON_TYPE = { 'Content-Type': 'application/json' };

// Correct answers.

export function json(value: unknown, headers: Headers = {}): Behaviour {
  return status(200, value, headers);
}

/** Sends a status. Text is sent as `text/plain`, undefined as an empty body, all else as JSON. */
export function status(code: number, body?: unknown, headers: Headers = {}): Behaviour {
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

/** Sends this many people. */
export function users(count: number): Behaviour {
  return json(Array.from({ length: count }, (_, index) => userRecord(index + 1)));
}

/** Sends the requested gene this many times, each registered by another person in tier 1. */
export function genes(count: number): Behaviour {
  return dependingOn(({ params }) => {
    const ids = asksForTier1(params) ? Array.from({ length: count }, (_, index) => index + 1) : [];
    return json(ids.map((id) => geneRecord(id, { symbol: params.get('symbol') ?? 'BRCA1' })));
  });
}

/** Whether a request includes tier 1, as it does without any tier. */
export function asksForTier1(params: URLSearchParams): boolean {
  const tiers = [...params.getAll('tiers'), ...params.getAll('tier')];
  return tiers.length === 0 || tiers.includes('TIER1');
}

export function gzipped(value: unknown): Behaviour {
  return bytes(gzipSync(JSON.stringify(value)), { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
}

/** Sends exactly these bytes. */
export function bytes(body: Uint8Array, headers: Headers = JSON_TYPE): Behaviour {
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

/** Does one behaviour after the other, call by call; the last one repeats. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  let calls = 0;
  return (call) => (behaviours[calls++] ?? behaviours.at(-1) ?? hang())(call);
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

/** Closes the connection properly, without an answer. */
export function closeBefore(): Behaviour {
  return ({ socket }) => void socket.end();
}

/** Sends half of the answer and resets the connection. */
export function resetInside(value: unknown, headers: Headers = {}): Behaviour {
  return async (call) => {
    await sendHalf(call, value, headers);
    call.socket.resetAndDestroy();
  };
}

/** Sends half of an answer in chunks and closes without the last chunk. */
export function cutBody(value: unknown, headers: Headers = {}): Behaviour {
  return async (call) => {
    await sendHalf(call, value, { 'Transfer-Encoding': 'chunked', ...headers });
    call.socket.end();
  };
}

/** States a length that is too large, or with a negative number too small, and closes after the actual bytes. */
export function lieAboutLength(value: unknown, tooMany: number, headers: Headers = {}): Behaviour {
  return async ({ response, socket, signal }) => {
    const body = JSON.stringify(value);
    const length = { 'Content-Length': Buffer.byteLength(body) + tooMany };
    response.writeHead(200, { ...JSON_TYPE, ...length, ...headers }).write(body);
    await settled(signal);
    socket.end();
  };
}

// Wrong content.

/** Sends the login page of a gateway in front of the partner. */
export function htmlPage(): Behaviour {
  const page = '<!DOCTYPE html><html><head><title>Log in</title></head><body><form>Password</form></body></html>';
  return ({ response }) => void response.writeHead(200, { 'Content-Type': 'text/html;charset=UTF-8' }).end(page);
}

/** Sends JSON in ISO-8859-1, with or without stating that charset. */
export function inLatin1(value: unknown, { isAdmitted = true } = {}): Behaviour {
  const type = isAdmitted ? 'application/json;charset=ISO-8859-1' : 'application/json';
  return bytes(Buffer.from(JSON.stringify(value), 'latin1'), { 'Content-Type': type });
}

/** Sends the media type of JSON without a body. */
export function empty(): Behaviour {
  return status(200);
}

/** Sends a JSON array of about this size, whose entries are not records. */
export function big(size: number): Behaviour {
  const piece = `{"filler":"${'x'.repeat(1000)}"}`;
  const body = `[${Array.from({ length: Math.ceil(size / (piece.length + 1)) }, () => piece).join()}]`;
  return ({ response }) => void response.writeHead(200, JSON_TYPE).end(body);
}

/** Sends bytes that are not HTTP. */
export function notHttp(): Behaviour {
  return ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n');
}

async function sendHalf({ response, signal }: ScriptedCall, value: unknown, headers: Headers): Promise<void> {
  response.writeHead(200, { ...JSON_TYPE, ...headers }).write(firstHalf(value));
  await settled(signal);
}

function firstHalf(value: unknown): string {
  const body = JSON.stringify(value);
  return body.slice(0, Math.ceil(body.length / 2));
}

/** Waits long enough for written bytes to arrive before the connection is closed. */
function settled(signal: AbortSignal): Promise<void> {
  return sleep(20, undefined, { signal });
}
