/** Sends the mail about requests for access: to the person who asks, to the administrators, and to the person asked for. */

import type { Config } from '../config/config.ts';
import { type EveryMinute, everyMinute } from '../lib/every-minute.ts';
import type { Log } from '../operations/log.ts';
import { openMail } from '../operations/mail.ts';
import type { Mailer } from '../operations/mailer.ts';
import { personMessage } from '../operations/person-message.ts';
import type { MessageAbout } from '../operations/request-message.ts';
import { isLeader, type WorkerPlace } from '../operations/worker-place.ts';
import type { AnnounceRequest } from '../pages/access/access-request-routes.ts';
import type { WriteToPeople } from '../pages/access/person-page-routes.ts';
import type { DuePerson } from '../registry/accounts/forwarded-requests.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';

type Options = {
  settings: Config['app']['settings'];
  log: Log;
  registry: Pick<LocalRegistry, 'accessRequests' | 'forwardedRequests'>;
  about: MessageAbout;
  place: WorkerPlace;
  mailer: Mailer;
  reportFault(error: unknown): void;
};

type RequestMail = {
  announceRequest: AnnounceRequest;
  writeToPeople: WriteToPeople;
  /** Writes to the people whom requests are about, and to senders whose requests are accepted, when a message is due. */
  personRound(): Promise<void>;
};

/** Opens the mail and adds it to `resources`, which closes it. */
export function openRequestMail(options: Options, resources: AsyncDisposableStack): RequestMail {
  const { settings, log, registry, about, place, mailer, reportFault } = options;
  const { mail: config, contact } = settings;
  const { accessRequests, forwardedRequests } = registry;
  const report = (failure: object) => log.error(failure, 'mail');
  const mail = resources.use(
    openMail({ config, about, report, isDue: accessRequests.isMessageDue, noteSent: accessRequests.noteSent }),
  );
  const rounds = resources.use(personRounds({ forwardedRequests, mail: mailer, about, reportFault }));
  async function writeToAccepted(): Promise<void> {
    for (const accepted of await accessRequests.claimAccepted()) mail.announceAccepted(accepted);
  }

  /** Looks twice, as a message may become due during the first look. */
  async function personRound(): Promise<void> {
    await rounds.look();
    await rounds.look();
    await writeToAccepted().catch(reportFault);
  }

  /** Forwards the request, then announces it. If the process ends before the message is sent, it is announced again later. */
  async function forwardThenAnnounce(request: Parameters<AnnounceRequest>[0]): Promise<void> {
    try {
      await forwardedRequests.forwardConfirmed(request.id);
    } catch {
      // The request is announced again later. The watch of the state reports why the state cannot be used.
      return;
    }
    mail.announce(request);
    void personRound();
  }

  const announceRequest: AnnounceRequest = (request) => {
    if (contact.byPerson && request.confirmedAt !== null) void forwardThenAnnounce(request);
    else mail.announce(request);
  };
  if (isLeader(place)) {
    resources.use(sendUnsent({ claimDue: accessRequests.claimDue, announceRequest, writeToAccepted, reportFault }));
  }
  return { announceRequest, writeToPeople: () => void personRound(), personRound };
}

type PersonRoundsOptions = {
  forwardedRequests: Pick<LocalRegistry['forwardedRequests'], 'claim' | 'lookAtAll'>;
  mail: Pick<Mailer, 'deliver'>;
  about: MessageAbout;
  reportFault(error: unknown): void;
};

/** Writes to the people whom requests are about. Looks for due messages now and every minute. Of several processes only one writes to a person at a time. */
function personRounds({ forwardedRequests, mail, about, reportFault }: PersonRoundsOptions): EveryMinute {
  let isFirst = true;

  /** Sends the messages of one person; those that are not sent are claimed again later. Returns whether the mail server accepts messages. */
  async function write({ messages, settle }: DuePerson): Promise<boolean> {
    for (const { message, note } of messages) {
      const delivery = await mail.deliver(personMessage(message, about));
      if (delivery === 'failed') return false;
      if (delivery === 'later') return true;
      await note(delivery === 'sent' ? 'asked' : 'undelivered');
    }
    await settle();
    return true;
  }

  const rounds = everyMinute({
    async look(stopping) {
      if (isFirst) await forwardedRequests.lookAtAll();
      isFirst = false;
      while (!stopping.aborted) {
        const due = await forwardedRequests.claim();
        if (due === undefined || !(await write(due))) return;
      }
    },
    reportFault,
  });
  void rounds.look();
  return rounds;
}

type UnsentOptions = {
  claimDue: LocalRegistry['accessRequests']['claimDue'];
  announceRequest: AnnounceRequest;
  writeToAccepted(): Promise<void>;
  reportFault(error: unknown): void;
};

/** Looks for unsent messages now and every minute. Where the state cannot be read, which it reports, they are claimed again later. */
function sendUnsent({ claimDue, announceRequest, writeToAccepted, reportFault }: UnsentOptions): AsyncDisposable {
  const unsent = everyMinute({
    async look(stopping) {
      for (const request of await claimDue()) if (!stopping.aborted) announceRequest(request);
      if (!stopping.aborted) await writeToAccepted();
    },
    reportFault,
  });
  void unsent.look();
  return unsent;
}
