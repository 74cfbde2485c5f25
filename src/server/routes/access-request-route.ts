/**
 * `POST /api/federated/access-requests`: stores a request for access to a record of this registry, from a reader at
 * another one. The sender confirms the e-mail address as with the form; before that, no message goes to anybody else.
 */

import type { IRouter } from 'express';
import { ACCESS_REQUESTS_PATH, type AccessReceipt, readFederatedRequest } from '../../domain/contact/access-form.ts';
import { RegistryError } from '../../domain/errors.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { ReceivedRequest } from '../../registry/accounts/access-requests.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { TakeTurn } from '../../registry/state/counted-uses.ts';
import { replyWithBytes } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { type HourlyLimit, networkOf, type RateLimit, rateLimit } from '../request/rate-limit.ts';
import type { RequestPipeline } from '../request/request-context.ts';
import { mountPostRoute } from './post-route.ts';
import { requireJson } from './registry-route.ts';

type AccessRequestRouteOptions = {
  accessRequests: Pick<LocalRegistry['accessRequests'], 'expiresAt' | 'receive'>;
  /** Called with every stored request; undefined if there is no mail server. */
  announceRequest: ((request: ReceivedRequest) => void) | undefined;
  /** The public address of this registry, without a trailing slash. */
  host: string;
  takeTurn: TakeTurn;
};

/** The budget of one partner, which sends its search token, for all its readers. */
const OF_PARTNER: HourlyLimit = {
  ...{ name: 'requests-of-partner', callerOf: (name) => name, mostOfCaller: 200, mostInAll: 1000 },
};
/** One small budget for all other callers. One network can use only a part of it. */
const OF_OTHERS: HourlyLimit = {
  ...{ name: 'requests-of-program', callerOf: networkOf, mostOfCaller: 10, mostInAll: 40 },
};
/** The wait when the store is full: until administrators have worked on requests, or a sender has confirmed an address. */
const FULL_SECONDS = 86_400;

/** Mounts the route, with the budgets of partners and of all other callers. */
export function mountAccessRequestRoute(
  router: IRouter,
  { accessRequests, announceRequest, host, takeTurn }: AccessRequestRouteOptions,
  pipeline: Pick<RequestPipeline, 'read' | 'viewerNow'>,
): void {
  const budgets = { partner: rateLimit(OF_PARTNER, takeTurn), others: rateLimit(OF_OTHERS, takeTurn) };

  mountPostRoute(router, ACCESS_REQUESTS_PATH, pipeline, async (req, res, posted) => {
    requireJson(req, res, false);
    addHeader(res, 'Cache-Control', posted.viewer.kind === 'public' ? 'no-store' : 'private, no-store');
    const { body, viewer } = await posted.readBody();
    const { anonymousId, form } = readFederatedRequest(body);
    // A request that cannot be stored uses none of the budget.
    if ((await accessRequests.expiresAt(anonymousId)) === undefined) {
      throw new RegistryError('unknown-anonymous-user', { anonymousId });
    }
    await spend(budgets, viewer, req.ip ?? '');
    const isConfirmed = announceRequest === undefined ? 'never' : 'by-message';
    const received = await accessRequests.receive(anonymousId, form, isConfirmed);
    if (typeof received === 'string') throw tooMany(FULL_SECONDS);
    try {
      await replyWithBytes(req, res, [Buffer.from(JSON.stringify(receiptOf(received, host)))]);
    } finally {
      if (!received.isRepeated) announceRequest?.(received);
    }
  });
}

/** Takes one request from the caller's budget. @throws RegistryError `too-many-requests` */
async function spend(budgets: Record<'partner' | 'others', RateLimit>, viewer: Viewer, address: string): Promise<void> {
  const partner = viewer.partnerKey ?? viewer.searchToken;
  const turn = await (partner === undefined ? budgets.others.take(address) : budgets.partner.take(partner));
  if (!turn.isAllowed) throw tooMany(turn.retryAfterSeconds);
}

function tooMany(retryAfterSeconds: number): RegistryError {
  return new RegistryError('too-many-requests', { minutes: Math.ceil(retryAfterSeconds / 60), retryAfterSeconds });
}

/**
 * Makes the receipt. It has the page of the request only if no address needs a confirmation. On that page, the calling
 * program could confirm an address of somebody else.
 */
function receiptOf({ reference, receivedAt, confirmBy, pageKey }: ReceivedRequest, host: string): AccessReceipt {
  return { reference, receivedAt, confirmBy, page: confirmBy === null ? `${host}/requests/${pageKey}` : null };
}
