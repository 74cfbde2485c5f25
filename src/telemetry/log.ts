/** The log of the program: JSON lines on standard output, without tokens, e-mail addresses and search terms. */

import { type Logger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { type LogDestination, logDestination } from './log-destination.ts';

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
      // Where standard error is not read either, the sentence is dropped instead of buffered.
      if (!process.stderr.writableNeedDrain) process.stderr.write(`${sentence}\n`);
    },
    lostLine: (lines) =>
      `${JSON.stringify({ level: pino.levels.values.error, time: Date.now(), lines, msg: 'lost' })}\n`,
  });
}

const AUTH_PARAMETER = /([?&]auth=)[^&\s"']*/gi;
const BEARER_TOKEN = /(bearer\s+)[^\s"']+/gi;
/** An address from the beginning of its word on. Where another `@` follows, the match takes the text up to it, too. */
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
