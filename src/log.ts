/** The one log of the program: JSON lines on standard output, without tokens, e-mails, or anything a caller searched for. */

import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger & AsyncDisposable;

const REDACTED_KEYS = ['authorization', 'auth', 'token', 'email', 'key'];
const BUFFER_BYTES = 4096;
const FLUSH_AFTER_MS = 500;

/** Opens the log. Lines are written in batches, at the latest half a second later and when it is disposed. */
export function openLog(level: LogLevel): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES });
  const paths = REDACTED_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  const logger = pino(
    { level, redact: { paths, censor: '[hidden]' }, serializers: { error: withoutSecrets }, base: null },
    destination,
  );
  const timer = setInterval(() => destination.flush(), FLUSH_AFTER_MS).unref();
  return Object.assign(logger, {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await new Promise<void>((resolve) => destination.flush(() => resolve()));
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
