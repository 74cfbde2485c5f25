/**
 * Sends messages about requests for access to the person who asks and to the administrators. They go one after the
 * other, in the background, with three tries each.
 */

import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/keys-together.ts';
import type { DueMessage } from '../domain/contact/request-events.ts';
import type { AcceptedRequest, ReceivedRequest } from '../registry/accounts/access-requests.ts';
import {
  acceptedMessage,
  confirmMessage,
  type MessageAbout,
  type RequestMessage,
  requestMessage,
} from './request-message.ts';

export type Mail = AsyncDisposable & {
  /**
   * Queues the message that is due for a request and returns at once; problems are reported, never thrown. Until the
   * address is confirmed, the message goes to the sender of the request; then to the administrators. If too many
   * requests came within an hour, it sends no message, and reports that once an hour.
   */
  announce(request: ReceivedRequest): void;
  /** Queues the message to the sender of a request that is accepted, in the same way. */
  announceAccepted(accepted: AcceptedRequest): void;
};

/** A problem as it is logged, without persons and secrets. */
export type MailTrouble = {
  what: string;
  /** A code of the network or of the mail client, such as `ECONNREFUSED` or `EAUTH`. */
  code?: string;
  /** The reply code with which the mail server refused, such as 451. */
  reply?: number;
};

type Options = {
  config: MailConfig;
  about: MessageAbout;
  report(failure: MailTrouble): void;
  /** Called before each try: another process may have sent the message, or the request may be deleted or closed. */
  isDue(id: number, message: DueMessage): Promise<boolean>;
  /** Records that the message of a request was sent. */
  noteSent(id: number, message: DueMessage): Promise<void>;
  /** The waits before the second and third try. */
  waitsMs?: readonly number[];
  /** The timeout of the connection, the greeting, and every reply of the mail server. */
  timeoutMs?: number;
  /** The steady clock, in milliseconds. */
  nowMs?: () => number;
};

const WAITS_MS = [60_000, 600_000];
const TIMEOUT_MS = 10_000;
/** The timeout of one whole message, for a server that sends its replies very slowly. */
const MOST_MS = 60_000;
/** How long a message that is under way at a stop has to end. */
const GRACE_MS = 1_000;
const MOST_UNSENT = 100;
/** How often a lasting problem is reported. */
const REPORTED_AGAIN_MS = 3_600_000;
const STORED = 'the request is stored';

type Letter = { id: number; due: DueMessage; to: readonly string[]; message: RequestMessage };

/** Opens mail. `config` must have `host`, and so `from` and `to`: without a mail server nothing is opened. */
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
  /** By the reason why messages are not sent: when it was last reported, and how many messages have failed since. */
  const notSent = new Map<string, { reportedMs: number; unreported: number }>();

  async function attempt(letter: Letter, failures: number): Promise<void> {
    if (ending.signal.aborted) return;
    // Where the state cannot be read, the message is due again later.
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
        // Messages that a stop leaves unsent are reported at its end.
        if (!isStopping) tryAgain(letter, failures + 1, error);
        return;
      }
    }
    // A message that cannot be recorded as sent is sent again later, with the same Message-ID.
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

  function send(write: () => Letter, whyNot: string | undefined): void {
    if (whyNot !== undefined) {
      reportNotSent(whyNot);
      return;
    }
    unsent++;
    queue(write(), 0);
  }

  return {
    announce(request) {
      const whyNot = request.confirmBy === null ? 'too many came within an hour' : whyNotNow();
      send(() => letterAbout(request), whyNot);
    },
    announceAccepted(accepted) {
      const { id, contact } = accepted.request;
      const write = (): Letter => ({ id, due: 'accepted', to: [contact], message: acceptedMessage(accepted, about) });
      send(write, whyNotNow());
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

/** Options of every message: it loads no file or address, and automatic responders do not answer it. */
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
 * Returns what a mail server refused permanently: the address of the receiver, the message, or this registry as the
 * sender. A refused sender says nothing about the other two. Undefined for an error that may pass.
 */
export function refusedFor(error: unknown): 'receiver' | 'message' | 'sender' | undefined {
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
  if (responseCode < 500) return undefined;
  if (code === 'EMESSAGE') return 'message';
  if (code !== 'EENVELOPE') return undefined;
  return command === 'RCPT TO' ? 'receiver' : 'sender';
}

/** Returns the codes of an error, never its sentence, in which mail servers repeat addresses. */
export function reasonOf(error: unknown): Pick<MailTrouble, 'code' | 'reply'> {
  const { name, code, originalCode, responseCode } = error as Error & Record<string, unknown>;
  return {
    code: String(originalCode ?? code ?? name),
    ...(typeof responseCode === 'number' ? { reply: responseCode } : {}),
  };
}
