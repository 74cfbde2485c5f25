/** A question that a partner answers with 500, as RDP 1.5 does by mistake (quirk 7), is put again in smaller ones. */

import { failsAsRdpDoes } from '../partner/failure-class.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import { sharedLook } from '../partner/shared-look.ts';
import type { SourceFacts } from '../partner/source-type.ts';
import { splitListing } from './split-listing.ts';
import { type FirstLook, lookFirst, splitQuery } from './split-query.ts';

type Options = Pick<SourceFacts, 'taxa' | 'isStats'> & { client: Pick<PartnerClient, 'call'> };

/**
 * Questions that come together and fail have one trouble: the first of them finds out whether the partner answers anything
 * at all, and the others wait for that before they try pieces of their own.
 */
export function splitOnFailure({ client, taxa, isStats }: Options): Wrapper<unknown> {
  /** Whether the partner answers nothing at all: what it answered is large, and no other question needs it. */
  const look = sharedLook<boolean>();

  async function split(inner: AskPartner<unknown>, query: PartnerQuery, answer: PartnerAnswer<unknown>) {
    const { question } = query;
    if ('page' in question) return splitListing(inner, query, question, answer);
    if (question.kind !== 'genes-search') return answer;
    const other = look.for(query.cameMs);
    if (other !== undefined && (await other) === true) return answer;
    const options = taxa().then((known) => ({ inner, client, query, gene: question.query, taxa: known, isStats }));
    const looking = options.then(lookFirst);
    const [seen] = await Promise.all([looking, look.begin(looking.then(answersNothing))]);
    return splitQuery(await options, seen, answer);
  }

  return (inner) => (query) =>
    inner(query).then((answer) => (failsAsRdpDoes(answer) ? split(inner, query, answer) : answer));
}

function answersNothing({ stats, others }: FirstLook): boolean {
  return stats === undefined && others.length === 0;
}
