/**
 * What the processes of one registry publish to each other of its partners: each asks, and all know what became of it.
 */

import { isMark } from './call-marks.ts';
import type { BreakerNews } from './circuit-breaker.ts';
import type { Partner } from './partner.ts';
import type { HistoryNews } from './partner-history.ts';
import { bothNotes, NO_NOTES, type NotesNews } from './partner-notes.ts';
import type { PublicViews, ViewNews } from './public-views.ts';
import type { VersionNews } from './version-discovery.ts';

type PartnerNews = HistoryNews & {
  /** Equal for partners with the same address, token and name. */
  partner: string;
  breaker: BreakerNews | undefined;
  version: VersionNews | undefined;
  view: ViewNews | undefined;
  notes: NotesNews;
  /** Whether this is everything that the other process knows. */
  isAll: boolean;
};

export type ProcessNews = {
  partners: readonly PartnerNews[];
  /** Marks of requests that have come in and are not of this process: another may have sent them. */
  marks: readonly string[];
};

/** The way to the other processes. */
export type OtherProcesses = {
  send(news: ProcessNews): void;
  /** Called once: with what to do with their news, and what to send a process that has just begun. */
  join(receive: (news: ProcessNews) => void, all: () => ProcessNews): void;
};

/** Of one partner, as far as it is news. */
export type PublishPartnerNews = (news: Partial<PartnerNews>) => void;

/**
 * So long single calls wait for more to be sent with them; a rest that begins or ends, and what is asked for all, is
 * sent at once.
 */
const BATCH_MS = 50;
/** Anybody can send marks: no more of them are sent together. */
const MOST_MARKS = 20;

type BatchedNews = {
  of(partner: string): PublishPartnerNews;
  /** Of a request that has come in. */
  mark(mark: string): void;
  /** What waits is sent now: all that is known holds it, too, and who is sent that would count it twice. */
  flush(): void;
};

/** Collects news of all partners, and sends them together. */
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
      notes: news.notes === undefined ? before.notes : bothNotes(before.notes, news.notes),
    });
    if (news.breaker !== undefined || news.view !== undefined) flush();
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

/** Until a mark that came in at another process is known here for certain. */
export const MARKS_KNOWN_MS = 4 * BATCH_MS;

function nothingNew(partner: string): PartnerNews {
  return {
    partner,
    asked: 0,
    answered: 0,
    points: [],
    breaker: undefined,
    version: undefined,
    view: undefined,
    notes: NO_NOTES,
    isAll: false,
  };
}

type Known = {
  partner: Pick<Partner, 'circuitBreaker' | 'history' | 'discovery' | 'notes'>;
  views: Pick<PublicViews, 'merge' | 'news'>;
};

/** Everything that is known of a partner. */
export function allNews(name: string, { partner, views }: Known): PartnerNews {
  const { circuitBreaker, history, discovery, notes } = partner;
  const learned = { breaker: circuitBreaker.news(), version: discovery.news(), view: views.news() };
  return { partner: name, ...history.news(), ...learned, notes: notes.news(), isAll: true };
}

export function mergeNews({ partner, views }: Known, news: PartnerNews): void {
  const { circuitBreaker, history, discovery, notes } = partner;
  notes.merge(news.notes, news.isAll);
  if (news.isAll) history.mergeAll(news);
  else history.merge(news);
  if (news.breaker !== undefined) circuitBreaker.merge(news.breaker);
  if (news.version !== undefined) discovery.merge(news.version);
  if (news.view !== undefined) views.merge(news.view);
}
