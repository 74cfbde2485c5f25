/**
 * Sends messages to single people: links to confirm, new people of a search, the health of a partner, requests for
 * access.
 */

import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/keys-together.ts';
import { type MailTrouble, PLAIN, reasonOf, refusedFor, transportOf } from './mail.ts';

export type SingleMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Identifies the message, also when it is sent again: hexadecimal digits, or words and hyphens. */
  key: string;
  /** The address at which a POST unsubscribes (RFC 8058); undefined for a message without a subscription. */
  oneClickUrl: string | undefined;
  /** The name of the receiver in the log. */
  receiver: Receiver;
};

type Receiver = 'a subscriber' | 'the contact of a partner' | 'the person of a request for access';

/** The mail server refuses this message permanently (`refused`) or for now (`later`) and may accept others; `failed`: nothing can be sent now. */
export type Delivery = 'sent' | 'refused' | 'later' | 'failed';

export type Mailer = AsyncDisposable & {
  /** Sends a message now. Problems are reported, never thrown. */
  deliver(message: SingleMessage): Promise<Delivery>;
  /** Queues a message and returns at once. While the message is due, it gets three tries. */
  queue(message: SingleMessage, wish: Wish): void;
};

type Wish = {
  /** Called before each try: another process may have sent the message, or it may not be wanted any more. */
  isDue(): Promise<boolean>;
  /** Called when the message is sent or permanently refused. */
  settled(): Promise<void>;
};

type Options = {
  config: MailConfig;
  report(failure: MailTrouble): void;
  /** The waits before the second and third try of a queued message. */
  waitsMs?: readonly number[];
  /** The timeout of the connection, the greeting, and every reply of the mail server. */
  timeoutMs?: number;
};

const WAITS_MS = [60_000, 600_000];
const TIMEOUT_MS = 10_000;
/** The timeout of one whole message, for a server that sends its replies very slowly. */
const MOST_MS = 60_000;
/** How long a message that is under way at a stop has to end. */
const GRACE_MS = 1_000;
const MOST_UNSENT = 500;

/** Opens the mailer. `config` must have `host`, and so `from`: without a mail server nothing is opened. */
export function openMailer({ config, report, waitsMs = WAITS_MS, timeoutMs = TIMEOUT_MS }: Options): Mailer {
  const { from = '' } = config;
  const host = from.slice(from.lastIndexOf('@') + 1);
  const transport = createTransport(transportOf(config, timeoutMs));
  const timers = new Set<NodeJS.Timeout>();
  const ending = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let isStopping = false;
  let unsent = 0;
  let line = Promise.resolve();

  async function attempt({ to, subject, text, html, key, oneClickUrl, receiver }: SingleMessage): Promise<Delivery> {
    try {
      await transport.sendMail({
        ...{ from, to: { name: '', address: to }, subject, text, html, ...PLAIN },
        messageId: `<${key}@${host}>`,
        headers: { ...PLAIN.headers, ...(oneClickUrl === undefined ? {} : unsubscribeHeaders(oneClickUrl)) },
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(MOST_MS)]),
      });
      return 'sent';
    } catch (error) {
      report({ what: `A message to ${receiver} could not be sent.`, ...reasonOf(error) });
      return outcomeOf(error);
    }
  }

  function deliver(message: SingleMessage): Promise<Delivery> {
    if (isStopping) return Promise.resolve('failed');
    const sending = attempt(message).finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  }

  async function next(message: SingleMessage, wish: Wish, failures: number): Promise<void> {
    // Where the state cannot be read, the message is due again later.
    if (!(await wish.isDue().catch(() => false))) {
      unsent--;
      return;
    }
    const delivery = await deliver(message);
    const waitMs = waitsMs[failures];
    if (delivery === 'sent' || delivery === 'refused' || waitMs === undefined) {
      unsent--;
      // Where the outcome cannot be recorded, the message is due again.
      if (delivery === 'sent' || delivery === 'refused') await wish.settled().catch(() => {});
      return;
    }
    if (isStopping) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      line = line.then(() => next(message, wish, failures + 1));
    }, waitMs).unref();
    timers.add(timer);
  }

  return {
    deliver,
    queue(message, wish) {
      if (isStopping || unsent >= MOST_UNSENT) {
        report({ what: 'A message to a subscriber waits, because too many others wait.' });
        return;
      }
      unsent++;
      line = line.then(() => next(message, wish, 0));
    },
    async [Symbol.asyncDispose]() {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      const grace = setTimeout(() => ending.abort(), GRACE_MS);
      await Promise.allSettled([line, ...underWay]);
      clearTimeout(grace);
      transport.close();
      if (unsent > 0)
        report({
          what: `Links of confirmation for ${unsent} subscribers are not sent yet; the next start sends them.`,
        });
    },
  };
}

/** The headers by which a mail program unsubscribes without opening a page (RFC 8058). */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Returns the outcome that an error means; reply 421 ends the connection (RFC 5321, 4.2.2). */
function outcomeOf(error: unknown): Delivery {
  const refused = refusedFor(error);
  if (refused !== undefined) return refused === 'sender' ? 'later' : 'refused';
  const { code, reply = 421 } = reasonOf(error);
  return (code !== 'EENVELOPE' && code !== 'EMESSAGE') || reply === 421 ? 'failed' : 'later';
}
