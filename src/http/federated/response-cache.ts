/** Whole federated answers to the public, given again within a second while all that they were made from is the same. */

import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { SourceQuery } from '../../federation/fan-out.ts';

type CachedResponse = {
  body: Uint8Array;
  queries: readonly SourceQuery[];
  /** What the body was made from. */
  parts: readonly Part[];
  /** Names this registry's own data, as they were before they were asked. */
  dataTag: string;
};

export type ResponseCache = {
  /** The body for this address, as it was sent, if every partner would still answer with the same records at once. */
  find(address: string, dataTag: string): Uint8Array | undefined;
  /** Caches an answer that is complete, came from caches alone, and shows nobody anonymised. */
  keep(address: string, answer: CachedResponse): void;
};

/** As long as the ages that an answer states, in whole seconds, are right to a second. */
const LASTS_MS = 1000;
const MOST_BYTES = 8 * 1024 * 1024;

type OfPartner = SourceQuery & { records: Part['records'] | undefined };
type CachedBody = { body: Uint8Array; dataTag: string; partners: readonly OfPartner[]; cachedAtMs: number };

/** @param now in milliseconds */
export function responseCache(now: () => number): ResponseCache {
  const cached = new Map<string, CachedBody>();
  let heldBytes = 0;

  function isPast({ cachedAtMs }: CachedBody): boolean {
    return now() - cachedAtMs >= LASTS_MS;
  }

  /** From the oldest on, until none is past its time and there is room. */
  function sweep(): void {
    for (const [address, answer] of cached) {
      if (heldBytes <= MOST_BYTES && !isPast(answer)) return;
      cached.delete(address);
      heldBytes -= answer.body.length;
    }
  }

  return {
    find(address, dataTag) {
      const answer = cached.get(address);
      if (answer === undefined || answer.dataTag !== dataTag || isPast(answer)) return undefined;
      return answer.partners.every(isStillCached) ? answer.body : undefined;
    },
    keep(address, { body, dataTag, queries, parts }) {
      if (!parts.every(isCacheable)) return;
      heldBytes += body.length - (cached.get(address)?.body.length ?? 0);
      cached.delete(address);
      cached.set(address, { body, dataTag, partners: ofPartners(queries, parts), cachedAtMs: now() });
      sweep();
    },
  };
}

function isCacheable({ origin: { key, state, anonymized, cache } }: Part): boolean {
  if (state === 'not-asked') return true;
  if (anonymized > 0 || (state !== 'answered' && state !== 'empty')) return false;
  return key === LOCAL_ORIGIN || cache?.status === 'hit';
}

function ofPartners(queries: readonly SourceQuery[], parts: readonly Part[]): OfPartner[] {
  const records = new Map(parts.map((part) => [part.origin.key, part.records]));
  const partners = queries.filter(({ source }) => source.key !== LOCAL_ORIGIN);
  return partners.map((query) => ({ ...query, records: records.get(query.source.key) }));
}

function isStillCached({ source, question, form, records }: OfPartner): boolean {
  return source.getCached(question, PUBLIC_VIEWER, form)?.records === records;
}
