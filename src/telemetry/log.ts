/** The one log of the program: JSON lines on standard output, without tokens, e-mails, or anything a caller searched for. */

import { type Logger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { type LogDestination, logDestination } from './log-destination.ts';

/** `writeLine` writes a line that is JSON already, line end included. */
export type Log = Logger & AsyncDisposable & { writeLine(line: string): void };

/** A stream of the process, which is written to by its number and never waited for, or anything else that takes lines. */
export type LogOutput = { write(line: string): unknown; readonly fd?: number };

/** One for each stream of the process, however many registries run in it. */
const destinations = new Map<number, LogDestination>();

/**
 * Opens the log. Lines of `writeLine` are written in batches, at the latest half a second later and when the log is
 * disposed, all others at once. Where they cannot be written they are kept, dropped and counted; nothing waits for them.
 * They go to standard output unless another one is given.
 */
export function openLog(level: LogLevel, output: LogOutput = process.stdout): Log {
  const to = linesTo(output);
  const { writeSoon, drain } = to;
  const logger = pino({ level, serializers: { error: withoutSecrets }, base: null }, to);
  return Object.assign(logger, { writeLine: writeSoon, [Symbol.asyncDispose]: drain });
}

/** Asking for a stream of the process sets its pipe or socket to non-blocking. */
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
      // Where nobody takes this either, it does not pile up.
      if (!process.stderr.writableNeedDrain) process.stderr.write(`${sentence}\n`);
    },
    lostLine: (lines) =>
      `${JSON.stringify({ level: pino.levels.values.error, time: Date.now(), lines, msg: 'lost' })}\n`,
  });
}

const AUTH_PARAMETER = /([?&]auth=)[^&\s"']*/gi;
const BEARER_TOKEN = /(bearer\s+)[^\s"']+/gi;
/** From where a word begins; with the rest of the word, where that is the beginning of another address. */
const E_MAIL = /(?<![^\s@<>"',;:])[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[a-z]+(?:[^\s@<>"',;:]*(?=@))?/gi;

/** Any text without tokens and e-mails. */
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

/**
 * Logs requests, one line each, in the form of all other lines. What repeats from request to request is written down
 * once and the rest are numbers, so the line is put together here: it is the one that every request waits for.
 */
export function requestLogger(log: Log): (event: RequestFacts & { finished: boolean }) => void {
  if (!log.isLevelEnabled('info')) return () => {};
  const beginnings = new Map<string, string>();
  return ({ method, route, viewer, searchToken, status, elapsedMs, finished }) => {
    const key = `${method} ${route} ${viewer} ${searchToken}`;
    let beginning = beginnings.get(key);
    if (beginning === undefined) {
      const facts = { level: log.levels.values.info, method, route, viewer, searchToken };
      beginning = JSON.stringify(facts).slice(0, -1);
      beginnings.set(key, beginning);
    }
    const ending = finished ? '' : ',"finished":false';
    log.writeLine(
      `${beginning},"time":${Date.now()},"status":${status},"elapsedMs":${elapsedMs}${ending},"msg":"request"}\n`,
    );
  };
}

/** Logs trouble with something for operators, and `well` when it is over. */
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
