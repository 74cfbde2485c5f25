/** The stages between a caller and a partner, in the order in which they act (docs/life-of-a-search.md). */

import { recordStamps } from '../../domain/federation/record-links.ts';
import type { FaultyMember, PartnerRecordKind, SanitizeOptions } from '../../domain/sanitize/records.ts';
import type { SharedState } from '../../lib/shared-state.ts';
import type { AnswerCache, Freshness } from '../partner/answer-cache.ts';
import type { Partner, ReportOfPartner, ReportToAdministrator } from '../partner/partner.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery, Stage } from '../partner/partner-query.ts';
import type { PublicViews } from '../partner/public-views.ts';
import type { SourceFacts } from '../partner/source-type.ts';
import type { Clock } from '../partner/times.ts';
import { ask, askOnce } from './ask.ts';
import { authorise } from './authorise.ts';
import { keep, sharedAnswers, staleIfError } from './cache.ts';
import { coalesce } from './coalesce.ts';
import { guard } from './guard.ts';
import { policy } from './policy.ts';
import { sanitize } from './sanitize.ts';
import { deadline, firstSlot } from './time.ts';

export type Keyed = Pick<PartnerQuery, 'question' | 'dialect' | 'credential'>;
export type CacheKey = (query: Keyed) => string;

export type StagesOptions = RecordOptions & {
  views: PublicViews;
  cache: AnswerCache<PartnerAnswer>;
  rules: Freshness;
  /**
   * Names the partner in the cache, together with all that its answers depend on, such as its address. Instances that
   * share a cache have the same name.
   */
  cacheName: string;
  /** Returns those of the Uberon ids that this registry does not have. */
  unknownOrgans: (uberonIds: readonly string[]) => Promise<readonly string[]>;
  /** How long a cached answer may be shown when the partner fails, in minutes; undefined: as the rules of freshness say. */
  staleMinutes?: number | undefined;
  /** Where instances of this registry share answers; undefined if nowhere. */
  sharedAnswers?: SharedState | undefined;
  /** Aborted when this registry stops and nothing more can be waited for. */
  ending: AbortSignal;
  clock: Clock;
  reportToAdministrator: ReportToAdministrator;
  reportFault: (error: unknown, about: { partner: string }) => void;
};

export type RecordOptions = Pick<SourceFacts, 'resolveGene' | 'taxa'> & {
  sanitize: Omit<SanitizeOptions, 'signature' | 'stampOf' | 'isPublicAnswer' | 'queryTaxonId' | 'form' | 'sameText'>;
  /** The address of this registry, without a trailing slash, below which pages about records are. */
  registryUrl: string;
  /** Returns the member because of which a record has no usable form. */
  faultyMember?: FaultyMember | undefined;
};

/**
 * Returns the function that puts a question to a partner through all stages: a question passes them from the first to the last,
 * and its answer from the last to the first. Every caller passes the first ones; the others act on the call, which equal
 * questions share, and which may go on when its callers were answered early.
 */
export function throughStages(partner: Partner, options: StagesOptions, cacheKey: CacheKey): AskPartner {
  const { key, timeoutMs, readTimeoutMs, circuitBreaker, kinds, client, discovery, token, type, notes } = partner;
  const { cache, clock, views, sharedAnswers: state, staleMinutes, unknownOrgans } = options;
  const { now } = clock;
  /** Gives retries of a partner whose circuit breaker is not closed their own calls, so that only those who retry wait for it. */
  function callKey(query: PartnerQuery): string {
    const ofQuestion = cacheKey(query);
    if (!query.isRetry) return ofQuestion;
    const breakers = [circuitBreaker, kinds.of(query.question.kind)];
    return breakers.some((one) => one.state().because !== undefined) ? `${ofQuestion} on purpose` : ofQuestion;
  }
  const reportToAdministrator: ReportOfPartner = (what, level) => options.reportToAdministrator(key, what, level);
  const onRefused = () =>
    reportToAdministrator('refuses the search token configured for it; it is asked without for now', 'error');

  const ofCaller: Stage[] = [
    // May it be asked this? If not, it takes no time, no cache and no connection.
    policy({ discovery }),
    // Cache: an old answer stands in for a failure, whichever stage within it comes from.
    staleIfError({ cache, cacheKey, views, staleMinutes, now }),
    // Time: the caller waits so long at most, and leaves the call then, or when the partner is silent.
    deadline(timeoutMs, options.ending),
  ];
  const ofCall: Stage[] = [
    // Equal questions are one call, which no caller can end for the others.
    coalesce({ callKey, reportFault: (error) => options.reportFault(error, { partner: key }) }),
    // Cache: what another instance knows, or is asking, needs no asking here.
    ...(state === undefined ? [] : [sharedAnswers({ ...options, state, cacheKey })]),
    // A partner whose circuit breaker is open is not asked, and nobody waits for a slot there; every answer counts.
    guard({ ...partner, now, reportToAdministrator, onSent: notes.outbound }),
    // Time: the call waits for its slot, and is put then if it still needs to be.
    firstSlot({ queue: client.queue, cache, cacheKey }),
    // Cache: what the call brings is stored with its time, also when its callers have their answer.
    keep({ cache, cacheKey, discovery, clock }),
    // The version decides where the search token travels; a partner that refuses it is asked without.
    authorise({
      ...{ discovery, dialectFor: type.dialectFor, readTimeoutMs },
      ...{ token, now, onRefused, onAccepted: notes.tokenAccepted },
    }),
  ];
  // The program of its type asks, and asks again where an answer says so; its records are sanitized as they come.
  const asked = ask(sanitizedPartner(partner, options), {
    ...{ type, unknownOrgans },
    cached: (query) => cache.fresh(cacheKey(query))?.answer,
  });
  return [...ofCaller, ...ofCall].reduceRight((next, stage) => stage(next), asked);
}

/** Returns the innermost part: one question by the program of its type, whose records are sanitized. */
export function sanitizedPartner(
  {
    key,
    name,
    url,
    type,
    client,
    notes,
  }: Pick<Partner, 'key' | 'name' | 'url' | 'type'> & { client: Pick<Partner['client'], 'call'> } & Partial<
      Pick<Partner, 'notes'>
    >,
  options: RecordOptions,
): AskPartner {
  const { resolveGene, taxa } = options;
  const signature = { origin: name, originUrl: url };
  const stampOf = recordStamps({ key, url }, options.registryUrl);
  return askOnce({
    ...{ type, client, facts: { resolveGene, taxa, isStats: options.sanitize.checks.stats } },
    sanitize: sanitize({ ...options.sanitize, resolveGene, signature, stampOf, noteFault: faultNote(notes, options) }),
  });
}

/** Returns undefined if nobody notes faults. */
function faultNote(notes: Partner['notes'] | undefined, { faultyMember }: RecordOptions) {
  if (notes === undefined || faultyMember === undefined) return undefined;
  return (kind: PartnerRecordKind, record: unknown) => {
    const member = faultyMember(kind, record);
    if (member !== undefined) notes.fault(member);
  };
}
