/** Where the lines of the log go: written in batches, kept in memory while they cannot be, and never waited for. */

import { writeSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';

export type LogDestination = {
  /** Writes the line and those before it at once. */
  write(line: string): void;
  /** Writes the line with those that come soon: a few kilobytes together, at the latest half a second later. */
  writeSoon(line: string): void;
  /** Writes what is left, as far as it is taken within half a second. */
  drain(): Promise<void>;
};

type DestinationOptions = {
  /** Must not be a pipe or socket that blocks. */
  fd: number;
  /** Called once for every time that lines cannot be written, and at the end of the program how many never were. */
  warnOperator: (sentence: string) => void;
  /** The line that takes the place of so many lost ones. */
  lostLine: (lines: number) => string;
};

/** So much a pipe takes whole or not at all: what others write into the same pipe comes between lines. */
const BATCH_BYTES = 4096;
const FLUSH_AFTER_MS = 500;
/** Kept while nothing can be written; lines that come after that are lost. */
const MOST_BYTES = 1024 * 1024;
/** The wait after a failure, doubled with every further one up to the time between two batches. */
const FIRST_RETRY_MS = 2;
const DRAIN_MS = 500;
const DRAIN_STEP_MS = 5;
const LINE_END = 10;

/** Lines of a half-written batch are completed before any others, so every line that is written is whole. */
export function logDestination({ fd, warnOperator, lostLine }: DestinationOptions): LogDestination {
  let batch = '';
  /** Batches that were not taken yet, the first of them perhaps in part. */
  const held: Buffer[] = [];
  let heldBytes = 0;
  let lost = 0;
  let failure: NodeJS.ErrnoException | undefined;
  let isReported = false;
  let retryAfterMs = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;

  function writeSoon(line: string): void {
    // Once a line is lost, so are all until the log can report it: a gap is in one place.
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

  /** While writing fails it is tried when the timer says so, not for every batch. */
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
    // A reader is often a little late; that is reported when a line is lost by it.
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
      `The log cannot be written (${reasonOf(failure)}). Requests are answered all the same; ` +
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
