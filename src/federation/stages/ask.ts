/** Ask: the program of the source's type puts the question, with as many requests as it takes. */

import { reason } from '../../domain/federation/reasons.ts';
import { organsAsked } from '../../domain/federation/unknown-terms.ts';
import { boundedClient, type PartnerClient, questionRequests } from '../partner/partner-client.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery } from '../partner/partner-query.ts';
import type { SourceFacts, SourceType } from '../partner/source-type.ts';
import type { Sanitize } from './sanitize.ts';

type AskOnceOptions = {
  type: Pick<SourceType, 'askWith'>;
  client: Pick<PartnerClient, 'call'>;
  facts: SourceFacts;
  sanitize: Sanitize;
};

/**
 * Puts one question by the program of the source's type, which may send a bounded number of requests; the answer names
 * what was omitted. Its records are sanitized.
 */
export function askOnce({ type, client, facts, sanitize }: AskOnceOptions): AskPartner {
  const put = type.askWith(boundedClient(client), facts);
  return async (query) => {
    const requests = questionRequests();
    const answer = await put({ ...query, requests });
    if (!requests.hasOmitted() || answer.records === undefined) return sanitize(query, answer);
    return sanitize(query, { ...answer, limits: [...answer.limits, reason('not-asked-for-all')] });
  };
}

type AskOptions = {
  type: Pick<SourceType, 'settle'>;
  /** Returns those of the Uberon ids that this registry does not have. */
  unknownOrgans: (uberonIds: readonly string[]) => Promise<readonly string[]>;
  /** Returns the cached answer to a question, if there is one. */
  cached: (query: PartnerQuery) => PartnerAnswer | undefined;
};

/** Puts a question with {@link askOnce}, and settles what its answer leaves in doubt. */
export function ask(once: AskPartner, { type, unknownOrgans, cached }: AskOptions): AskPartner {
  const askOrCached: AskPartner = async (query) => cached(query) ?? once(query);

  /**
   * Takes the certainty from a zero by organs of which this registry does not know one: no source can be asked which
   * organs it has.
   */
  async function withKnownOrgans(answer: PartnerAnswer, asked: readonly string[]): Promise<PartnerAnswer> {
    if (answer.records?.length !== 0 || (await unknownOrgans(asked)).length === 0) return answer;
    return { ...answer, limits: [...answer.limits, reason('terms-not-told')] };
  }

  return async (query) => {
    const asked = organsAsked(query.question);
    const answer = await once(query);
    const certain = asked.length === 0 ? answer : await withKnownOrgans(answer, asked);
    return type.settle === undefined ? certain : type.settle(query, certain, askOrCached);
  };
}
