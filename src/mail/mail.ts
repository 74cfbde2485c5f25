/**
 * Messages about requests for access, to whoever asks and then to the administrators: sent one after the other behind
 * everybody's back, each tried three times.
 */

import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/mail.ts';
import type { DueMessage } from '../domain/contact/request-events.ts';
import type { ReceivedRequest } from '../registry/accounts/access-requests.ts';
import { confirmMessage } from './confirm-message.ts';
import { type MessageAbout, type RequestMessage, requestMessage } from './request-message.ts';

export type Mail = AsyncDisposable & {
  /**
   * Takes the message that is due about a request and returns at once; trouble is reported, and nothing thrown. To its sender,
   * until the address is confirmed; then to the administrators. Of one whose address is not to be confirmed, as too many came
   * within an hour, none is sent, which is reported once an hour.
   */
  announce(request: ReceivedRequest): void;
};

/** For the log: nothing of it names a person or a secret. */
export type MailTrouble = {
  what: string;
  /** Of the network or of the mail client, such as `ECONNREFUSED` or `EAUTH`. */
  code?: string;
  /** The number with which the mail server refused, such as 451. */
  reply?: number;
};

type Options = {
  config: MailConfig;
  about: MessageAbout;
  report(failure: MailTrouble): void;
  /** Asked before each try: what waits here may be sent by another process, deleted, or wanted no more. */
  isDue(id: number, message: DueMessage): Promise<boolean>;
  /** Called with every request whose message is sent. */
  noteSent(id: number, message: DueMessage): Promise<void>;
  /** How long to wait before each further try. */
  waitsMs?: readonly number[];
  /** For the connection, the greeting, and every answer of the mail server. */
  timeoutMs?: number;
  /** In milliseconds, of a clock that is never set. */
  nowMs?: () => number;
};

const WAITS_MS = [60_000, 600_000];
const TIMEOUT_MS = 10_000;
/** A server that answers a little from time to time has this long for one message. */
const MOST_MS = 60_000;
/** What is under way at a stop has this long to end. */
const GRACE_MS = 1_000;
const MOST_UNSENT = 100;
/** What goes on for long is reported so often. */
const REPORTED_AGAIN_MS = 3_600_000;
const STORED = 'the request is stored';

type Letter = { id: number; due: DueMessage; to: readonly string[]; message: RequestMessage };

/** Mail is only opened with a mail server: `config` must have `host`, and so `from` and `to`. */
export function openMail({
  config,
  about,
  report,
  isDue,
  noteSent,
  waitsMs = WAITS_MS,
  timeoutMs = TIMEOUT_MS,
  nowMs = () => performance.now(),
}: Options): Mail {
  const { from, to } = config;
  const transport = createTransport(transportOf(config, timeoutMs));
  const timers = new Set<NodeJS.Timeout>();
  const ending = new AbortController();
  let isStopping = false;
  let unsent = 0;
  let line = Promise.resolve();
  /** Why messages are not sent: when that was last reported, and how many were not. */
  const notSent = new Map<string, { reportedMs: number; unreported: number }>();

  async function attempt(letter: Letter, failures: number): Promise<void> {
    if (ending.signal.aborted) return;
    // Where it cannot be asked, the message is due again later.
    if (!(await isDue(letter.id, letter.due).catch(() => false))) {
      unsent--;
      return;
    }
    try {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(MOST_MS)]);
      const { rejected } = await transport.sendMail({ ...letter.message, ...PLAIN, from, to: [...letter.to], signal });
      unsent--;
      if (rejected.length > 0) {
        report({
          what: `The mail server refused ${rejected.length} of ${letter.to.length} addresses in app.settings.mail.to.`,
        });
      }
    } catch (error) {
      if (refusedFor(error) === 'receiver' && letter.to !== to) {
        unsent--;
        report({ what: `The mail server refused the address of whoever asks; ${STORED}.`, ...reasonOf(error) });
      } else {
        // What a stop leaves unsent is reported at its end.
        if (!isStopping) tryAgain(letter, failures + 1, error);
        return;
      }
    }
    // What cannot be noted is sent once more later, under the same Message-ID.
    await noteSent(letter.id, letter.due).catch(() => {});
  }

  function tryAgain(letter: Letter, failures: number, error: unknown): void {
    const waitMs = waitsMs[failures - 1];
    const when = waitMs === undefined ? `not tried again; ${STORED}` : `tried again in ${waitMs / 1000} s`;
    report({ what: `A message about a request for access could not be sent, and is ${when}.`, ...reasonOf(error) });
    if (waitMs === undefined) {
      unsent--;
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      queue(letter, failures);
    }, waitMs).unref();
    timers.add(timer);
  }

  function whyNotNow(): string | undefined {
    if (isStopping) return 'the program stops';
    return unsent >= MOST_UNSENT ? `${MOST_UNSENT} others are not sent yet` : undefined;
  }

  function reportNotSent(why: string): void {
    const last = notSent.get(why);
    if (last !== undefined && nowMs() - last.reportedMs < REPORTED_AGAIN_MS) {
      last.unreported++;
      return;
    }
    const others =
      last === undefined || last.unreported === 0 ? '' : `; nor were ${last.unreported} since this was last reported`;
    report({ what: `A message about a request for access is not sent, as ${why}; ${STORED}${others}.` });
    notSent.set(why, { reportedMs: nowMs(), unreported: 0 });
  }

  function queue(letter: Letter, failures: number): void {
    line = line.then(() => attempt(letter, failures));
  }

  function letterAbout(request: ReceivedRequest): Letter {
    const { id, contact, confirmedAt } = request;
    return confirmedAt === null
      ? { id, due: 'confirm', to: [contact], message: confirmMessage(request, about) }
      : { id, due: 'request', to, message: requestMessage(request, about) };
  }

  return {
    announce(request) {
      const why = request.confirmBy === null ? 'too many came within an hour' : whyNotNow();
      if (why !== undefined) {
        reportNotSent(why);
        return;
      }
      unsent++;
      queue(letterAbout(request), 0);
    },

    async [Symbol.asyncDispose]() {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      const grace = setTimeout(() => ending.abort(), GRACE_MS);
      await line;
      clearTimeout(grace);
      transport.close();
      if (unsent > 0) {
        report({
          what: unsent === 1 ? `1 message not sent; ${STORED}` : `${unsent} messages not sent; the requests are stored`,
        });
      }
    },
  };
}

/** The message is text of ours and nothing that could be fetched; programs that answer by themselves do not answer it. */
export const PLAIN = {
  textEncoding: 'quoted-printable',
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
  xMailer: false,
} as const;

export function transportOf({ host, port, security, user, password }: MailConfig, timeoutMs: number) {
  return {
    ...{ host, port },
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: password } }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs },
  };
}

/**
 * What a mail server refused for good: the address of the receiver, the message, or this registry as the sender, which says
 * nothing of either. Undefined for whatever may pass.
 */
export function refusedFor(error: unknown): 'receiver' | 'message' | 'sender' | undefined {
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
  if (responseCode < 500) return undefined;
  if (code === 'EMESSAGE') return 'message';
  if (code !== 'EENVELOPE') return undefined;
  return command === 'RCPT TO' ? 'receiver' : 'sender';
}

/** Never the sentence: mail servers repeat addresses in it. */
export function reasonOf(error: unknown): Pick<MailTrouble, 'code' | 'reply'> {
  const { name, code, originalCode, responseCode } = error as Error & Record<string, unknown>;
  return {
    code: String(originalCode ?? code ?? name),
    ...(typeof responseCode === 'number' ? { reply: responseCode } : {}),
  };
}
