/** Whether a kind of question is switched off at the partner, or everything (rdp-protocol 2.2): `/api` tells which. */

import type { PartnerClient } from '../partner/partner-client.ts';
import type { Wrapper } from '../partner/partner-query.ts';

export function closedFeature({ call }: Pick<PartnerClient, 'call'>): Wrapper<unknown> {
  return (inner) => async (query) => {
    const answer = await inner(query);
    const { failure } = answer;
    if (failure?.about !== 'closed') return answer;
    // It needs no token.
    const api = await call('/api', { ...query, credential: 'none' });
    const isOpen = 'reply' in api && api.reply.status === 200;
    if (isOpen) return { ...answer, failure: { ...failure, about: 'feature-closed', state: 'unsupported' } };
    const detail = `Its operator has switched off what was asked for (${failure.status}).`;
    return { ...answer, failure: { ...failure, about: 'switched-off', title: 'is switched off', detail } };
  };
}
