/** Messages to single people, one by one: links to confirm with, who is new, how a partner fares, who asks for access. */

import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/mail.ts';
import { type MailTrouble, PLAIN, reasonOf, refusedFor, transportOf } from './mail.ts';

export type SingleMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Names the message, the same when it is sent again; hexadecimal, or with words and hyphens. */
  key: string;
  /** Where a bare POST leaves (RFC 8058); undefined where there is nothing to leave. */
  oneClickUrl: string | undefined;
  /** What the log calls its receiver. */
  receiver: Receiver;
};

type Receiver = 'a subscriber' | 'the contact of a partner' | 'somebody whom a request for access is about';

/** This message is not taken, for good (`refused`) or for now (`later`), and another one may be; `failed`: nothing can be sent now. */
export type Delivery = 'sent' | 'refused' | 'later' | 'failed';

export type Mailer = AsyncDisposable & {
  /** Sends a message now. Trouble is reported, and nothing thrown. */
  deliver(message: SingleMessage): Promise<Delivery>;
  /** Takes a message to be sent and returns at once; it is tried three times, as long as it is due. */
  queue(message: SingleMessage, wish: Wish): void;
};

type Wish = {
  /** Asked before each try: what waits here may be out by another process, or wanted no more. */
  isDue(): Promise<boolean>;
  /** Called when it is out, or refused for good. */
  settled(): Promise<void>;
};

type Options = {
  config: MailConfig;
  report(failure: MailTrouble): void;
  /** How long to wait before each further try of what is queued. */
  waitsMs?: readonly number[];
  /** For the connection, the greeting, and every answer of the mail server. */
  timeoutMs?: number;
};

const WAITS_MS = [60_000, 600_000];
const TIMEOUT_MS = 10_000;
/** A server that answers a little from time to time has this long for one message. */
const MOST_MS = 60_000;
/** What is under way at a stop has this long to end. */
const GRACE_MS = 1_000;
const MOST_UNSENT = 500;

/** Mail is only opened with a mail server: `config` must have `host`, and so `from`. */
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
    // What cannot be asked is due again later.
    if (!(await wish.isDue().catch(() => false))) {
      unsent--;
      return;
    }
    const delivery = await deliver(message);
    const waitMs = waitsMs[failures];
    if (delivery === 'sent' || delivery === 'refused' || waitMs === undefined) {
      unsent--;
      // Where that cannot be noted, the message is due again.
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
        report({ what: 'A message to a subscriber is sent later, as too many others are not sent yet.' });
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
          what: `Links to confirm with are not sent to ${unsent} subscribers yet; they are after the next start.`,
        });
    },
  };
}

/** RFC 8058: what the program of a subscriber sends to leave, without opening any page. */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** What a reply means; 421 ends the connection (RFC 5321, 4.2.2). */
function outcomeOf(error: unknown): Delivery {
  const refused = refusedFor(error);
  if (refused !== undefined) return refused === 'sender' ? 'later' : 'refused';
  const { code, reply = 421 } = reasonOf(error);
  return (code !== 'EENVELOPE' && code !== 'EMESSAGE') || reply === 421 ? 'failed' : 'later';
}
