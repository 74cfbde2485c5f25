/** Takes the form that requests access to an anonymised record. */

import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { type AccessForm, type AccessFormProblem, readAccessForm } from '../../domain/contact/access-form.ts';
import { CONFIRM_MS, PAGE_KEY_BYTES, requestReference } from '../../domain/contact/request-events.ts';
import { RegistryError } from '../../domain/errors.ts';
import type { ReceivedRequest } from '../../registry/accounts/access-requests.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { TakeTurn } from '../../registry/state/counted-uses.ts';
import { READ_AND_SENT, refuseOtherMethods } from '../../server/reply/methods.ts';
import { addHeader } from '../../server/reply/reply-headers.ts';
import { type HourlyLimit, networkOf, rateLimit, siteOf } from '../../server/request/rate-limit.ts';
import { fieldsOf, formFields, fromOwnPage } from '../../server/request/request-body.ts';
import { readAddress } from '../../server/request/request-context.ts';
import { readAnonymousId } from '../../server/routes/record-routes.ts';

type RepeatedForms<Outcome> = {
  /**
   * Returns the outcome of an equal form within the last minute, or else handles this one.
   *
   * @param form all that makes two forms equal: address, sender and fields
   * @param isTaken whether later equal forms get this outcome; a refused form may be sent again
   */
  takeOnce(
    form: readonly unknown[],
    take: () => Promise<Outcome>,
    isTaken: (outcome: Outcome) => boolean,
  ): Promise<{ outcome: Outcome; isRepeated: boolean }>;
};

const REMEMBERED_MS = 60_000;
/** Beyond this number, the oldest are dropped. */
const MOST_REMEMBERED = 1000;

/** Makes the memory of forms. @param now the steady clock, in milliseconds */
export function repeatedForms<Outcome>(now: () => number): RepeatedForms<Outcome> {
  /** The outcomes by the hash of the form, oldest first. */
  const remembered = new Map<string, { atMs: number; outcome: Promise<Outcome> }>();

  function forgetOld(): void {
    for (const [key, { atMs }] of remembered) {
      if (remembered.size <= MOST_REMEMBERED && now() - atMs < REMEMBERED_MS) return;
      remembered.delete(key);
    }
  }

  return {
    async takeOnce(form, take, isTaken) {
      forgetOld();
      const key = createHash('sha256').update(JSON.stringify(form)).digest('base64url');
      const earlier = remembered.get(key);
      if (earlier !== undefined) return { outcome: await earlier.outcome, isRepeated: true };
      const entry = { atMs: now(), outcome: take() };
      remembered.set(key, entry);
      let outcome: Outcome | undefined;
      try {
        outcome = await entry.outcome;
        return { outcome, isRepeated: false };
      } finally {
        const isKnown = outcome !== undefined && isTaken(outcome);
        if (!isKnown && remembered.get(key) === entry) remembered.delete(key);
      }
    },
  };
}

/** Called with every request that is stored or confirmed, after its sender got the page. */
export type AnnounceRequest = (request: ReceivedRequest) => void;

/** What the sender of a request sees about it. */
type Receipt = Pick<ReceivedRequest, 'reference' | 'receivedAt' | 'confirmBy'> & {
  /** The page of the request, as a path here or an address at another registry; null if only a message has it. */
  page: { path: string } | { url: string } | null;
};

/** The outcome of a request. `unknown-id`: the id has expired, was never issued, or its person no longer exists. */
export type AccessOutcome =
  | { state: 'sent'; receipt: Receipt; received?: ReceivedRequest & { isRepeated?: true } }
  | { state: 'mistaken'; problems: readonly AccessFormProblem[] }
  | { state: 'unknown-id' }
  /** The registry of the record did not accept the request. */
  | { state: 'not-taken' }
  | { state: 'too-many' | 'too-many-of-address'; retryAfterSeconds: number };

/** Handles a form. @param from the address of the sender, which is counted and not stored */
export type RequestAccess = (
  anonymousId: string,
  fields: Readonly<Record<string, unknown>>,
  from: string,
) => Promise<AccessOutcome & { form: AccessForm }>;

type Requests = Pick<LocalRegistry['accessRequests'], 'expiresAt' | 'receive'>;

/** Beyond this limit no message is sent: the e-mail address is not confirmed, and administrators see the request only on their page. */
const MAILED: HourlyLimit = { name: 'requests-mailed', callerOf: networkOf, mostOfCaller: 10, mostInAll: 100 };
/** The first requests of each sender have a budget of their own, which only more than a thousand senders could use up. */
const FIRST: HourlyLimit = { name: 'requests-first', callerOf: siteOf, mostOfCaller: 3, mostInAll: 4000 };
/** Beyond this limit a sender has to wait. With the first requests it bounds the database, to 50 from each sender. */
const FURTHER: HourlyLimit = { name: 'requests-further', callerOf: siteOf, mostOfCaller: 47, mostInAll: 2000 };

/** The wait when the store is full: until administrators have worked on requests, or a sender has confirmed an address. */
const FULL_SECONDS = 86_400;

/** Makes the handler of forms. @param isMailed whether there is a mail server, so that addresses can be confirmed */
export function accessRequester(requests: Requests, isMailed: boolean, takeTurn: TakeTurn): RequestAccess {
  const first = rateLimit(FIRST, takeTurn);
  const further = rateLimit(FURTHER, takeTurn);
  const mailed = rateLimit(MAILED, takeTurn);

  return async (anonymousId, fields, from) => {
    const { form, problems, isFromMachine } = readAccessForm(fields);
    if (problems.length > 0) return { state: 'mistaken', problems, form };
    // A program that fills in the hidden field sees the same page as everybody, and learns nothing.
    if (isFromMachine) return { state: 'sent', receipt: pretendedReceipt(isMailed), form };
    // A request that is not stored uses none of the budgets.
    if ((await requests.expiresAt(anonymousId)) === undefined) return { state: 'unknown-id', form };
    const early = await first.take(from);
    const turn = early.isAllowed ? early : await further.take(from);
    if (!turn.isAllowed) return { state: 'too-many', retryAfterSeconds: turn.retryAfterSeconds, form };
    try {
      const isConfirmed = isMailed && (await mailed.take(from)).isAllowed ? 'by-message' : 'never';
      const received = await requests.receive(anonymousId, form, isConfirmed);
      if (received === 'full') return { state: 'too-many', retryAfterSeconds: FULL_SECONDS, form };
      if (received === 'address-full') return { state: 'too-many-of-address', retryAfterSeconds: FULL_SECONDS, form };
      return { state: 'sent', receipt: receiptOf(received), received, form };
    } catch (error) {
      if (error instanceof RegistryError && error.status === 404) return { state: 'unknown-id', form };
      throw error;
    }
  };
}

/** Makes a receipt for a request that is not stored. */
export function pretendedReceipt(isMailed: boolean): Receipt {
  const nowMs = Date.now();
  return receiptOf({
    reference: requestReference(randomInt),
    receivedAt: new Date(nowMs).toISOString(),
    confirmBy: isMailed ? new Date(nowMs + CONFIRM_MS).toISOString() : null,
    pageKey: `${nowMs}-${randomBytes(PAGE_KEY_BYTES).toString('base64url')}`,
  });
}

/** Makes the receipt. The page can confirm the address, so a sender who must still confirm gets it only by message. */
function receiptOf(received: Pick<ReceivedRequest, 'reference' | 'receivedAt' | 'confirmBy' | 'pageKey'>): Receipt {
  const { reference, receivedAt, confirmBy, pageKey } = received;
  return { reference, receivedAt, confirmBy, page: confirmBy === null ? { path: `requests/${pageKey}` } : null };
}

export const ACCESS_STATUSES: Record<AccessOutcome['state'], number> = {
  sent: 200,
  mistaken: 400,
  'unknown-id': 404,
  'not-taken': 502,
  'too-many': 429,
  'too-many-of-address': 429,
};

type AccessRequestRoutesOptions = {
  /** Returns the handler of forms for the registry in the address. */
  requesterFor(params: URLSearchParams): RequestAccess;
  /** Undefined if there is no mail server. */
  announceRequest: AnnounceRequest | undefined;
  /** The public address of this registry. */
  host: string;
  /** Sends the page with the outcome, and the status of {@link ACCESS_STATUSES}. */
  show(
    exchange: { req: Request; res: Response; anonymousId: string },
    outcome: AccessOutcome & { form: AccessForm },
  ): Promise<void> | void;
};

export const REQUEST_ACCESS_PATH = '/search/gene/by-anonymous-id/:anonymousId/request-access';

/** Takes the form (POST). Errors before it is read are thrown: `form-from-elsewhere`, `form-too-large`. */
export function accessRequestRoutes({ requesterFor, announceRequest, host, show }: AccessRequestRoutesOptions): Router {
  const routes = Router();
  const forms = repeatedForms<Awaited<ReturnType<RequestAccess>>>(() => performance.now());
  routes.post(REQUEST_ACCESS_PATH, fromOwnPage(host), formFields(), async (req, res) => {
    const anonymousId = readAnonymousId(req.params.anonymousId);
    const { params } = readAddress(req.originalUrl);
    const fields = fieldsOf(req.body);
    const from = req.ip ?? '';
    const { outcome, isRepeated } = await forms.takeOnce(
      [req.originalUrl, from, fields],
      () => requesterFor(params)(anonymousId, fields, from),
      // A repetition of a request that is stored here is recognised by the store.
      (outcome) => outcome.state === 'sent' && outcome.received === undefined,
    );
    addHeader(res, 'Cache-Control', 'no-store');
    if ('retryAfterSeconds' in outcome) addHeader(res, 'Retry-After', String(outcome.retryAfterSeconds));
    try {
      await show({ req, res, anonymousId }, outcome);
    } finally {
      const received = outcome.state === 'sent' ? outcome.received : undefined;
      if (received !== undefined && !isRepeated && !received.isRepeated) announceRequest?.(received);
    }
  });
  routes.all(REQUEST_ACCESS_PATH, refuseOtherMethods(READ_AND_SENT));
  return routes;
}
