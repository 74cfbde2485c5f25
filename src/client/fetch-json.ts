/** Sends requests to one registry over fetch. All requests are sent here, and all errors are read here. */

import { ClientError, ownError } from './errors.ts';
import type { AnswerLine } from './federated-answers.ts';
import { readLines } from './read-lines.ts';

export type CallOptions = {
  /** Ends the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
};

/** A request with a body is sent as POST with JSON, for what must not stand in an address. */
type SendOptions = CallOptions & { body?: object };

export type FetchJson = {
  /** @throws ClientError */
  json<Answer>(path: string, params?: URLSearchParams, options?: SendOptions): Promise<Answer>;
  /** Sends a request each time it is read. A caller who stops reading cancels the request. */
  lines<Content>(path: string, params?: URLSearchParams, options?: SendOptions): AsyncIterable<AnswerLine<Content>>;
  /** Like `lines`, for answers that do not consist of parts. */
  linesOf<Line extends { type: string }>(path: string, options: SendOptions): AsyncIterable<Line>;
};

/** The part of the signature of fetch that the client uses. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;
export type FetchJsonOptions = { baseUrl: string; token: string | undefined; fetch: Fetch };

const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';
const LONGEST_DETAIL = 500;

/** @throws ClientError `unaskable` if no header can hold the token */
export function fetchJson({ baseUrl, token, fetch }: FetchJsonOptions): FetchJson {
  // The error does not repeat the token.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw ownError('unaskable', 'The token has characters that no header can hold. Allowed: visible ASCII.');
  }
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const credentials = token === undefined ? {} : { Authorization: `Bearer ${token}` };

  async function send(path: string, params: URLSearchParams | undefined, type: string, { signal, body }: SendOptions) {
    const query = params === undefined || params.size === 0 ? '' : `?${params}`;
    const content = body === undefined ? {} : { 'Content-Type': JSON_TYPE };
    const init: RequestInit = { headers: { Accept: type, ...content, ...credentials }, signal: signal ?? null };
    if (body !== undefined) Object.assign(init, { method: 'POST', body: JSON.stringify(body) });
    const response = await arrival(() => fetch(`${base}${path}${query}`, init), `${base}${path}`);
    if (!response.ok) throw await toError(response);
    const found = typeOf(response);
    if (found === type) return response;
    await response.body?.cancel();
    const detail = `The answer is ${found === '' ? 'of no type' : found}, but must be ${type}.`;
    throw ownError('unreadable', detail, { status: response.status });
  }

  function readStream<Line extends { type: string }>(
    path: string,
    params: URLSearchParams | undefined,
    options: SendOptions,
  ): AsyncIterable<Line> {
    return readOnDemand(options.signal, async function* (signal) {
      const { body } = await send(path, params, LINES_TYPE, { ...options, signal });
      yield* readLines<Line>(body ?? new Blob().stream());
    });
  }

  return {
    json: <Answer>(path: string, params?: URLSearchParams, options: SendOptions = {}) =>
      unlessAborted(options.signal, async () => readJson<Answer>(await send(path, params, JSON_TYPE, options))),

    lines: <Content>(path: string, params?: URLSearchParams, options: SendOptions = {}) =>
      readStream<AnswerLine<Content>>(path, params, options),

    linesOf: <Line extends { type: string }>(path: string, options: SendOptions) =>
      readStream<Line>(path, undefined, options),
  };
}

/** Encodes one segment of a path. @throws ClientError `unaskable` if no address can hold it */
export function segment(value: string | number): string {
  const text = String(value);
  // Parsers of addresses remove these segments, which would lead to another route.
  if (['', '.', '..'].includes(text)) {
    throw ownError('unaskable', `'${text}' cannot stand in an address. Allowed: an id or a name.`);
  }
  return encodeURIComponent(text);
}

async function arrival(call: () => Promise<Response>, address: string): Promise<Response> {
  try {
    return await call();
  } catch (cause) {
    throw ownError('unreachable', `There was no answer from ${address}.`, { cause });
  }
}

/** Runs the work; if it fails after the caller's signal was aborted, rejects with the reason of that signal. */
async function unlessAborted<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

type Open<Line> = (signal: AbortSignal) => AsyncGenerator<Line>;

function readOnDemand<Line>(signal: AbortSignal | undefined, open: Open<Line>): AsyncIterable<Line> {
  return {
    [Symbol.asyncIterator]() {
      const controller = new AbortController();
      const both = signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
      const lines = open(both);
      const done = { done: true, value: undefined } as const;
      return {
        async next() {
          try {
            const line = await lines.next();
            // Further lines of the same chunk are not returned after the call has ended.
            if (!line.done) both.throwIfAborted();
            return line;
          } catch (error) {
            await lines.return(undefined);
            if (controller.signal.aborted) return done;
            signal?.throwIfAborted();
            throw error;
          }
        },
        // A generator that waits for the next line would not notice that the caller stops.
        async return() {
          controller.abort();
          await lines.return(undefined);
          return done;
        },
      };
    },
  };
}

async function readJson<Answer>(response: Response): Promise<Answer> {
  const { status } = response;
  const text = await response.text().catch((cause: unknown) => {
    throw ownError('cut', 'The answer was cut: its body broke off.', { status, cause });
  });
  try {
    return JSON.parse(text) as Answer;
  } catch (cause) {
    throw ownError('unreadable', 'The answer calls itself JSON, but cannot be read as JSON.', { status, cause });
  }
}

/** Reads an error of the registry: a problem document, an error document, or a plain sentence (rdp-protocol 1.14). */
async function toError(response: Response): Promise<ClientError> {
  const { status } = response;
  const type = typeOf(response);
  const text = await response.text().catch(() => '');
  const { code, detail, title, message } = type.endsWith('json') ? membersOf(text) : {};
  const sentence = [detail, message, title, type === 'text/plain' ? text : ''].find((one) => isText(one));
  return new ClientError({
    status,
    code: isText(code) ? code : `http-${status}`,
    retryAfterSeconds: secondsIn(response.headers.get('Retry-After')),
    detail: isText(sentence) ? sentence.slice(0, LONGEST_DETAIL) : `The registry answered with the status ${status}.`,
  });
}

function secondsIn(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function membersOf(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function typeOf({ headers }: Response): string {
  return (headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim().toLowerCase();
}
