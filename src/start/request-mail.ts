/** Sends the mail about requests for access: to the person who asks, to the administrators, and to the person asked for. */

import { isLeader, type WorkerPlace } from '../cluster/worker-place.ts';
import type { Config } from '../config/config.ts';
import type { AnnounceRequest } from '../http/pages/access-request-routes.ts';
import type { WriteToPeople } from '../http/pages/person-page-routes.ts';
import { openMail } from '../mail/mail.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MessageAbout } from '../mail/request-message.ts';
import { sendUnsent } from '../mail/unsent.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { Log } from '../telemetry/log.ts';
import { personRounds } from './person-rounds.ts';

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
  /** Writes to the people whom requests are about, when a message is due. */
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
  /** Looks twice, as a message may become due during the first look. */
  const personRound = () => rounds.look().then(rounds.look);

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
    resources.use(sendUnsent({ claimDue: accessRequests.claimDue, announce: announceRequest, reportFault }));
  }
  return { announceRequest, writeToPeople: () => void personRound(), personRound };
}
