/** `/api/admin`: what administrators of this registry read, note and try out. */

import type { IRouter, Request, Response } from 'express';
import { readRequestStep } from '../../domain/contact/read-request-step.ts';
import { type Phrase, phrase, RegistryError } from '../../domain/errors.ts';
import { readAuditFilter, renderDay } from '../../domain/federation/audit-log.ts';
import { readTokenOrder } from '../../domain/query/token-order.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Federation } from '../../federation/federation.ts';
import type { Forwarded } from '../../registry/accounts/forwarded-requests.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { AuditLog } from '../../registry/state/audit-log.ts';
import { addDeprecation } from '../reply/deprecation.ts';
import { methodRefused } from '../reply/methods.ts';
import { endWith, replyWithBytes, replyWithMethods } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { keepContext } from '../request/reply-locals.ts';
import { readPosted } from '../request/request-body.ts';
import type { RequestContext, RequestPipeline } from '../request/request-context.ts';
import { requireAdministrator } from '../request/viewer.ts';
import { readOrFaults } from '../request/wrong-parameters.ts';
import { requireJson } from './registry-route.ts';

type AdminOptions = {
  pipeline: Pick<RequestPipeline, 'read' | 'viewerNow'>;
  partners: Pick<Federation, 'partnerStates' | 'partnerTrends' | 'testPartner'>;
  accessRequests: Pick<LocalRegistry['accessRequests'], 'list' | 'note' | 'remove'>;
  forwardedRequests: Pick<LocalRegistry['forwardedRequests'], 'forward'>;
  /** Writes to the people whom requests are about, if they are due; undefined if there is no mail server. */
  writeToPeople: (() => void) | undefined;
  accounts: Pick<LocalRegistry['accounts'], 'searchTokenUses'>;
  tokens: LocalRegistry['tokens'];
  auditLog: Pick<AuditLog, 'list' | 'partnerDays'>;
  /** Product and version. */
  implementation: string;
  apiVersion: string;
};

/** Returns the answer of a route; undefined if it is only "done". */
type Answer = (context: RequestContext, exchange: { req: Request; res: Response }) => Promise<unknown>;
type AdminRoute = { path: string } & Partial<Record<'GET' | 'POST' | 'PATCH' | 'DELETE', Answer>>;

const WHY_NOT_FORWARDED: Record<Exclude<Forwarded, 'forwarded' | 'unknown'>, Phrase> = {
  unconfirmed: phrase('sender-unconfirmed'),
  closed: phrase('closed-for-sender'),
  answered: phrase('answered'),
  waiting: phrase('waits-for-person'),
  'with-the-person': phrase('with-the-person'),
  'person-gone': phrase('account-unreachable'),
};

/** Mounts the routes. Each requires the token of an administrator of this registry; search tokens of partners do not suffice. */
export function mountAdminRoutes(router: IRouter, options: AdminOptions): void {
  for (const route of adminRoutes(options)) mount(router, route, options.pipeline.read);
}

function adminRoutes({ partners, accessRequests, accounts, tokens, auditLog, ...about }: AdminOptions): AdminRoute[] {
  const { implementation, apiVersion, forwardedRequests, writeToPeople, pipeline } = about;
  /** Reads a body. The viewer's rights are checked again when it has arrived, as they may have changed meanwhile. */
  const readOrder = async (viewer: Viewer, { req, res }: { req: Request; res: Response }) => {
    const posted = await readPosted(req, res, { viewer, ...pipeline });
    requireAdministrator(posted.viewer);
    return posted;
  };
  const partnerList = (viewer: Viewer) => {
    const trends = new Map(partners.partnerTrends().map(({ key, ...trend }) => [key, trend]));
    return partners.partnerStates(viewer).map((state) => ({ ...state, ...trends.get(state.key) }));
  };
  const tokenList = async (viewer: Viewer) => {
    const { tokens: listed, total } = await tokens.list(viewer);
    return { tokens: listed, tokenCount: total, searchTokens: accounts.searchTokenUses() };
  };
  const partnerDays = async (key: string) => {
    const { days, ...rest } = await auditLog.partnerDays(key);
    return { days: days.map(renderDay), ...rest };
  };
  return [
    {
      path: '/overview',
      GET: async ({ viewer }) => ({
        ...{ implementation, apiVersion },
        partners: partnerList(viewer),
        accessRequests: await accessRequests.list(viewer),
        ...(await tokenList(viewer)),
      }),
    },
    { path: '/partners', GET: async ({ viewer }) => ({ partners: partnerList(viewer) }) },
    { path: '/access-requests', GET: ({ viewer }) => accessRequests.list(viewer) },
    {
      path: '/access-requests/:id',
      async PATCH(context, exchange) {
        const { body, viewer } = await readOrder(context.viewer, exchange);
        const { step, seen } = readRequestStep(body);
        const noted = await accessRequests.note(viewer, idOf(exchange.req), step, seen);
        if (noted === 'unknown') throw new RegistryError('no-page');
        if (noted !== 'noted') throw new RegistryError('request-changed', { found: noted.changedTo });
      },
      async DELETE(_, { req }) {
        if (!(await accessRequests.remove(idOf(req)))) throw new RegistryError('no-page');
      },
    },
    {
      path: '/access-requests/:id/forward',
      async POST({ viewer }, { req }) {
        const refused = (reason: Phrase) => new RegistryError('request-not-forwarded', { reason });
        if (writeToPeople === undefined) throw refused(phrase('sends-no-mail'));
        const outcome = await forwardedRequests.forward(viewer, idOf(req));
        if (outcome === 'unknown') throw new RegistryError('no-page');
        if (outcome !== 'forwarded') throw refused(WHY_NOT_FORWARDED[outcome]);
        writeToPeople();
      },
    },
    {
      path: '/tokens',
      GET: ({ viewer }) => tokenList(viewer),
      async POST(context, exchange) {
        const { body, viewer } = await readOrder(context.viewer, exchange);
        return tokens.create(viewer, readTokenOrder(body));
      },
    },
    {
      path: '/tokens/:id',
      async DELETE(_, { req }) {
        if (!(await tokens.revoke(idOf(req)))) throw new RegistryError('no-page');
      },
    },
    {
      path: '/partners/:key/test',
      async POST({ viewer }, { req }) {
        const key = String(req.params.key);
        const tested = await partners.testPartner(key);
        // The partner was waited for.
        requireAdministrator(await pipeline.viewerNow(viewer));
        if (tested !== undefined) return tested;
        const keys = partners.partnerTrends().map((partner) => partner.key);
        const allowed = keys.join(', ') || 'nothing, as this registry has no partners';
        throw new RegistryError('unknown-origin', { found: key, allowed });
      },
    },
    {
      path: '/audit-log',
      GET: async ({ params }) => auditLog.list(await readOrFaults(params, readAuditFilter)),
    },
    { path: '/audit-log/partners/:key', GET: (_, { req }) => partnerDays(String(req.params.key)) },
  ];
}

/** Returns the id in the path. @throws RegistryError `no-page` if it is not a number */
function idOf({ params }: Request): number {
  const id = /^[1-9]\d{0,15}$/.test(String(params.id)) ? Number(params.id) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new RegistryError('no-page');
  return id;
}

function mount(router: IRouter, { path, ...answers }: AdminRoute, read: RequestPipeline['read']): void {
  const methods = Object.keys(answers);
  const allowed = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  );
  router.route(`/api/admin${path}`).all(async (req: Request, res: Response) => {
    const context = await read(req);
    keepContext(res, context);
    if (req.method === 'OPTIONS') return replyWithMethods(res, allowed);
    addDeprecation(res, context);
    requireAdministrator(context.viewer);
    const answer = answers[(req.method === 'HEAD' ? 'GET' : req.method) as keyof typeof answers];
    if (answer === undefined) throw methodRefused(req.method, allowed);
    requireJson(req, res, false);
    addHeader(res, 'Cache-Control', 'private, no-store');
    const said = await answer(context, { req, res });
    if (said === undefined) endWith(res, 204);
    else await replyWithBytes(req, res, [Buffer.from(JSON.stringify(said))]);
  });
}
