/** `/userView/{id}`: the profile of a researcher here, or with `origin` at a partner. */

import type { RequestHandler } from 'express';
import type { AnyFederatedUser } from '../../client/federated-answers.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { readRecord } from '../../domain/record/read-record.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import type { Site } from '../../web/pages/layout.ts';
import { profilePage } from '../../web/pages/profile-page.ts';
import { signalOf } from '../federated/federated-route.ts';
import { readId } from '../registry/users-routes.ts';
import { checkApi, type FeatureFlags } from '../request/features.ts';
import { readAddress } from '../request/request-context.ts';
import { replyWithPage, viewOf } from './page-replies.ts';

export type ProfilePageOptions = { site: Site; features: FeatureFlags } & Pick<UseCases, 'recordAtOrigin'>;

export function profilePageHandler({ recordAtOrigin, site, features }: ProfilePageOptions): RequestHandler {
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const origin = params.get('origin') || LOCAL_ORIGIN;
    checkApi(features);
    const question = { kind: 'user', userId: readId(req.params.userId) } as const;
    const record = await recordAtOrigin({ question, origin }, PUBLIC_VIEWER, signalOf(res));
    if (res.destroyed) return;
    const user = readRecord<AnyFederatedUser>(record);
    const page = profilePage(viewOf(req, params, site), { user, isLocal: origin === LOCAL_ORIGIN });
    await replyWithPage(req, res, 200, page);
  };
}
