/** Writes the lines of the log in batches, holds them in memory while writing fails, and never blocks. */

import { writeSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';

export type LogDestination = {
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
