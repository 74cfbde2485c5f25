/** `/try/{kind}`: prepares what a demonstration shows, and redirects to the page that shows it. */

import { type RequestHandler, Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { Site } from '../../web/pages/layout.ts';
import { linkTo } from '../../web/parts/view.ts';
import { refuseOtherMethods } from '../request/methods.ts';
import { fromOwnPage } from '../request/request-body.ts';
import { readAddress } from '../request/request-context.ts';
import { redirect, viewOf } from './page-replies.ts';

const PATH = '/try/:kind';

/** Makes the route, if there is anything to try. @param host the public address of this registry */
export function trialRoutes({ site, host }: { site: Site; host: string }): Router {
  const routes = Router();
  const { trials = [] } = site;
  if (trials.length === 0) return routes;
  const show: RequestHandler<{ kind: string }> = async (req, res) => {
    const trial = trials.find(({ kind, prepare }) => kind === req.params.kind && prepare !== undefined);
    if (trial === undefined) throw new RegistryError('no-page');
    await trial.prepare?.();
    const view = viewOf(req, readAddress(req.originalUrl).params, site);
    redirect(res, 303, linkTo(view, trial.page, new URLSearchParams(trial.params)));
  };
  routes.post(PATH, fromOwnPage(host), show);
  routes.all(PATH, refuseOtherMethods('POST'));
  return routes;
}
