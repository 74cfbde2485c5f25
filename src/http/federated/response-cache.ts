/** Caches federated answers to the public for a second, as long as all that they were made from is the same. */

import { isFull } from '../../domain/federation/completeness.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { SourceQuery } from '../../federation/fan-out.ts';

type CachedResponse = {
  body: Uint8Array;
  queries: readonly SourceQuery[];
  /** The parts that the body was made from. */
  parts: readonly Part[];
  /** The data tag of this registry, read before its data. */
  dataTag: string;
};

export type ResponseCache = {
  /** Returns the cached body for an address if every partner's cached answer still has the same records. */
  find(address: string, dataTag: string): Uint8Array | undefined;
  /** Caches an answer if it is complete and has no anonymised records. */
  keep(address: string, answer: CachedResponse): void;
};

const LASTS_MS = 1000;
const MOST_BYTES = 8 * 1024 * 1024;

type OfPartner = SourceQuery & { records: Part['records'] | undefined };
type CachedBody = { body: Uint8Array; dataTag: string; partners: readonly OfPartner[]; cachedAtMs: number };

/** Makes the cache. @param now the time in milliseconds */
export function responseCache(now: () => number): ResponseCache {
  const cached = new Map<string, CachedBody>();
  let heldBytes = 0;

  function isPast({ cachedAtMs }: CachedBody): boolean {
    return now() - cachedAtMs >= LASTS_MS;
  }

  /** Removes the oldest answers until none is too old and all fit. */
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

function isCacheable({ origin: { state, anonymized } }: Part): boolean {
  return state === 'not-asked' || (anonymized === 0 && isFull(state));
}

function ofPartners(queries: readonly SourceQuery[], parts: readonly Part[]): OfPartner[] {
  const records = new Map(parts.map((part) => [part.origin.key, part.records]));
  const partners = queries.filter(({ source }) => source.key !== LOCAL_ORIGIN);
  return partners.map((query) => ({ ...query, records: records.get(query.source.key) }));
}

function isStillCached({ source, question, form, records }: OfPartner): boolean {
  return source.getCached(question, PUBLIC_VIEWER, form)?.records === records;
}
