/** Writes to the contact of a partner when the partner has failed for a day, and when it has recovered. */

import { createHash } from 'node:crypto';
import { RegistryError } from '../domain/errors.ts';
import {
  afterLook,
  afterMessage,
  claimedForSending,
  dueMessage,
  isBeingSent,
  type UnwellMessage,
  type UnwellTime,
} from '../domain/federation/unwell-time.ts';
import type { Federation, WatchedPartner } from '../federation/federation.ts';
import type { Look } from '../federation/partner/partner-state.ts';
import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import type { Mailer, SingleMessage } from '../operations/mailer.ts';
import { partnerMessage } from '../pages/feeds/mails.ts';
import type { UnwellTimes } from '../registry/state/unwell-times.ts';

type Options = Pick<Federation, 'watched'> & {
  unwellTimes: UnwellTimes;
  mail: Pick<Mailer, 'deliver'>;
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
  now: () => Date;
  reportFault(error: unknown): void;
};

/**
 * Of several processes and instances that share the state, the first to record the event sends the message. If it ends before it
 * has recorded that the message was sent, another sends it again with the same `Message-ID`, so that mailboxes show it once.
 */
export function partnerWatch({ watched, unwellTimes, mail, shortname, host, now, reportFault }: Options): EveryMinute {
  const secondsNow = () => Math.floor(now().getTime() / 1000);

  async function lookAt(partner: WatchedPartner, stopping: AbortSignal): Promise<void> {
    const before = await unwellTimes.find(partner.key);
    if (before !== undefined && isBeingSent(before, secondsNow())) return;
    const look = await partner.look(before !== undefined, stopping);
    if (look === undefined) return;
    const at = secondsNow();
    const after = afterLook(before, look.isWell, at);
    const message = after && dueMessage(after, at);
    if (after !== undefined && message !== undefined) await send(partner, { before, after, message, look });
    else if (before !== undefined || after !== undefined) await unwellTimes.change(partner.key, before, after);
  }

  type Sending = { before: UnwellTime | undefined; after: UnwellTime; message: UnwellMessage; look: Look };

  async function send(partner: WatchedPartner, { before, after, message, look }: Sending): Promise<void> {
    const claimed = claimedForSending(after, secondsNow());
    if (!(await unwellTimes.change(partner.key, before, claimed))) return;
    const delivery = await mail.deliver(written(partner, message, { ...look, ...after }));
    // No further message is sent to an address that the mail server refuses permanently.
    if (delivery !== 'sent' && delivery !== 'refused') return;
    await unwellTimes.change(partner.key, claimed, afterMessage(claimed, message, secondsNow()));
  }

  function written(
    partner: WatchedPartner,
    message: UnwellMessage,
    { since, wellSince, because }: UnwellTime & Look,
  ): SingleMessage {
    const about = { message, partner, shortname, host, because };
    const times = { since: toDate(since), wellSince: wellSince === null ? undefined : toDate(wellSince) };
    const key = createHash('sha256')
      .update(JSON.stringify([host, partner.key, message, since]))
      .digest('hex');
    const receiver = 'the contact of a partner';
    return { ...partnerMessage({ ...about, ...times }), to: partner.contact, key, oneClickUrl: undefined, receiver };
  }

  return everyMinute({
    async look(stopping) {
      const looks = await Promise.allSettled(watched().map((partner) => lookAt(partner, stopping)));
      for (const look of looks) {
        if (look.status === 'fulfilled' || look.reason instanceof RegistryError || stopping.aborted) continue;
        reportFault(look.reason);
      }
    },
    reportFault,
  });
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
