/** Splits a question to which a partner answers 500, as RDP 1.5 does by mistake (quirk 7), into smaller ones. */

import { failsAsRdpDoes } from '../partner/failure-class.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import { sharedLook } from '../partner/shared-look.ts';
import type { SourceFacts } from '../partner/source-type.ts';
import { splitListing } from './split-listing.ts';
import { type FirstLook, lookFirst, splitQuery } from './split-query.ts';

type Options = Pick<SourceFacts, 'taxa' | 'isStats'> & { client: Pick<PartnerClient, 'call'> };

/**
 * Splits questions that fail. Of questions that arrive together, the first finds out whether the partner answers
 * anything at all, and the others wait for that before they are split.
 */
export function splitOnFailure({ client, taxa, isStats }: Options): Wrapper<unknown> {
  /** Whether the partner answers nothing at all. Only this is shared, because the answers themselves are large and of use to no other question. */
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

function answersNothing({ stats, others, unsent }: FirstLook): boolean {
  return unsent === undefined && stats === undefined && others.length === 0;
}
