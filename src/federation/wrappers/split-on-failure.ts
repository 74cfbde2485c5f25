/** A question that a partner answers with 500, as RDP 1.5 does by mistake (quirk 7), is put again in smaller ones. */

import type { PartnerClient } from '../partner/partner-client.ts';
import type { PartnerAnswer, Wrapper } from '../partner/partner-query.ts';
import { splitListing } from './split-listing.ts';
import { type NamedTaxon, splitQuery } from './split-query.ts';

type Options = {
  client: Pick<PartnerClient, 'call'>;
  /** The organisms that this registry knows. */
  taxa: () => Promise<readonly NamedTaxon[]>;
};

export function splitOnFailure({ client, taxa }: Options): Wrapper<unknown> {
  return (inner) => async (query) => {
    const answer = await inner(query);
    const { question } = query;
    if (!failsAsRdpDoes(answer)) return answer;
    if (question.kind === 'genes-list') return splitListing(inner, query, question.page, answer);
    if (question.kind !== 'genes-search') return answer;
    return splitQuery({ inner, client, query, gene: question.query, taxa: await taxa() }, answer);
  };
}

/** With 500, unlike a gateway before a registry that is down. */
function failsAsRdpDoes({ failure }: PartnerAnswer<unknown>): boolean {
  return failure?.about === 'server-error' && failure.status === 500;
}
