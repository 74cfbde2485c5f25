/** Puts questions to one registry over fetch: the one place that sends, and that reads errors. */

import { ClientError, ownError } from './errors.ts';
import type { AnswerLine } from './federated-answers.ts';
import { readLines } from './read-lines.ts';

export type CallOptions = {
  /** Ends the call; it then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
};

/** With a body, which is sent as JSON, it is asked with POST: what must not stand in an address. */
type SendOptions = CallOptions & { body?: object };

export type FetchJson = {
  /** @throws ClientError */
  json<Answer>(path: string, params?: URLSearchParams, options?: SendOptions): Promise<Answer>;
  /** Asks when it is read, and every time it is read; whoever stops reading cancels the request. */
  lines<Content>(path: string, params?: URLSearchParams, options?: SendOptions): AsyncIterable<AnswerLine<Content>>;
  /** The lines of an answer that is no answer of parts. */
  linesOf<Line extends { type: string }>(path: string, options: SendOptions): AsyncIterable<Line>;
};

/** The part of fetch that is used. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;
export type FetchJsonOptions = { baseUrl: string; token: string | undefined; fetch: Fetch };

const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';
const LONGEST_DETAIL = 500;

export function fetchJson({ baseUrl, token, fetch }: FetchJsonOptions): FetchJson {
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

/** One segment of a path. @throws ClientError `unaskable` when an address cannot hold it */
export function segment(value: string | number): string {
  const text = String(value);
  // An address loses these, and would lead to another route.
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

/** What failed because the caller has left rejects with the caller's reason. */
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
            // Lines that came together with this one are not handed out after the end of the call.
            if (!line.done) both.throwIfAborted();
            return line;
          } catch (error) {
            await lines.return(undefined);
            if (controller.signal.aborted) return done;
            signal?.throwIfAborted();
            throw error;
          }
        },
        // A generator alone would not notice this while it waits for the next line.
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

/** An error as the registry sent it: problem document, error document, or the bare sentence (rdp-protocol 1.14). */
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
