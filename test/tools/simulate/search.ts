/** One search of all registries: who has answered, and when. */

import { RULES } from './scenario.ts';

/** What became of a registry in a search. */
export type Part = 'new' | 'kept' | 'stale' | 'silent' | 'failed' | 'resting' | 'busy' | 'ended';

export type Search = {
  readonly askedMs: number;
  readonly gene: number;
  readonly key: string;
  readonly instance: number;
  /** What comes after the end counts for nothing. @param people whom the registry has; they count where it answered */
  take(part: Part, people: number, atMs: number, count?: number): void;
  /** The time of the whole search is over: whoever is outstanding is marked as such. */
  endAt(atMs: number): void;
  hasEnded(): boolean;
  result(): SearchResult;
};

export type SearchResult = {
  parts: Readonly<Record<Part, number>>;
  /** Registries that answered, now or lately; an old answer is none. */
  answered: number;
  /** From the question to its last part. */
  endMs: number;
  /** From the question to half of the people; undefined where they did not come. */
  halfMs: number | undefined;
};

type Asked = Pick<Search, 'askedMs' | 'gene' | 'instance'> & {
  registries: number;
  /** In all registries. */
  people: number;
  /** Called once, with the time at which the last part is there. */
  onEnd: (search: Search, atMs: number) => void;
};

const ANSWERED: ReadonlySet<Part> = new Set<Part>(['new', 'kept']);

/** No part of any kind. */
export function noParts(): Record<Part, number> {
  return { new: 0, kept: 0, stale: 0, silent: 0, failed: 0, resting: 0, busy: 0, ended: 0 };
}

export function openSearch({ askedMs, gene, instance, registries, people, onEnd }: Asked): Search {
  const parts = noParts();
  let outstanding = registries;
  let found = 0;
  let lastMs = askedMs;
  let halfMs: number | undefined;
  let isOver = false;

  function end(atMs: number): void {
    isOver = true;
    lastMs = atMs;
    onEnd(search, atMs);
  }

  const search: Search = {
    ...{ askedMs, gene, instance, key: String(gene) },
    take(part, ofPeople, atMs, count = 1) {
      if (isOver || count === 0 || atMs > askedMs + RULES.searchTimeoutMs) return;
      parts[part] += count;
      outstanding -= count;
      lastMs = Math.max(lastMs, atMs);
      if (ANSWERED.has(part) || part === 'stale') found += ofPeople;
      if (halfMs === undefined && found >= people / 2) halfMs = lastMs - askedMs;
      if (outstanding === 0) end(lastMs);
    },
    endAt(atMs) {
      if (isOver) return;
      parts.ended += outstanding;
      outstanding = 0;
      end(atMs);
    },
    hasEnded: () => isOver,
    result: () => ({ parts, answered: parts.new + parts.kept, endMs: lastMs - askedMs, halfMs }),
  };
  return search;
}
