/**
 * News of partners that the processes of one registry publish to each other: each process asks, and all know the
 * results.
 */

import type { BreakerNews } from './circuit-breaker.ts';
import type { KindNews } from './kind-breakers.ts';
import type { Partner } from './partner.ts';
import type { HistoryNews } from './partner-history.ts';
import { bothNotes, NO_NOTES, type NotesNews } from './partner-notes.ts';
import type { PublicViews, ViewNews } from './public-views.ts';
import { isMark, type VersionNews } from './version-discovery.ts';

type PartnerNews = HistoryNews & {
  /** Equal for partners with the same key, name, address, parameters and token. */
  partner: string;
  breaker: BreakerNews | undefined;
  kinds: KindNews;
  version: VersionNews | undefined;
  view: ViewNews | undefined;
  notes: NotesNews;
  /** Whether this is everything that the other process knows. */
  isAll: boolean;
};

export type ProcessNews = {
  partners: readonly PartnerNews[];
  /** Marks of requests that arrived here with a mark that is not of this process: another one may have sent them. */
  marks: readonly string[];
};

/** The connection to the other processes of this registry. */
export type OtherProcesses = {
  send(news: ProcessNews): void;
  /** Called once, with a function that takes over news, and one that returns everything for a process that has just started. */
  join(receive: (news: ProcessNews) => void, all: () => ProcessNews): void;
};

/** Publishes news of one partner. */
export type PublishPartnerNews = (news: Partial<PartnerNews>) => void;

/** How long news of single calls wait for more, in milliseconds. News of a circuit breaker, and of a public view, are sent at once. */
const BATCH_MS = 50;
/** The largest number of marks that are sent together, because anybody can send marks. */
const MOST_MARKS = 20;

type BatchedNews = {
  of(partner: string): PublishPartnerNews;
  /** Notes the mark of a request that has arrived. */
  mark(mark: string): void;
  /** Sends the collected news now. They are also part of everything that is known, and a process that got both would count them twice. */
  flush(): void;
};

/** Collects news of all partners and sends them together. */
export function batchNews(send: OtherProcesses['send']): BatchedNews {
  const batched = new Map<string, PartnerNews>();
  const marks = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    send({ partners: [...batched.values()], marks: [...marks] });
    batched.clear();
    marks.clear();
  }

  function soon(): void {
    timer ??= setTimeout(flush, BATCH_MS).unref();
  }

  const of: BatchedNews['of'] = (partner) => (news) => {
    const before = batched.get(partner) ?? nothingNew(partner);
    batched.set(partner, {
      ...before,
      ...news,
      asked: before.asked + (news.asked ?? 0),
      answered: before.answered + (news.answered ?? 0),
      points: [...before.points, ...(news.points ?? [])],
      kinds: { ...before.kinds, ...news.kinds },
      notes: news.notes === undefined ? before.notes : bothNotes(before.notes, news.notes),
    });
    if (news.breaker !== undefined || news.kinds !== undefined || news.view !== undefined) flush();
    else soon();
  };

  return {
    of,
    mark(mark) {
      if (marks.size >= MOST_MARKS || !isMark(mark)) return;
      marks.add(mark);
      soon();
    },
    flush,
  };
}

/** After this time, a mark that arrived at another process is certainly known here. */
export const MARKS_KNOWN_MS = 4 * BATCH_MS;

function nothingNew(partner: string): PartnerNews {
  return {
    partner,
    asked: 0,
    answered: 0,
    points: [],
    breaker: undefined,
    kinds: {},
    version: undefined,
    view: undefined,
    notes: NO_NOTES,
    isAll: false,
  };
}

type Known = {
  partner: Pick<Partner, 'circuitBreaker' | 'kinds' | 'history' | 'discovery' | 'notes'>;
  views: Pick<PublicViews, 'merge' | 'news'>;
};

/** Returns everything that is known of a partner. */
export function allNews(name: string, { partner, views }: Known): PartnerNews {
  const { circuitBreaker, kinds, history, discovery, notes } = partner;
  const breakers = { breaker: circuitBreaker.news(), kinds: kinds.news() };
  const learned = { ...breakers, version: discovery.news(), view: views.news() };
  return { partner: name, ...history.news(), ...learned, notes: notes.news(), isAll: true };
}

/** Takes over news of one partner from another process. */
export function mergeNews({ partner, views }: Known, news: PartnerNews): void {
  const { circuitBreaker, kinds, history, discovery, notes } = partner;
  kinds.merge(news.kinds);
  notes.merge(news.notes, news.isAll);
  if (news.isAll) history.mergeAll(news);
  else history.merge(news);
  if (news.breaker !== undefined) circuitBreaker.merge(news.breaker);
  if (news.version !== undefined) discovery.merge(news.version);
  if (news.view !== undefined) views.merge(news.view);
}
