/** Writes to the contact of a partner when the partner has failed for a day, and when it has recovered. */

import { createHash } from 'node:crypto';
import { RegistryError } from '../domain/errors.ts';
import {
  afterCheck,
  afterMessage,
  claimedForSending,
  dueMessage,
  isBeingSent,
  type Outage,
  type OutageMessage,
} from '../domain/federation/outage.ts';
import type { Federation, WatchedPartner } from '../federation/federation.ts';
import type { Health } from '../federation/partner/partner-state.ts';
import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import type { Mailer, SingleMessage } from '../operations/mailer.ts';
import { partnerMessage } from '../pages/feeds/mails.ts';
import type { Outages } from '../registry/state/outages.ts';

type Options = Pick<Federation, 'watched'> & {
  outages: Outages;
  mail: Pick<Mailer, 'deliver'>;
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
  now: () => Date;
  reportFault(error: unknown): void;
};

/**
 * If several processes and instances share the state, the first to record the event sends the message. If that process
 * ends before it has recorded the sending, another one sends the message again. The `Message-ID` is the same, so
 * mailboxes show it once.
 */
export function partnerWatch({ watched, outages, mail, shortname, host, now, reportFault }: Options): EveryMinute {
  const secondsNow = () => Math.floor(now().getTime() / 1000);

  async function check(partner: WatchedPartner, stopping: AbortSignal): Promise<void> {
    const before = await outages.find(partner.key);
    if (before !== undefined && isBeingSent(before, secondsNow())) return;
    const health = await partner.checkHealth(before !== undefined, stopping);
    if (health === undefined) return;
    const at = secondsNow();
    const after = afterCheck(before, health.isHealthy, at);
    const message = after && dueMessage(after, at);
    if (after !== undefined && message !== undefined) await send(partner, { before, after, message, health });
    else if (before !== undefined || after !== undefined) await outages.change(partner.key, before, after);
  }

  type Sending = { before: Outage | undefined; after: Outage; message: OutageMessage; health: Health };

  async function send(partner: WatchedPartner, { before, after, message, health }: Sending): Promise<void> {
    const claimed = claimedForSending(after, secondsNow());
    if (!(await outages.change(partner.key, before, claimed))) return;
    const delivery = await mail.deliver(written(partner, message, { ...health, ...after }));
    // No further message is sent to an address that the mail server refuses permanently.
    if (delivery !== 'sent' && delivery !== 'refused') return;
    await outages.change(partner.key, claimed, afterMessage(claimed, message, secondsNow()));
  }

  function written(
    partner: WatchedPartner,
    message: OutageMessage,
    { since, healthySince, because }: Outage & Health,
  ): SingleMessage {
    const about = { message, partner, shortname, host, because };
    const times = { since: toDate(since), healthySince: healthySince === null ? undefined : toDate(healthySince) };
    const key = createHash('sha256')
      .update(JSON.stringify([host, partner.key, message, since]))
      .digest('hex');
    const receiver = 'the contact of a partner';
    return { ...partnerMessage({ ...about, ...times }), to: partner.contact, key, oneClickUrl: undefined, receiver };
  }

  return everyMinute({
    async look(stopping) {
      const checks = await Promise.allSettled(watched().map((partner) => check(partner, stopping)));
      for (const one of checks) {
        if (one.status === 'fulfilled' || one.reason instanceof RegistryError || stopping.aborted) continue;
        reportFault(one.reason);
      }
    },
    reportFault,
  });
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
