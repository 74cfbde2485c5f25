/** A partner as a source: what is cached is answered at once, everything else passes the stages. */

import type { AskOptions, Question, Source, SourceAnswer } from '../domain/federation/source.ts';
import { memoizeByVersion } from '../domain/memoize.ts';
import type { Viewer } from '../domain/record/model.ts';
import type { RecordForm } from '../domain/record/row.ts';
import type { SharedState } from '../lib/shared-state.ts';
import { type NameQuestion, viewedCache } from './partner/answer-cache.ts';
import type { Partner } from './partner/partner.ts';
import type { Credential, PartnerQuery } from './partner/partner-query.ts';
import { type PublicViews, publicViews } from './partner/public-views.ts';
import { toSourceAnswer } from './partner/source-answer.ts';
import { isCacheable } from './stages/cache.ts';
import { type CacheKey, type Keyed, type StagesOptions, throughStages } from './stages/stages.ts';

export type PartnerSourceOptions = StagesOptions & Pick<Source, 'notice'> & { nameQuestion: NameQuestion };

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

/** Returns a partner as a source, with its cache and its stages. */
export function partnerSource(partner: Partner, options: PartnerSourceOptions): Source {
  const { key, name, url, client, discovery, type } = partner;
  const { cacheName, nameQuestion, views } = options;
  const { now } = options.clock;
  const dialectNow = memoizeByVersion(discovery.version, type.dialectFor);
  const cacheKey = keysOnce(
    ({ question, dialect, credential }) => `${cacheName} ${credential} ${dialect.name} ${nameQuestion(question)}`,
  );
  const cache = viewedCache(options.cache, views);
  const askInStages = throughStages(partner, { ...options, cache }, cacheKey);

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

  async function ask(
    question: Question,
    viewer: Viewer,
    signal: AbortSignal,
    { form = 'record', isRetry = false, yields = false, onSent, end, observer }: AskOptions = {},
  ): Promise<SourceAnswer> {
    const beganMs = now();
    const query = {
      question,
      version: discovery.version(),
      dialect: dialectNow(),
      credential: credentialFor(viewer),
      form,
      isRetry,
      arrivedMs: performance.now(),
      yields,
      end,
      signal,
      onSent,
      observer,
    };
    async function askNow(): Promise<SourceAnswer> {
      const fresh = isCacheable(query) ? options.cache.fresh(cacheKey(query)) : undefined;
      if (fresh !== undefined) await views.learnFor(fresh.answer);
      const cached = fresh && getCached(question, viewer, form);
      return cached ?? put(query, beganMs);
    }
    return yields ? client.queue.inList(askNow) : askNow();
  }

  async function put(query: PartnerQuery, beganMs: number): Promise<SourceAnswer> {
    let wasQueried = false;
    function onSent(): void {
      wasQueried = true;
      query.onSent?.();
    }
    const answer = await askInStages({ ...query, onSent });
    const { cacheStatus, cachedAtMs } = answer;
    const nowMs = now();
    const about = { elapsedMs: nowMs - beganMs, version: answer.version ?? discovery.version(), wasQueried };
    return toSourceAnswer(answer, { cacheStatus, cachedAtMs, nowMs, form: query.form ?? 'record', ...about });
  }

  const contactEmail = () => discovery.claimedOrigin()?.contactEmail;
  return { key, name, url, notice: options.notice, version: discovery.version, contactEmail, getCached, ask };
}

type ViewOptions = Pick<PartnerSourceOptions, 'cacheName' | 'clock'> & { state: SharedState };

/** Reads the name of a partner's public view. Its requests wait behind those of callers, and a partner whose circuit breaker is open gets none. */
export function viewsOf(
  { client, circuitBreaker, discovery, type }: Partner,
  { state, cacheName, clock }: ViewOptions,
): PublicViews & Disposable {
  return publicViews({
    call: (path, signal) =>
      client.call(path, { credential: 'none', dialect: type.dialectFor(discovery.version()), signal }),
    isOpen: () => circuitBreaker.state().openUntil !== undefined,
    ...{ state, key: `view ${cacheName}`, clock },
  });
}
