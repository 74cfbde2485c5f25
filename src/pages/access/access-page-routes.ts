/** Pages to request access: the form for a record of this registry or of a partner that takes requests, or else a link to the partner's form. */

import { type Request, type Response, Router } from 'express';
import {
  answerLanguage,
  BEGUN_FIELD,
  LONGEST_NAME,
  LONGEST_REASON,
  readAccessForm,
  type SentElsewhere,
  TRAP_FIELD,
} from '../../domain/contact/access-form.ts';
import { carriedGeneParams, readCarriedGene } from '../../domain/contact/carried-gene.ts';
import { RegistryError } from '../../domain/errors.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import { sourceOfRecord } from '../../domain/federation/queried-sources.ts';
import { accessPath } from '../../domain/federation/record-links.ts';
import type { SourceAddress } from '../../domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { readRecord } from '../../domain/record/records.ts';
import type { AccessAtPartners } from '../../federation/federation.ts';
import type { RecordAtOrigin } from '../../federation/record-at-origin.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { TakeTurn } from '../../registry/state/counted-uses.ts';
import { READ_AND_SENT, refuseOtherMethods } from '../../server/reply/methods.ts';
import { readerSignal } from '../../server/reply/reader.ts';
import { type HourlyLimit, networkOf, rateLimit } from '../../server/request/rate-limit.ts';
import { fieldsOf, formFields, fromOwnPage } from '../../server/request/request-body.ts';
import { readAddress } from '../../server/request/request-context.ts';
import { readAnonymousId } from '../../server/routes/record-routes.ts';
import type { AnsweredRecord } from '../people/found-record.ts';
import { allowReferrer } from '../server/came-from.ts';
import { type RecordViewOptions, recordViewOf, replyWithPage, viewOf } from '../server/page-replies.ts';
import {
  ACCESS_STATUSES,
  type AccessOutcome,
  type AnnounceRequest,
  accessRequestRoutes,
  pretendedReceipt,
  REQUEST_ACCESS_PATH,
  type RequestAccess,
} from './access-request-routes.ts';
import { type AccessPage, requestAccessPage } from './request-access-page.ts';
import { CHOICE_FIELD, type RequestStatusPage, requestStatusPage } from './request-status-page.ts';

/** Limits what one sender uses of the number of requests that a partner accepts from this registry. */
const SENT: HourlyLimit = { name: 'requests-to-partners', callerOf: networkOf, mostOfCaller: 10, mostInAll: 150 };

/** Returns the handler of forms for a partner by its key; all partners share one limit. */
function partnerRequester(access: AccessAtPartners, takeTurn: TakeTurn): (key: string) => RequestAccess {
  const sent = rateLimit(SENT, takeTurn);
  return (key) => async (anonymousId, fields, from) => {
    const { form, problems, isFromMachine } = readAccessForm(fields);
    if (problems.length > 0) return { state: 'mistaken', problems, form };
    if (isFromMachine) return { state: 'sent', receipt: pretendedReceipt(true), form };
    const turn = await sent.take(from);
    if (!turn.isAllowed) return { state: 'too-many', retryAfterSeconds: turn.retryAfterSeconds, form };
    return { ...toOutcome(await access.send(key, { anonymousId, form })), form };
  };
}

function toOutcome(sent: SentElsewhere): AccessOutcome {
  if (sent.state === 'failed') return { state: 'not-taken' };
  if (sent.state !== 'sent') return sent;
  const { page, ...receipt } = sent.receipt;
  return { state: 'sent', receipt: { ...receipt, page: page === null ? null : { url: page } } };
}

/**
 * Reads a record at its partner as the public sees it.
 *
 * @returns `unknown` if the partner no longer knows it, undefined if the partner does not answer
 */
async function recordAtPartner(
  recordAtOrigin: RecordAtOrigin,
  { anonymousId, origin }: { anonymousId: string; origin: string },
  signal: AbortSignal,
): Promise<AnsweredRecord | 'unknown' | undefined> {
  let isUnknown = true;
  for (const kind of ['anonymous-gene', 'anonymous-user'] as const) {
    try {
      return readRecord<AnsweredRecord>(
        await recordAtOrigin({ question: { kind, anonymousId }, origin }, PUBLIC_VIEWER, signal),
      );
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      isUnknown &&= error.code === 'origin-record-unknown';
    }
  }
  return isUnknown ? 'unknown' : undefined;
}

type RequestPageOptions = Pick<RecordViewOptions, 'site'> & {
  accessRequests: Pick<LocalRegistry['accessRequests'], 'page' | 'confirm' | 'discard'>;
  announceRequest: AnnounceRequest | undefined;
  /** The public address of this registry. */
  host: string;
};

const REQUEST_PAGE_PATH = '/requests/:pageKey';

/** Makes the routes. Opening the page changes nothing, and neither does sending the form without a choice; none is preselected. */
function requestPageRoutes({ site, accessRequests, announceRequest, host }: RequestPageOptions): Router {
  const routes = Router();

  function show(req: Request, res: Response, shown: RequestStatusPage): Promise<void> {
    allowReferrer(res);
    const view = viewOf(req, readAddress(req.originalUrl).params, site);
    return replyWithPage(req, res, STATUSES[shown.outcome], requestStatusPage(view, shown));
  }

  routes.get(REQUEST_PAGE_PATH, async (req, res) => {
    const page = await accessRequests.page(String(req.params.pageKey));
    await show(req, res, page === undefined ? { outcome: 'unknown' } : { outcome: 'shown', ...page });
  });

  routes.post(REQUEST_PAGE_PATH, fromOwnPage(host), formFields(), async (req, res) => {
    const pageKey = String(req.params.pageKey);
    const choice = fieldsOf(req.body)[CHOICE_FIELD];
    if (choice === 'mine') {
      const confirmed = await accessRequests.confirm(pageKey);
      if (confirmed === undefined) return show(req, res, { outcome: 'unknown' });
      try {
        await show(req, res, { outcome: 'confirmed', ...confirmed });
      } finally {
        if (confirmed.isNew) announceRequest?.(confirmed.request);
      }
      return;
    }
    if (choice === 'not-mine' && (await accessRequests.discard(pageKey))) return show(req, res, { outcome: 'deleted' });
    const page = await accessRequests.page(pageKey);
    if (page === undefined) return show(req, res, { outcome: 'unknown' });
    const isUnconfirmed = page.sees.state === 'unconfirmed';
    await show(req, res, { outcome: isUnconfirmed ? 'nothing-chosen' : 'shown', ...page });
  });
  routes.all(REQUEST_PAGE_PATH, refuseOtherMethods(READ_AND_SENT));
  return routes;
}

const STATUSES: Record<RequestStatusPage['outcome'], number> = {
  shown: 200,
  confirmed: 200,
  deleted: 200,
  'nothing-chosen': 400,
  unknown: 404,
};

export type AccessPagesOptions = RecordViewOptions & {
  /** Returns all origins in their order, now. */
  sources: () => readonly SourceAddress[];
  accessRequests: Pick<LocalRegistry['accessRequests'], 'expiresAt' | 'page' | 'confirm' | 'discard'>;
  requestAccess: RequestAccess;
  accessAtPartners: AccessAtPartners;
  recordAtOrigin: RecordAtOrigin;
  announceRequest: AnnounceRequest | undefined;
  anonymousIdLifetimeMinutes: number;
  /** Whether a confirmed request is forwarded to the person whom it is about without an administrator. */
  isForwardedAtOnce: boolean;
  /** The public address of this registry. */
  host: string;
} & Pick<LocalRegistry, 'lookups' | 'takeTurn'>;

/** How long an id of RDP lives from its creation, used or not (rdp-protocol 5.2). */
const RDP_ID_MS = 3_600_000;

type AboutRecord = Pick<AccessPage, 'registry' | 'expiry' | 'record' | 'formThere' | 'isForwardedAtOnce'> & {
  /** Whether the anonymous id leads to a person, as far as is known. */
  isThere: boolean;
};

export function accessPages(options: AccessPagesOptions): Router {
  const { site, sources, requestAccess, accessAtPartners, host } = options;
  const about = {
    lifetimeMinutes: options.anonymousIdLifetimeMinutes,
    longestReason: LONGEST_REASON,
    longestName: LONGEST_NAME,
    trapField: TRAP_FIELD,
    begunField: BEGUN_FIELD,
  };
  const routes = Router();

  async function expiryOf(anonymousId: string): Promise<AccessPage['expiry']> {
    const at = await options.accessRequests.expiresAt(anonymousId);
    return at && { at };
  }

  /** Returns the record as the public sees it. The id does not show whether it is of a gene or of a researcher, so both are tried. */
  async function recordOf(anonymousId: string): Promise<AnsweredRecord | undefined> {
    const { geneByAnonymousId, userByAnonymousId } = options.lookups;
    for (const lookUp of [geneByAnonymousId, userByAnonymousId]) {
      try {
        const json = Buffer.concat(await lookUp(PUBLIC_VIEWER, anonymousId)).toString();
        return readRecord<AnsweredRecord>({ json });
      } catch (error) {
        if (!(error instanceof RegistryError) || error.status === 500) throw error;
      }
    }
    return undefined;
  }

  /** Returns what the pages show about a record of this registry. */
  async function aboutOwn(anonymousId: string): Promise<AboutRecord> {
    const [expiry, record] = await Promise.all([expiryOf(anonymousId), recordOf(anonymousId)]);
    const isThere = expiry !== undefined;
    const { isForwardedAtOnce } = options;
    const shown = isThere ? record : undefined;
    return { registry: site.shortname, expiry, record: shown, isThere, formThere: undefined, isForwardedAtOnce };
  }

  /** The same for a record of a partner, which does not say when the anonymous id expires. */
  async function aboutPartners(anonymousId: string, { key, name, url }: SourceAddress, req: Request, res: Response) {
    const reference = { anonymousId, origin: key };
    const found = await recordAtPartner(options.recordAtOrigin, reference, readerSignal(res));
    const record = found === 'unknown' ? undefined : found;
    const formThere = `${url}/${accessPath(anonymousId)}${queryThere(readAddress(req.originalUrl).params)}`;
    const isThere = found !== 'unknown';
    return { registry: name, expiry: undefined, record, isThere, formThere, isForwardedAtOnce: false };
  }

  /** The same for a partner that takes no requests from here. The record is not requested, as that would make another id. */
  function aboutElsewhere(anonymousId: string, { name, url }: SourceAddress, params: URLSearchParams) {
    const formThere = `${url}/${accessPath(anonymousId)}${queryThere(params)}`;
    const expiry = { at: new Date(Date.now() + RDP_ID_MS) };
    const searched = readCarriedGene(params);
    const own = { expiry, record: undefined, isForwardedAtOnce: false };
    const page = { ...about, ...own, registry: name, formThere, searched };
    return { isThere: true, page };
  }

  async function aboutRecord(anonymousId: string, req: Request, res: Response) {
    const { params } = readAddress(req.originalUrl);
    const source = sourceOfRecord(sources(), params);
    const message =
      source.key === LOCAL_ORIGIN ? await aboutOwn(anonymousId) : await aboutPartners(anonymousId, source, req, res);
    const { isThere, ...page } = message;
    return { isThere, page: { ...about, ...page, searched: readCarriedGene(params) } };
  }

  routes.get(REQUEST_ACCESS_PATH, async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const anonymousId = readAnonymousId(req.params.anonymousId);
    const source = sourceOfRecord(sources(), params);
    // Otherwise the form is sent with `Origin: null`, and without https it looks like one from another website.
    allowReferrer(res);
    const isTaken = source.key === LOCAL_ORIGIN || accessAtPartners.takes(source.key);
    const { isThere, page: shown } = isTaken
      ? await aboutRecord(anonymousId, req, res)
      : aboutElsewhere(anonymousId, source, params);
    const outcome = !isTaken ? 'elsewhere' : isThere ? 'open' : 'unknown-id';
    const status = isThere ? 200 : ACCESS_STATUSES['unknown-id'];
    const view = await recordViewOf(req, params, options);
    const form = { name: '', organisation: '', contact: '', reason: '', language: answerLanguage(view.words.lang) };
    const page: AccessPage = { ...shown, outcome, form, receipt: undefined, problems: [] };
    await replyWithPage(req, res, status, requestAccessPage(view, page));
  });

  const atPartner = partnerRequester(accessAtPartners, options.takeTurn);
  routes.use(
    accessRequestRoutes({
      requesterFor(params) {
        const { key } = sourceOfRecord(sources(), params);
        return key === LOCAL_ORIGIN ? requestAccess : atPartner(key);
      },
      announceRequest: options.announceRequest,
      host,
      async show({ req, res, anonymousId }, outcome) {
        const { params } = readAddress(req.originalUrl);
        allowReferrer(res);
        const { page: shown } = await aboutRecord(anonymousId, req, res);
        const problems = outcome.state === 'mistaken' ? outcome.problems : [];
        const page: AccessPage = {
          ...shown,
          ...{ outcome: outcome.state, form: outcome.form, problems },
          receipt: outcome.state === 'sent' ? outcome.receipt : undefined,
        };
        const status = ACCESS_STATUSES[outcome.state];
        await replyWithPage(req, res, status, requestAccessPage(await recordViewOf(req, params, options), page));
      },
    }),
  );
  routes.use(requestPageRoutes(options));
  return routes;
}

/** Returns the gene that the reader searched for, as a query that fills in the form of a partner. */
function queryThere(params: URLSearchParams): string {
  const searched = readCarriedGene(params);
  return searched === undefined ? '' : `?${new URLSearchParams(carriedGeneParams(searched))}`;
}
