/** The form that asks for access to an anonymised record of this registry, as it is sent in. */

import { randomInt } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { type AccessForm, type AccessFormProblem, readAccessForm } from '../../domain/query/access-request.ts';
import { requestReference } from '../../domain/query/request-reference.ts';
import type { ReceivedRequest } from '../../registry/accounts/access-requests.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { readAnonymousId } from '../registry/record-routes.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { fieldsOf, formFields, fromOwnPage } from '../request/form-body.ts';
import { networkOf, siteOf } from '../request/network-of.ts';
import { rateLimit } from '../request/rate-limit.ts';

/** Told of every request that is kept, once its sender has been answered; not all are to be mailed. */
export type AnnounceRequest = (request: ReceivedRequest, about: { isToBeMailed: boolean }) => void;

/** What became of a request. `unknown-id`: the id has expired, was never issued, or its person is gone. */
export type AccessOutcome =
  | { state: 'sent'; reference: string; received?: ReceivedRequest; isToBeMailed: boolean }
  | { state: 'mistaken'; problems: readonly AccessFormProblem[] }
  | { state: 'unknown-id' }
  | { state: 'too-many'; retryAfterSeconds: number };

/** @param from the address it came from, which is counted and not kept */
export type RequestAccess = (
  anonymousId: string,
  fields: Readonly<Record<string, unknown>>,
  from: string,
) => Promise<AccessOutcome & { form: AccessForm }>;

type Requests = Pick<LocalRegistry['accessRequests'], 'expiresAt' | 'receive'>;

const PERIOD_MS = 3_600_000;
/** What is beyond costs the message to the administrators, who find the request on their page. */
const MAILED = { callerOf: networkOf, mostPerCaller: 10, mostInAll: 100, periodMs: PERIOD_MS };
/** Everybody's first ones have room of their own, which more than a thousand callers would have to fill together. */
const FIRST = { callerOf: siteOf, mostPerCaller: 3, mostInAll: 4000, periodMs: PERIOD_MS };
/** What is beyond has to wait: with the first ones a bound for the database, of 50 from each caller. */
const FURTHER = { callerOf: siteOf, mostPerCaller: 47, mostInAll: 2000, periodMs: PERIOD_MS };

/** Until administrators have looked. */
const FULL_SECONDS = 86_400;

export function accessRequester(requests: Requests, now: () => number): RequestAccess {
  const first = rateLimit({ ...FIRST, now });
  const further = rateLimit({ ...FURTHER, now });
  const mailed = rateLimit({ ...MAILED, now });

  return async (anonymousId, fields, from) => {
    const { form, problems, isFromMachine } = readAccessForm(fields);
    if (problems.length > 0) return { state: 'mistaken', problems, form };
    // Whoever fills in what nobody sees is told the same as everybody, and learns nothing.
    if (isFromMachine) {
      return { state: 'sent', reference: requestReference(randomInt), isToBeMailed: false, form };
    }
    // What is kept nowhere uses nothing up.
    if ((await requests.expiresAt(anonymousId)) === undefined) return { state: 'unknown-id', form };
    const early = first.take(from);
    const turn = early.isAllowed ? early : further.take(from);
    if (!turn.isAllowed) return { state: 'too-many', retryAfterSeconds: turn.retryAfterSeconds, form };
    try {
      const received = await requests.receive(anonymousId, form);
      if (received === undefined) return { state: 'too-many', retryAfterSeconds: FULL_SECONDS, form };
      return {
        state: 'sent',
        reference: received.reference,
        received,
        isToBeMailed: mailed.take(from).isAllowed,
        form,
      };
    } catch (error) {
      if (error instanceof RegistryError && error.status === 404) return { state: 'unknown-id', form };
      throw error;
    }
  };
}

export const ACCESS_STATUSES: Record<AccessOutcome['state'], number> = {
  sent: 200,
  mistaken: 400,
  'unknown-id': 404,
  'too-many': 429,
};

type AccessRequestRoutesOptions = {
  requestAccess: RequestAccess;
  announceRequest: AnnounceRequest;
  /** The address of this registry as others know it. */
  host: string;
  /** Answers the page that says what became of it, with the status of {@link ACCESS_STATUSES}. */
  show(
    exchange: { req: Request; res: Response; anonymousId: string },
    outcome: AccessOutcome & { form: AccessForm },
  ): Promise<void> | void;
};

const PATH = '/search/gene/by-anonymous-id/:anonymousId/request-access';

/** Takes the form (POST). Whatever refuses it before it is read is thrown: `form-from-elsewhere`, `form-too-large`. */
export function accessRequestRoutes({
  requestAccess,
  announceRequest,
  host,
  show,
}: AccessRequestRoutesOptions): Router {
  const routes = Router();
  routes.post(PATH, fromOwnPage(host), formFields(), async (req, res) => {
    const anonymousId = readAnonymousId(req.params.anonymousId);
    const outcome = await requestAccess(anonymousId, fieldsOf(req.body), req.ip ?? '');
    addHeader(res, 'Cache-Control', 'no-store');
    if (outcome.state === 'too-many') addHeader(res, 'Retry-After', String(outcome.retryAfterSeconds));
    try {
      await show({ req, res, anonymousId }, outcome);
    } finally {
      if (outcome.state === 'sent' && outcome.received !== undefined) announceRequest(outcome.received, outcome);
    }
  });
  return routes;
}
