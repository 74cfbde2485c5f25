/** Makes a source of a partner: all wrappers between a caller and the partner, in the order in which they act. */

import type { OriginNotice } from '../../domain/federation/origin.ts';
import { recordStamps } from '../../domain/federation/record-links.ts';
import type { AskOptions, Question, Source, SourceAnswer } from '../../domain/federation/source.ts';
import { memoizeByVersion } from '../../domain/memoize.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { RecordForm } from '../../domain/record/row.ts';
import type { FaultyMember, PartnerRecordKind, SanitizeOptions } from '../../domain/sanitize/records.ts';
import { patientPace } from '../../lib/limiter.ts';
import { type AnswerCache, type Freshness, type NameQuestion, viewedCache } from '../partner/answer-cache.ts';
import type { Partner, ReportOfPartner, ReportToAdministrator } from '../partner/partner.ts';
import { boundedClient } from '../partner/partner-client.ts';
import {
  type AskPartner,
  type CallWrapper,
  type Credential,
  type PartnerAnswer,
  type PartnerQuery,
  wrapped,
} from '../partner/partner-query.ts';
import { type PublicViews, publicViews, type ViewNews } from '../partner/public-views.ts';
import type { SharedTexts } from '../partner/shared-texts.ts';
import { toSourceAnswer } from '../partner/source-answer.ts';
import type { SourceFacts } from '../partner/source-type.ts';
import type { Clock } from '../partner/times.ts';
import { answerable, boundedRequests, coalesced, deadline, earlyAnswers, firstSlot } from './admission.ts';
import { cachedAnswers, isCacheable, sharedAnswers, staleIfError, stamped, viewNames } from './caching.ts';
import { faultReport, sharedOpenings, withCircuitBreaker, withKindBreakers } from './health.ts';
import { tokenFallback, unknownOrgans, unknownTerms, versionFirst } from './meaning.ts';
import { sanitized } from './sanitizing.ts';

export type PartnerSourceOptions = RecordOptions & {
  views: PublicViews;
  cache: AnswerCache<PartnerAnswer>;
  rules: Freshness;
  /**
   * Names the partner in the cache, together with all that its answers depend on, such as its address. Instances that
   * share a cache have the same name.
   */
  cacheName: string;
  nameQuestion: NameQuestion;
  /** Returns those of the Uberon ids that this registry does not have. */
  unknownOrgans: (uberonIds: readonly string[]) => Promise<readonly string[]>;
  /** How long a cached answer may be shown when the partner fails, in minutes; undefined: as the rules of freshness say. */
  staleMinutes?: number | undefined;
  /** The text that the partner wants to be shown with its records. */
  notice?: OriginNotice | undefined;
  /** The cache that instances of this registry share; undefined if there is none. */
  shared?: SharedTexts | undefined;
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
 * Returns the wrappers around a partner. A question passes them from first to last, and its answer from last to first;
 * decision 20 gives the reasons for this order.
 */
function wrappedPartner(partner: Partner, options: PartnerSourceOptions, cacheKey: CacheKey): AskPartner {
  const { key, timeoutMs, readTimeoutMs, circuitBreaker, kinds, history, notes, client, discovery, token, type } =
    partner;
  const { cache, clock, views, staleMinutes } = options;
  /** Gives retries of a partner whose circuit breaker is not closed their own calls, so that only those who retry wait for it. */
  function callKey(query: PartnerQuery): string {
    const key = cacheKey(query);
    if (!query.isRetry) return key;
    const breakers = [circuitBreaker, kinds.of(query.question.kind)];
    return breakers.some((one) => one.state().because !== undefined) ? `${key} on purpose` : key;
  }
  const reportToAdministrator: ReportOfPartner = (what, level) => options.reportToAdministrator(key, what, level);
  const onRefused = () =>
    reportToAdministrator('refuses the search token configured for it; it is asked without for now', 'error');
  const forCaller = [answerable({ discovery }), staleIfError({ cache, cacheKey, views, staleMinutes, now: clock.now })];
  const ofCall = [
    coalesced(callKey),
    faultReport((error) => options.reportFault(error, { partner: key })),
    ...withSharedCache(partner, options, cacheKey),
    withCircuitBreaker({ circuitBreaker, history, reportToAdministrator, onSent: notes.outbound }),
    withKindBreakers({ kinds, now: clock.now }),
    firstSlot({ queue: client.queue, cache, cacheKey }),
  ];
  const atPartner = [
    cachedAnswers({ cache, cacheKey }),
    viewNames(clock),
    stamped({ discovery, clock }),
    versionFirst({ discovery, dialectFor: type.dialectFor, readTimeoutMs }),
    tokenFallback({ token, now: clock.now, onRefused, onAccepted: notes.tokenAccepted }),
    unknownTerms({ cache, cacheKey }),
    unknownOrgans(options.unknownOrgans),
  ];
  const called = earlyAnswers()(wrapped(atPartner, sanitizedPartner(partner, options)));
  return wrapped(forCaller, deadline(timeoutMs, options.ending)(wrapped(ofCall, called)));
}

/** Returns the wrappers of the shared cache, which act before the circuit breakers and timeouts of this instance. */
function withSharedCache(
  { circuitBreaker }: Partner,
  { shared, cache, rules, clock, cacheName }: PartnerSourceOptions,
  cacheKey: CacheKey,
): CallWrapper[] {
  if (shared === undefined) return [];
  return [
    sharedAnswers({ shared, cache, rules, clock, cacheKey }),
    sharedOpenings({ shared, circuitBreaker, partnerName: cacheName }),
  ];
}

/** Returns the innermost part: it asks the partner, and sanitizes its records. */
export function sanitizedPartner(
  {
    key,
    name,
    url,
    type,
    client: unbounded,
    notes,
  }: Pick<Partner, 'key' | 'name' | 'url' | 'type'> & { client: Pick<Partner['client'], 'call'> } & Partial<
      Pick<Partner, 'notes'>
    >,
  options: RecordOptions,
): AskPartner {
  const { resolveGene, taxa, sanitize } = options;
  const signature = { origin: name, originUrl: url };
  const stampOf = recordStamps({ key, url }, options.registryUrl);
  const askPartner = type.askWith(boundedClient(unbounded), { resolveGene, taxa, isStats: sanitize.checks.stats });
  return sanitized(
    { ...sanitize, resolveGene, signature, stampOf, noteFault: faultNote(notes, options) },
    boundedRequests()(askPartner),
  );
}

/** Returns undefined if nobody notes faults. */
function faultNote(notes: Partner['notes'] | undefined, { faultyMember }: RecordOptions) {
  if (notes === undefined || faultyMember === undefined) return undefined;
  return (kind: PartnerRecordKind, record: unknown) => {
    const member = faultyMember(kind, record);
    if (member !== undefined) notes.fault(member);
  };
}

type Keyed = Pick<PartnerQuery, 'question' | 'dialect' | 'credential'>;
type CacheKey = (query: Keyed) => string;

/**
 * Makes the key of a question once and reuses it while the question is being put: joining, hashing and comparing a new
 * text for each look into the cache takes longer.
 */
function keysOnce(make: CacheKey): CacheKey {
  const known = new WeakMap<Question, Omit<Keyed, 'question'> & { key: string }>();
  return ({ question, dialect, credential }) => {
    const last = known.get(question);
    if (last !== undefined && last.dialect === dialect && last.credential === credential) return last.key;
    const key = make({ question, dialect, credential });
    known.set(question, { dialect, credential, key });
    return key;
  };
}

/** Returns a partner as a source, with its cache and all wrappers. */
export function partnerSource(partner: Partner, options: PartnerSourceOptions): Source {
  const { key, name, url, discovery, type } = partner;
  const { cacheName, nameQuestion, views } = options;
  const { now } = options.clock;
  const dialectNow = memoizeByVersion(discovery.version, type.dialectFor);
  const cacheKey = keysOnce(
    ({ question, dialect, credential }) => `${cacheName} ${credential} ${dialect.name} ${nameQuestion(question)}`,
  );
  const cache = viewedCache(options.cache, views);
  const askWrapped = wrappedPartner(partner, { ...options, cache }, cacheKey);

  function credentialFor(viewer: Viewer): Credential {
    // An administrator of another registry gets no token, because they could read a third registry with it (docs/privacy.md#asking-partners).
    return viewer.kind === 'admin' && partner.token.isConfigured ? 'token' : 'none';
  }

  // Returns no promise, because most answers come from the cache.
  function getCached(question: Question, viewer: Viewer, form: RecordForm = 'record'): SourceAnswer | undefined {
    if (discovery.isThisRegistry()) return undefined;
    const cached = cache.fresh(cacheKey({ question, dialect: dialectNow(), credential: credentialFor(viewer) }));
    if (cached === undefined) return undefined;
    const { answer, cachedAtMs } = cached;
    return toSourceAnswer(answer, {
      cacheStatus: 'hit',
      cachedAtMs,
      nowMs: now(),
      elapsedMs: 0,
      version: answer.version,
      form,
    });
  }

  function ask(
    question: Question,
    viewer: Viewer,
    signal: AbortSignal,
    { form = 'record', isRetry = false, yields = false, onSent, end, observer }: AskOptions = {},
  ): PromiseLike<SourceAnswer> {
    const beganMs = now();
    const query = {
      question,
      version: discovery.version(),
      dialect: dialectNow(),
      credential: credentialFor(viewer),
      form,
      isRetry,
      arrivedMs: performance.now(),
      pace: yields ? patientPace() : undefined,
      end,
      signal,
      onSent,
      observer,
    };
    const fresh = isCacheable(query) ? options.cache.fresh(cacheKey(query)) : undefined;
    if (fresh === undefined) return put(query, beganMs);
    return views.learnFor(fresh.answer).then(() => getCached(question, viewer, form) ?? put(query, beganMs));
  }

  function put(query: PartnerQuery, beganMs: number): PromiseLike<SourceAnswer> {
    let wasQueried = false;
    function onSent(): void {
      wasQueried = true;
      query.onSent?.();
    }
    return askWrapped({ ...query, onSent }).then((answer) => {
      const { cacheStatus, cachedAtMs } = answer;
      const nowMs = now();
      const about = { elapsedMs: nowMs - beganMs, version: answer.version ?? discovery.version(), wasQueried };
      return toSourceAnswer(answer, { cacheStatus, cachedAtMs, nowMs, form: query.form ?? 'record', ...about });
    });
  }

  const contactEmail = () => discovery.claimedOrigin()?.contactEmail;
  return { key, name, url, notice: options.notice, version: discovery.version, contactEmail, getCached, ask };
}

type ViewOptions = Pick<PartnerSourceOptions, 'shared' | 'cacheName' | 'clock'> & { onNews?: (news: ViewNews) => void };

/** Reads the name of a partner's public view. Its requests wait behind those of callers, and a partner whose circuit breaker is open gets none. */
export function viewsOf(
  { client, circuitBreaker, discovery, type }: Partner,
  { shared, cacheName, clock, onNews = nothing }: ViewOptions,
): PublicViews {
  return publicViews({
    call: (path, signal) =>
      client.call(path, { credential: 'none', dialect: type.dialectFor(discovery.version()), signal }),
    isOpen: () => circuitBreaker.state().openUntil !== undefined,
    ...{ shared, partnerName: cacheName, clock, onNews },
  });
}

function nothing(): void {}
