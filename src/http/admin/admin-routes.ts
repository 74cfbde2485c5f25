/** `/api/admin`: what the administrators of this registry see of it, and what they can have tried out. */

import type { IRouter, Request, Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Federation } from '../../federation/federation.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { requireJson } from '../registry/registry-route.ts';
import { endWith, replyWithBytes } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { methodRefused } from '../request/methods.ts';
import { keepContext } from '../request/reply-locals.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';
import { requireAdministrator } from '../request/viewer.ts';

export type AdminOptions = {
  read: RequestPipeline['read'];
  partners: Pick<Federation, 'partnerStates' | 'partnerTrends' | 'testPartner'>;
  accessRequests: Pick<LocalRegistry['accessRequests'], 'list' | 'remove'>;
  accounts: Pick<LocalRegistry['accounts'], 'tokensOf' | 'searchTokenUses'>;
  /** Product and version. */
  implementation: string;
  apiVersion: string;
};

type AdminRoute = {
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Undefined where there is nothing to say but that it is done. */
  answer(context: RequestContext, req: Request): Promise<unknown>;
};

/** Every route asks for the token of an administrator of this registry; those of partners are not. */
export function mountAdminRoutes(router: IRouter, options: AdminOptions): void {
  for (const route of adminRoutes(options)) mount(router, route, options.read);
}

function adminRoutes({ partners, accessRequests, accounts, ...about }: AdminOptions): AdminRoute[] {
  const { implementation, apiVersion } = about;
  const tokens = ({ userId }: Viewer) => (userId === undefined ? Promise.resolve([]) : accounts.tokensOf(userId));
  const partnerList = (viewer: Viewer) => {
    const trends = new Map(partners.partnerTrends().map(({ key, ...trend }) => [key, trend]));
    return partners.partnerStates(viewer).map((state) => ({ ...state, ...trends.get(state.key) }));
  };
  return [
    {
      ...{ path: '/overview', method: 'GET' },
      answer: async ({ viewer }) => ({
        ...{ implementation, apiVersion },
        partners: partnerList(viewer),
        accessRequests: await accessRequests.list(viewer),
        tokens: await tokens(viewer),
        searchTokens: accounts.searchTokenUses(),
      }),
    },
    {
      ...{ path: '/partners', method: 'GET' },
      answer: async ({ viewer }) => ({ partners: partnerList(viewer) }),
    },
    { path: '/access-requests', method: 'GET', answer: ({ viewer }) => accessRequests.list(viewer) },
    {
      ...{ path: '/access-requests/:id', method: 'DELETE' },
      async answer(_, { params }) {
        const id = /^[1-9]\d{0,15}$/.test(String(params.id)) ? Number(params.id) : Number.NaN;
        if (!Number.isSafeInteger(id) || !(await accessRequests.remove(id))) throw new RegistryError('no-page');
      },
    },
    {
      path: '/tokens',
      method: 'GET',
      answer: async ({ viewer }) => ({ tokens: await tokens(viewer), searchTokens: accounts.searchTokenUses() }),
    },
    {
      ...{ path: '/partners/:key/test', method: 'POST' },
      answer(_, { params }) {
        const key = String(params.key);
        const tested = partners.testPartner(key);
        if (tested !== undefined) return tested;
        const keys = partners.partnerTrends().map((partner) => partner.key);
        const allowed = keys.join(', ') || 'nothing, as this registry has no partners';
        throw new RegistryError('unknown-origin', { found: key, allowed });
      },
    },
  ];
}

function mount(router: IRouter, { path, method, answer }: AdminRoute, read: RequestPipeline['read']): void {
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
  router.route(`/api/admin${path}`).all(async (req: Request, res: Response) => {
    const context = await read(req);
    keepContext(res, context);
    if (req.method === 'OPTIONS') {
      addHeader(res, 'Allow', [...methods, 'OPTIONS'].join());
      endWith(res, 200);
      return;
    }
    requireAdministrator(context.viewer);
    if (!methods.includes(req.method)) throw methodRefused(req.method, method);
    requireJson(req, res, false);
    addHeader(res, 'Cache-Control', 'private, no-store');
    const said = await answer(context, req);
    if (said === undefined) endWith(res, 204);
    else await replyWithBytes(req, res, [Buffer.from(JSON.stringify(said))]);
  });
}
