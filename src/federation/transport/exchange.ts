/** Sends one request to a partner and reads its answer from the connection. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { reason } from '../../domain/federation/reasons.ts';
import { ownMember } from '../../domain/own-member.ts';
import type { Wait } from '../../lib/semaphore.ts';
import { inSlices, readAnswer } from '../../lib/slices.ts';
import { isJsonType, readLongJson } from '../dialect/json-body.ts';
import { type CallFailure, type LongJson, type Reply, readPublicView } from '../dialect/reply.ts';
import { busy, type CallPhase, misread, toCallFailure, unknownCoding } from './call-failures.ts';
import type { LongBodies, LongBody } from './long-bodies.ts';
import {
  type BodyRead,
  type BodyReader,
  beginningOf,
  bodyReader,
  conversionBytes,
  inUtf8,
  type TakeRoom,
} from './reply-body.ts';

type PartnerRequest = {
  /** Path and parameters, encoded. */
  target: string;
  headers: Record<string, string>;
  /** A body of JSON, which is sent with POST; undefined: a GET. */
  body?: string | undefined;
  mostBodyBytes: number;
  /** Aborted when the call is given up; its connection is then closed. */
  stop: AbortSignal;
  /** Called when the request is sent, whenever something arrives after that, and when a long body has waited here for room. */
  onActivity(bodyBytes?: number): void;
  /** Called when a long body begins to wait here for room, and when the whole answer has arrived: the partner has nothing to do then. */
  suspend(): void;
  longBodies: LongBodies;
  /** How long after the start of the request a long body may wait for room, in milliseconds; then it is given up. */
  roomWithinMs: number;
};

export type ExchangeOutcome =
  | { reply: Reply; location: string | undefined }
  | { failure: CallFailure }
  | { stoppedAt: CallPhase };

/** The limit for the body of an error or a redirect: its words are short, and a page around them is for people. */
const MOST_ERROR_BYTES = 64 * 1024;
/** Longer bodies share a limit with those of all partners, and are read in slices. */
const LONG_BYTES = 64 * 1024;
/** The limit for interim answers, such as 103: no server needs many before an answer. */
const MOST_INTERIM_ANSWERS = 100;

/** A long answer found no room beside those of other partners. */
const NO_ROOM = { failure: busy(reason('no-room')) };

const TOO_MANY_HEADS = { failure: misread(reason('not-http', { cause: null })) };

type Answer = { status: number; headers: IncomingHttpHeaders; body: BodyReader };

/**
 * Sends one request. Never rejects.
 *
 * Uses undici's `dispatch`: `request` does not say when a request is sent and when its answer begins, closes a
 * connection for each call that is given up while it waits, and takes half as much time again (decision 23).
 */
export function exchange(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  { target, headers, body, mostBodyBytes, stop, onActivity, suspend, longBodies, roomWithinMs }: PartnerRequest,
): Promise<ExchangeOutcome> {
  if (stop.aborted) return Promise.resolve({ stoppedAt: 'waiting' });
  const { promise, resolve } = Promise.withResolvers<ExchangeOutcome>();
  const roomByMs = performance.now() + roomWithinMs;
  let phase: CallPhase = 'waiting';
  let controller: Dispatcher.DispatchController | undefined;
  let answer: Answer | undefined;
  let interimAnswers = 0;
  let long: LongBody | undefined;
  let roomBytes = LONG_BYTES;
  let place: Promise<boolean> | undefined;
  /** How many waits for room here are under way. */
  let waits = 0;
  let isWhole = false;

  // Outcomes after the first one change nothing.
  function settle(outcome: ExchangeOutcome | Promise<ExchangeOutcome>): void {
    stop.removeEventListener('abort', cancel);
    resolve(outcome);
  }

  function settleAndClose(outcome: ExchangeOutcome | Promise<ExchangeOutcome>): void {
    settle(outcome);
    controller?.abort(new Error('the rest of the answer is not wanted'));
  }

  function cancel(): void {
    settleAndClose({ stoppedAt: phase });
  }

  function longBody(): LongBody {
    const body = long ?? longBodies.begin();
    if (long === undefined) void promise.then(() => body[Symbol.dispose]());
    long = body;
    return body;
  }

  /** Returns whether the wait ended in time. While it lasts, the partner counts neither as silent nor as slow. */
  async function inTime(waitFor: (wait: Wait) => Promise<boolean>): Promise<boolean> {
    const over = new AbortController();
    void promise.then(() => over.abort());
    waits++;
    suspend();
    try {
      return await waitFor({ withinMs: Math.max(0, roomByMs - performance.now()), signal: over.signal });
    } finally {
      waits--;
      if (!isWhole) onActivity();
    }
  }

  function endOfBody(): void {
    isWhole = true;
    suspend();
  }

  /** Takes the one place of this answer among those that are unpacked and parsed at the same time. */
  function takePlace(): Promise<boolean> {
    place ??= inTime((wait) => longBody().read(wait));
    return place;
  }

  /** The same for an answer that takes so many more bytes while it is read. */
  async function takePlaceFor(moreBytes: number | undefined): Promise<boolean> {
    if (!(await takePlace())) return false;
    return moreBytes === undefined || inTime((wait) => longBody().readLarger(moreBytes, wait));
  }

  const places: Places = { take: takePlace, takeFor: takePlaceFor };

  /** Stops reading until there is room for twice as much, which is how the buffer grows. */
  async function growRoom(sizeBytes: number): Promise<void> {
    roomBytes = Math.min(mostBodyBytes, 2 * sizeBytes);
    const body = longBody();
    if (body.tryGrow(roomBytes)) return;
    controller?.pause();
    if (await inTime((wait) => body.grow(roomBytes, wait))) controller?.resume();
    else settleAndClose(NO_ROOM);
  }

  stop.addEventListener('abort', cancel, { once: true });
  dispatcher.dispatch(
    body === undefined ? { method: 'GET', path: target, headers } : { method: 'POST', path: target, headers, body },
    {
      onRequestStart(started) {
        // An error rather than an abort, which would close a connection that other calls can use.
        if (stop.aborted) throw new Error('the call was given up before its turn');
        controller = started;
        phase = 'asked';
        onActivity();
      },
      onResponseStarted() {
        phase = 'headers';
        onActivity();
      },
      onResponseStart(_, status, received) {
        // After an interim answer, such as 103, the final one follows.
        if (status < 200) {
          interimAnswers++;
          if (interimAnswers > MOST_INTERIM_ANSWERS) settleAndClose(TOO_MANY_HEADS);
          return;
        }
        phase = 'body';
        onActivity();
        const coding = firstOf(received['content-encoding']) ?? '';
        const most = status < 300 ? mostBodyBytes : Math.min(mostBodyBytes, MOST_ERROR_BYTES);
        const body = bodyReader(coding, most, firstOf(received['content-length']));
        if (body === undefined) return settleAndClose({ failure: unknownCoding(coding) });
        answer = { status, headers: received, body };
      },
      onResponseData(_, chunk) {
        onActivity(chunk.length);
        // A chunk that was under way when the wait for room began.
        if (waits > 0) suspend();
        if (answer === undefined) return;
        if (!answer.body.take(chunk)) {
          endOfBody();
          return settleAndClose(readReply(answer, places, stop));
        }
        if (answer.body.size() > roomBytes) void growRoom(answer.body.size());
      },
      onResponseEnd() {
        endOfBody();
        // Undici counts the connection as free only after this turn; a call before that would open another one.
        queueMicrotask(() => setImmediate(readAnswer, () => answer && settle(readReply(answer, places, stop))));
      },
      onResponseError(_, error) {
        settle({ failure: toCallFailure(error, phase) });
      },
    },
  );
  return promise;
}

type Places = {
  /** Called before anything long is unpacked. */
  take: TakeRoom;
  /** Called before anything long is parsed, with how much more memory that takes. */
  takeFor(moreBytes: number | undefined): Promise<boolean>;
};

/** @param stop when it is aborted, reading ends */
function readReply(answer: Answer, places: Places, stop: AbortSignal): ExchangeOutcome | Promise<ExchangeOutcome> {
  const failed = (error: unknown): ExchangeOutcome =>
    stop.aborted ? { stoppedAt: 'body' } : { failure: toCallFailure(error, 'body') };
  try {
    const read = answer.body.read(places.take);
    if (read instanceof Promise || read.bytes.length > LONG_BYTES) {
      return readLongReply(answer, read, places, stop).catch(failed);
    }
    return replyOf(answer, read, undefined);
  } catch (error) {
    return failed(error);
  }
}

async function readLongReply(
  answer: Answer,
  reading: BodyRead | Promise<BodyRead | undefined>,
  places: Places,
  stop: AbortSignal,
): Promise<ExchangeOutcome> {
  const read = await reading;
  if (read === undefined) return NO_ROOM;
  const contentType = firstOf(answer.headers['content-type']);
  const isLong = read.bytes.length > LONG_BYTES;
  const isData = answer.status < 300 && isJsonType(contentType);
  const moreBytes = isData ? conversionBytes(read.bytes, contentType) : undefined;
  if (isLong && !(await places.takeFor(moreBytes))) return NO_ROOM;
  const steps = isLong && isData ? longJsonIn(read, contentType) : undefined;
  const json = steps && (await inSlices(steps, stop));
  if (!stop.aborted) return replyOf(answer, read, json);
  read.free();
  return { stoppedAt: 'body' };
}

function replyOf({ status, headers }: Answer, { bytes, isCut, free }: BodyRead, json: LongJson | undefined) {
  const contentType = firstOf(headers['content-type']);
  const reply: Reply = {
    status,
    contentType,
    retryAfterSeconds: retryAfterSeconds(firstOf(headers['retry-after']), firstOf(headers.date)),
    asksForPassword: (status === 401 && asksForPassword(firstOf(headers['www-authenticate']))) || undefined,
    publicView: readPublicView((name) => firstOf(ownMember(headers, name))),
    body: beginningOf(bytes, contentType),
    bytes: bytes.length,
    isCut,
    json,
  };
  free();
  return { reply, location: firstOf(headers.location) };
}

/** Whether a challenge is of the scheme Basic, which may follow others (RFC 9110, 11.6.1). */
function asksForPassword(challenge = ''): boolean {
  return /(?:^|,)\s{0,9}basic\b/i.test(challenge.slice(0, 1000));
}

/** Parses the bytes without making one text of them, which would take as much memory again, or twice as much with any character beyond Latin-1. */
function* longJsonIn(read: BodyRead, contentType: string | undefined): Generator<undefined, LongJson> {
  const { bytes, isCut, free } = yield* inUtf8(read, contentType);
  try {
    return yield* readLongJson(bytes, isCut);
  } finally {
    free();
  }
}

/** With these statuses a reply may name another address in `Location`. */
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the first value of a header that may have several. */
export function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** A year: no wait needs to be longer. */
const LONGEST_WAIT_SECONDS = 365 * 24 * 60 * 60;

/**
 * Reads `Retry-After`, a number of seconds or a date, as seconds; undefined if it is absent or neither.
 *
 * @param sentAt the `Date` of the answer, by the same clock as that date; without it the clock here counts
 */
function retryAfterSeconds(header: string | undefined, sentAt: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const isNumber = /^\d+(?:\.\d+)?$/.test(header);
  const seconds = isNumber ? Number(header) : (msOf(header) - (msOf(sentAt ?? '') || Date.now())) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_WAIT_SECONDS);
}

/** Reads a date of HTTP, as `Date.now()`; NaN for other texts. */
function msOf(date: string): number {
  return /^[a-z]+,? /i.test(date) ? Date.parse(date) : Number.NaN;
}
