/** The one log of the program: JSON lines on standard output, without tokens, e-mails, or anything a caller searched for. */

import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger & Disposable;

const BUFFER_BYTES = 4096;
const FLUSH_AFTER_MS = 500;

/** Opens the log. Lines are written in batches, at the latest half a second later and when it is disposed. */
export function openLog(level: LogLevel): Log {
  const destination = pino.destination({ dest: 1, sync: true, minLength: BUFFER_BYTES });
  const logger = pino({ level, serializers: { error: withoutSecrets }, base: null }, destination);
  const timer = setInterval(() => destination.flushSync(), FLUSH_AFTER_MS).unref();
  return Object.assign(logger, {
    [Symbol.dispose]() {
      clearInterval(timer);
      destination.flushSync();
    },
  });
}

const AUTH_PARAMETER = /([?&]auth=)[^&\s"']*/gi;
const BEARER_TOKEN = /(bearer\s+)[^\s"']+/gi;
const E_MAIL = /[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[a-z]+/gi;

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

type RequestFacts = { method: string; route: string; viewer: string; status: number; elapsedMs: number };

/** Logs requests. What repeats from request to request is written down once, which halves the cost of an event. */
export function requestLogger(log: Log): (event: RequestFacts & { finished: boolean }) => void {
  const children = new Map<string, Logger>();
  return ({ method, route, viewer, status, elapsedMs, finished }) => {
    const key = `${method} ${route} ${viewer}`;
    let child = children.get(key);
    if (child === undefined) {
      child = log.child({ method, route, viewer });
      children.set(key, child);
    }
    child.info(finished ? { status, elapsedMs } : { status, elapsedMs, finished }, 'request');
  };
}
