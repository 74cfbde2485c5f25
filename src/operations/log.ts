/**
 * The log of the program: JSON lines on standard output, without tokens, e-mail addresses and search terms. No answer
 * waits for it. The stream of pino blocks the thread while nobody reads, so this file writes by itself and drops lines
 * beyond a limit.
 */

import { writeSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import { type Logger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';

type LogDestination = {
  /** Writes the line, and those before it, at once. */
  write(line: string): void;
  /** Writes the line in a batch with the next ones, of a few kilobytes or after half a second. */
  writeSoon(line: string): void;
  /** Writes the remaining lines, for half a second at most. */
  drain(): Promise<void>;
};

type DestinationOptions = {
  /** The file descriptor, which must not be a blocking pipe or socket. */
  fd: number;
  /** Called once for each period in which writing fails, and at the end of the program with the number of lost lines. */
  warnOperator: (sentence: string) => void;
  /** Returns the line that replaces so many lost ones. */
  lostLine: (lines: number) => string;
};

/** A pipe accepts so many bytes in one piece, so output of other programs to the same pipe never splits a line. */
const BATCH_BYTES = 4096;
const FLUSH_AFTER_MS = 500;
/** How many bytes are held while writing fails; further lines are lost. */
const MOST_BYTES = 1024 * 1024;
/** The first retry comes after this time, which doubles with each failure up to the time between two batches. */
const FIRST_RETRY_MS = 2;
const DRAIN_MS = 500;
const DRAIN_STEP_MS = 5;
const LINE_END = 10;

/** A batch that was written in part is completed before the next one, so no line is split. */
export function logDestination({ fd, warnOperator, lostLine }: DestinationOptions): LogDestination {
  let batch = '';
  /** Batches that are not written yet; a part of the first may be written. */
  const held: Buffer[] = [];
  let heldBytes = 0;
  let lost = 0;
  let failure: NodeJS.ErrnoException | undefined;
  let isReported = false;
  let retryAfterMs = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;

  function writeSoon(line: string): void {
    // After a line is lost, further lines are lost too until the log reports the gap, so that there is one gap.
    if (lost > 0 || heldBytes + batch.length >= MOST_BYTES) {
      lose();
      return;
    }
    if (batch.length + line.length > BATCH_BYTES) endBatch();
    batch += line;
    timer ??= setTimeout(onTime, FLUSH_AFTER_MS).unref();
  }

  function write(line: string): void {
    writeSoon(line);
    if (failure === undefined) writeOut();
  }

  /** While writing fails, only the timer tries again, not every batch. */
  function endBatch(): void {
    if (failure === undefined) writeOut();
    else holdBatch();
  }

  function holdBatch(): void {
    if (batch !== '') hold(batch);
    batch = '';
  }

  function hold(text: string): void {
    const bytes = Buffer.from(text);
    held.push(bytes);
    heldBytes += bytes.length;
  }

  function onTime(): void {
    timer = undefined;
    writeOut();
  }

  function writeOut(): void {
    holdBatch();
    try {
      for (let next = held[0]; next !== undefined; next = held[0]) writePartOf(next);
      failure = undefined;
      isReported = false;
    } catch (error) {
      waitAfter(error as NodeJS.ErrnoException);
    }
  }

  function writePartOf(next: Buffer): void {
    const written = writeSync(fd, next);
    heldBytes -= written;
    retryAfterMs = FIRST_RETRY_MS;
    if (written < next.length) held[0] = next.subarray(written);
    else held.shift();
    if (held.length > 0 || lost === 0) return;
    hold(lostLine(lost));
    lost = 0;
  }

  function waitAfter(error: NodeJS.ErrnoException): void {
    failure = error;
    // A full pipe is normal for a moment. It is reported only when a line is lost.
    if (error.code !== 'EAGAIN') reportOnce();
    clearTimeout(timer);
    timer = setTimeout(onTime, retryAfterMs).unref();
    retryAfterMs = Math.min(2 * retryAfterMs, FLUSH_AFTER_MS);
  }

  function lose(): void {
    lost += 1;
    reportOnce();
  }

  function reportOnce(): void {
    if (isReported || failure === undefined) return;
    isReported = true;
    warnOperator(
      `The log cannot be written (${reasonOf(failure)}). Requests are still answered; ` +
        'lines that do not fit into 1 MiB of memory are lost until it can.',
    );
  }

  async function drain(): Promise<void> {
    const deadline = performance.now() + DRAIN_MS;
    writeOut();
    while (failure !== undefined && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, DRAIN_STEP_MS));
      writeOut();
    }
  }

  process.once('exit', () => {
    writeOut();
    const unwritten = lost + held.reduce((lines, bytes) => lines + lineEndsIn(bytes), 0);
    if (unwritten > 0) warnOperator(`Lines of the log that were never written: ${unwritten}.`);
  });

  return { write, writeSoon, drain };
}

function reasonOf({ code, errno, message }: NodeJS.ErrnoException): string {
  if (code === 'EAGAIN') return 'EAGAIN, nobody reads it';
  return errno === undefined ? message : `${code}, ${getSystemErrorMessage(errno)}`;
}

function lineEndsIn(bytes: Buffer): number {
  return bytes.reduce((ends, byte) => (byte === LINE_END ? ends + 1 : ends), 0);
}

/** `writeLine` writes a line that is already JSON and ends with a line feed. */
export type Log = Logger & AsyncDisposable & { writeLine(line: string): void };

/** A stream of the process, which is written through its file descriptor without blocking, or any other receiver of lines. */
export type LogOutput = { write(line: string): unknown; readonly fd?: number };

/** One destination for each stream of the process, shared by all registries that run in it. */
const destinations = new Map<number, LogDestination>();

/**
 * Opens the log, on standard output by default. Lines of `writeLine` are written in batches, within half a second and when
 * the log is disposed; all other lines at once. While writing fails, lines are held, then dropped and counted; nothing waits.
 */
export function openLog(level: LogLevel, output: LogOutput = process.stdout): Log {
  const to = linesTo(output);
  const { writeSoon, drain } = to;
  const logger = pino({ level, serializers: { error: withoutSecrets }, base: null }, to);
  return Object.assign(logger, { writeLine: writeSoon, [Symbol.asyncDispose]: drain });
}

/** Reading `process.stdout` sets its pipe or socket to non-blocking. */
function linesTo(output: LogOutput): LogDestination {
  const { fd } = output;
  if (fd === undefined) {
    const write = (line: string) => void output.write(line);
    return { write, writeSoon: write, drain: async () => {} };
  }
  const destination = destinations.get(fd) ?? destinationAt(fd);
  destinations.set(fd, destination);
  return destination;
}

function destinationAt(fd: number): LogDestination {
  return logDestination({
    fd,
    warnOperator(sentence) {
      // If nobody reads standard error either, the sentence is dropped instead of buffered.
      if (!process.stderr.writableNeedDrain) process.stderr.write(`${sentence}\n`);
    },
    lostLine: (lines) =>
      `${JSON.stringify({ level: pino.levels.values.error, time: Date.now(), lines, msg: 'lost' })}\n`,
  });
}

const AUTH_PARAMETER = /([?&]auth=)[^&\s"']*/gi;
const BEARER_TOKEN = /(bearer\s+)[^\s"']+/gi;
/** An address from the beginning of its word on. If another `@` follows, the match has the text up to it, too. */
const E_MAIL = /(?<![^\s@<>"',;:])[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[a-z]+(?:[^\s@<>"',;:]*(?=@))?/gi;

/** Replaces tokens and e-mail addresses in a text. */
export function hideSecrets(text: string): string {
  return text
    .replace(AUTH_PARAMETER, '$1[hidden]')
    .replace(BEARER_TOKEN, '$1[hidden]')
    .replace(E_MAIL, '[e-mail hidden]');
}

function withoutSecrets(error: unknown): unknown {
  if (!(error instanceof Error)) return hideSecrets(String(error));
  const { name, message, stack, cause } = error;
  const causes = cause === undefined ? {} : { cause: withoutSecrets(cause) };
  return { name, message: hideSecrets(message), stack: hideSecrets(stack ?? ''), ...causes };
}

type RequestFacts = {
  method: string;
  route: string;
  viewer: string;
  searchToken: string | undefined;
  status: number;
  elapsedMs: number;
};

/** Logs one line for each request, in the format of all other lines. */
export function requestLogger(log: Log): (event: RequestFacts & { finished: boolean }) => void {
  if (!log.isLevelEnabled('info')) return () => {};
  const level = log.levels.values.info;
  return ({ method, route, viewer, searchToken, status, elapsedMs, finished }) => {
    const facts = { level, method, route, viewer, searchToken, time: Date.now(), status, elapsedMs };
    const ending = finished ? { msg: 'request' } : { finished, msg: 'request' };
    log.writeLine(`${JSON.stringify({ ...facts, ...ending })}\n`);
  };
}

/** Logs each problem of one subject for operators, and `well` when it is over. */
export function troubleReporter(
  log: Log,
  about: string,
  well: { file?: string; what: string },
): (trouble: string | undefined) => void {
  return (what) => {
    if (what === undefined) log.info(well, about);
    else log.error({ ...well, what }, about);
  };
}
