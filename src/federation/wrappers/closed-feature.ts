/** Whether a kind of question is switched off at the partner, or everything (rdp-protocol 2.2): `/api` tells which. */

import { reason } from '../../domain/federation/reasons.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import type { PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import { sharedLook } from './shared-look.ts';

/** Questions that find something switched off at the same time share the look at `/api`. */
export function closedFeature({ call }: Pick<PartnerClient, 'call'>): Wrapper<unknown> {
  const look = sharedLook<boolean>();

  async function isOpen(query: PartnerQuery): Promise<boolean> {
    // It needs no token.
    const api = await call('/api', { ...query, credential: 'none' });
    return 'reply' in api && api.reply.status === 200;
  }

  return (inner) => async (query) => {
    const answer = await inner(query);
    const { failure } = answer;
    if (failure?.about !== 'closed') return answer;
    const other = look.underWay();
    const isElseOpen = (other === undefined ? undefined : await other) ?? (await look.begin(isOpen(query)));
    if (isElseOpen) return { ...answer, failure: { ...failure, about: 'feature-closed', state: 'unsupported' } };
    const because = reason('switched-off', { status: failure.status ?? 503 });
    return { ...answer, failure: { ...failure, about: 'switched-off', reason: because } };
  };
}
