/** Request access: the form for a record of this registry, and the way to the partner's own page for one of a partner. */

import { Router } from 'express';
import { sourceOfRecord } from '../../domain/federation/asked-sources.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { SourceAddress } from '../../domain/federation/source.ts';
import { LONGEST_REASON, TRAP_FIELD } from '../../domain/query/access-request.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { Site } from '../../web/pages/layout.ts';
import { type AccessPage, requestAccessPage } from '../../web/pages/request-access-page.ts';
import { readAnonymousId } from '../registry/record-routes.ts';
import { refuseOtherMethods } from '../request/methods.ts';
import { readAddress } from '../request/request-context.ts';
import {
  ACCESS_STATUSES,
  type AnnounceRequest,
  accessRequestRoutes,
  type RequestAccess,
} from './access-request-routes.ts';
import { letSayWhereItIs } from './came-from.ts';
import { redirect, replyWithPage, viewOf } from './page-replies.ts';

export type AccessPagesOptions = {
  site: Site;
  /** Every origin in its order. */
  sources: readonly SourceAddress[];
  accessRequests: Pick<LocalRegistry['accessRequests'], 'expiresAt'>;
  requestAccess: RequestAccess;
  announceRequest: AnnounceRequest;
  anonymousIdLifetimeMinutes: number;
  /** The address of this registry as others know it. */
  host: string;
};

const MS_PER_MINUTE = 60_000;
const PATH = '/search/gene/by-anonymous-id/:anonymousId/request-access';

export function accessPages({ site, sources, requestAccess, host, ...options }: AccessPagesOptions): Router {
  const about = {
    registry: site.shortname,
    lifetimeMinutes: options.anonymousIdLifetimeMinutes,
    longestReason: LONGEST_REASON,
    trapField: TRAP_FIELD,
  };
  const routes = Router();

  async function expiryOf(anonymousId: string): Promise<AccessPage['expiry']> {
    const at = await options.accessRequests.expiresAt(anonymousId);
    return at && { at, inMinutes: Math.floor((at.getTime() - Date.now()) / MS_PER_MINUTE) };
  }

  routes.get(PATH, async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const anonymousId = readAnonymousId(req.params.anonymousId);
    const { key, url } = sourceOfRecord(sources, params);
    if (key !== LOCAL_ORIGIN) {
      return redirect(res, 302, `${url}/search/gene/by-anonymous-id/${anonymousId}/request-access`);
    }
    // Without it the form would come with `Origin: null`, and look like that of another website where there is no https.
    letSayWhereItIs(res);
    const expiry = await expiryOf(anonymousId);
    const outcome = expiry === undefined ? 'unknown-id' : 'open';
    const page: AccessPage = { ...about, expiry, outcome, form: { contact: '', reason: '' }, problems: [] };
    const status = outcome === 'open' ? 200 : ACCESS_STATUSES[outcome];
    await replyWithPage(req, res, status, requestAccessPage(viewOf(req, params, site), page));
  });

  routes.use(
    accessRequestRoutes({
      requestAccess,
      announceRequest: options.announceRequest,
      host,
      async show({ req, res, anonymousId }, outcome) {
        const { params } = readAddress(req.originalUrl);
        letSayWhereItIs(res);
        const problems = outcome.state === 'mistaken' ? outcome.problems : [];
        const expiry = await expiryOf(anonymousId);
        const page: AccessPage = { ...about, expiry, outcome: outcome.state, form: outcome.form, problems };
        const status = ACCESS_STATUSES[outcome.state];
        await replyWithPage(req, res, status, requestAccessPage(viewOf(req, params, site), page));
      },
    }),
  );
  routes.all(PATH, refuseOtherMethods('GET,POST'));
  return routes;
}
