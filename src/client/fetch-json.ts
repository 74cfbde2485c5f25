/** Sends requests to one registry over fetch. All requests are sent here, and all errors are read here. */

import type { AnswerLine } from './answers.ts';

/** The codes of errors that the client finds itself; all other codes come from the registry (docs/errors.md). */
type OwnCode =
  /** No answer arrived: there was no connection, or the browser may not read the answer. */
  | 'unreachable'
  /** The answer ended too early. */
  | 'cut'
  /** The answer does not have the requested format. */
  | 'unreadable'
  /** The question cannot be written as an address. */
  | 'unaskable'
  /** The question or the options have an unknown member, perhaps a misspelt one. Registries use the same code. */
  | 'unknown-parameter';

/** A wrong parameter, or a wrong member of a body by its JSON pointer, with a sentence about it. */
export type WrongMember = { parameter?: string; pointer?: string; detail: string };

type About = {
  status: number | undefined;
  code: string;
  detail: string;
  errors?: readonly WrongMember[];
  retryAfterSeconds?: number | undefined;
};

/** A failed call. If the caller's own signal ended the call, it rejects with the reason of that signal instead. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** The HTTP status; undefined if there was no HTTP answer. */
  readonly status: number | undefined;
  /** An {@link OwnCode}, the code of a problem document, or `http-STATUS` if the registry gives no code. */
  readonly code: string;
  /** One sentence for the reader. */
  readonly detail: string;

  /** Each wrong parameter or member of the question; empty for other failures, and from older registries. */
  readonly errors: readonly WrongMember[];

  /** After how many seconds a retry is useful, if the registry says so (`Retry-After`, as a number or a date). */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, detail, errors = [], retryAfterSeconds }: About, options?: ErrorOptions) {
    super(detail, options);
    this.retryAfterSeconds = retryAfterSeconds;
    this.errors = errors;
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** Makes an error that the client found itself. */
export function ownError(code: OwnCode, detail: string, about: { status?: number; cause?: unknown } = {}): ClientError {
  const { status, cause } = about;
  return new ClientError({ status, code, detail }, cause === undefined ? undefined : { cause });
}

const LINE_TYPES = ['plan', 'part', 'cell', 'origin', 'end'];

/**
 * Yields the lines of a stream up to its `end`. Empty lines and lines of unknown types are skipped, because they hold no
 * records. A caller who stops reading cancels the body.
 *
 * @throws ClientError `cut` if the stream has no `end` line; `unreadable` if a line cannot be read
 */
export async function* readLines<Line extends { type: string }>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Line> {
  for await (const { text, isWhole } of textLines(body)) {
    const line = parseLine<Line>(text, isWhole);
    if (line === undefined) continue;
    yield line;
    if (line.type === 'end') return;
  }
  throw cut();
}

/** `isWhole`: the line break was received, too. */
type TextLine = { text: string; isWhole: boolean };

async function* textLines(body: ReadableStream<Uint8Array>): AsyncGenerator<TextLine> {
  const reader = body.getReader();
  // A long line arrives in many pieces; they are joined once.
  let pending: string[] = [];
  try {
    for await (const text of textPieces(reader)) {
      const [first = '', ...others] = text.split('\n');
      pending.push(first);
      for (const next of others) {
        yield { text: pending.join(''), isWhole: true };
        pending = [next];
      }
    }
    yield { text: pending.join(''), isWhole: false };
  } finally {
    // Errors of cancelling need no handling: the cause was thrown already, or nobody reads any more.
    await reader.cancel().catch(() => {});
  }
}

async function* textPieces(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => Promise.reject(cut(cause)));
    yield decode(() => (done ? decoder.decode() : decoder.decode(value, { stream: true })), done);
    if (done) return;
  }
}

function decode(text: () => string, isAtEnd: boolean): string {
  try {
    return text();
  } catch (cause) {
    throw isAtEnd ? cut(cause) : ownError('unreadable', 'The streamed answer is not UTF-8.', { cause });
  }
}

function parseLine<Line>(text: string, isWhole: boolean): Line | undefined {
  if (text.trim() === '') return undefined;
  const line = parseJson(text, isWhole);
  if (typeof line !== 'object' || line === null || !('type' in line) || typeof line.type !== 'string') {
    throw ownError('unreadable', `A line of the streamed answer is ${shown(text)}, but must be an object with a type.`);
  }
  return LINE_TYPES.includes(line.type) ? (line as Line) : undefined;
}

function parseJson(text: string, isWhole: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!isWhole) throw cut(cause);
    throw ownError('unreadable', `A line of the streamed answer is ${shown(text)}, but must be JSON.`, { cause });
  }
}

function cut(cause?: unknown): ClientError {
  return ownError('cut', 'The answer was cut: it ended before its last line, so registries may be missing from it.', {
    cause,
  });
}

function shown(text: string): string {
  return JSON.stringify(text.length <= 40 ? text : `${text.slice(0, 40)}…`);
}

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
type FetchJsonOptions = { baseUrl: string; token: string | undefined; fetch: Fetch };

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
  const { code, detail, title, message, errors } = type.endsWith('json') ? membersOf(text) : {};
  const sentence = [detail, message, title, type === 'text/plain' ? text : ''].find((one) => isText(one));
  return new ClientError({
    status,
    code: isText(code) ? code : `http-${status}`,
    errors: Array.isArray(errors) ? errors.filter(isWrongMember) : [],
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

function isWrongMember(value: unknown): value is WrongMember {
  return typeof value === 'object' && value !== null && 'detail' in value && isText(value.detail);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function typeOf({ headers }: Response): string {
  return (headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim().toLowerCase();
}
