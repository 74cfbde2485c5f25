/** `/userView/{id}`: the profile of a researcher here, or with `origin` at a partner. */

import type { RequestHandler } from 'express';
import type { AnyFederatedUser } from '../../client/federated-answers.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { Site } from '../../web/pages/layout.ts';
import { profilePage } from '../../web/pages/profile-page.ts';
import { signalOf } from '../federated/federated-route.ts';
import { readAddress } from '../request/request-context.ts';
import type { Answers } from './page-answers.ts';
import { replyWithPage, viewOf } from './page-replies.ts';

type ProfilePageOptions = { answers: Answers; site: Site };

export function profilePageHandler({ answers, site }: ProfilePageOptions): RequestHandler {
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const origin = params.get('origin') || LOCAL_ORIGIN;
    const asked = new URLSearchParams({ origin });
    const user = (await answers('/users/:userId', asked, req, signalOf(res))) as AnyFederatedUser;
    if (res.destroyed) return;
    const page = profilePage(viewOf(req, params, site), { user, isLocal: origin === LOCAL_ORIGIN });
    await replyWithPage(req, res, 200, page);
  };
}
