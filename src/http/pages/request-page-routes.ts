/** The page of a request for access, for its sender, who confirms the address there and later reads the outcome. */

import { type Request, type Response, Router } from 'express';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { CHOICE_FIELD, type RequestStatusPage, requestStatusPage } from '../../web/pages/request-status-page.ts';
import { fieldsOf, formFields, fromOwnPage } from '../request/request-body.ts';
import { readAddress } from '../request/request-context.ts';
import type { AnnounceRequest } from './access-request-routes.ts';
import { allowReferrer } from './came-from.ts';
import { type RecordViewOptions, replyWithPage, viewOf } from './page-replies.ts';

type RequestPageOptions = Pick<RecordViewOptions, 'site'> & {
  accessRequests: Pick<LocalRegistry['accessRequests'], 'page' | 'confirm' | 'discard'>;
  announceRequest: AnnounceRequest | undefined;
  /** The public address of this registry. */
  host: string;
};

export const REQUEST_PAGE_PATH = '/requests/:pageKey';

/** Makes the routes. Opening the page changes nothing, and neither does sending the form without a choice; none is preselected. */
export function requestPageRoutes({ site, accessRequests, announceRequest, host }: RequestPageOptions): Router {
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
  return routes;
}

const STATUSES: Record<RequestStatusPage['outcome'], number> = {
  shown: 200,
  confirmed: 200,
  deleted: 200,
  'nothing-chosen': 400,
  unknown: 404,
};
