/** What the processes of one registry tell each other of its partners: each asks, and all know what became of it. */

import type { BreakerNews } from './circuit-breaker.ts';
import type { Partner } from './partner.ts';
import type { HistoryNews } from './partner-history.ts';
import type { PublicViews, ViewNews } from './public-views.ts';
import type { VersionNews } from './version-discovery.ts';

export type PartnerNews = HistoryNews & {
  /** Equal for partners with the same address, token and name. */
  partner: string;
  breaker: BreakerNews | undefined;
  version: VersionNews | undefined;
  view: ViewNews | undefined;
  /** Whether this is everything that the other process knows. */
  isAll: boolean;
};

/** The way to the other processes. */
export type OtherProcesses = {
  tell(news: readonly PartnerNews[]): void;
  /** Called once: with what to do with their words, and what to tell a process that has just begun. */
  join(hear: (news: readonly PartnerNews[]) => void, all: () => readonly PartnerNews[]): void;
};

/** Of one partner, as far as it is news. */
export type TellPartnerNews = (news: Partial<PartnerNews>) => void;

/** So long single calls wait for more to be told with them; a rest that begins or ends, and what is asked for all, is told at once. */
const GATHERED_MS = 50;

/** Gathers news of all partners, and tells them together. */
export function gatheredNews(tell: OtherProcesses['tell']): (partner: string) => TellPartnerNews {
  const gathered = new Map<string, PartnerNews>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    tell([...gathered.values()]);
    gathered.clear();
  }

  return (partner) => (news) => {
    const before = gathered.get(partner) ?? nothingNew(partner);
    gathered.set(partner, {
      ...before,
      ...news,
      asked: before.asked + (news.asked ?? 0),
      answered: before.answered + (news.answered ?? 0),
      points: [...before.points, ...(news.points ?? [])],
    });
    if (news.breaker !== undefined || news.view !== undefined) flush();
    else timer ??= setTimeout(flush, GATHERED_MS).unref();
  };
}

function nothingNew(partner: string): PartnerNews {
  return {
    partner,
    asked: 0,
    answered: 0,
    points: [],
    breaker: undefined,
    version: undefined,
    view: undefined,
    isAll: false,
  };
}

type Known = {
  partner: Pick<Partner, 'circuitBreaker' | 'history' | 'discovery'>;
  views: Pick<PublicViews, 'heard' | 'news'>;
};

/** Everything that is known of a partner. */
export function allNews(name: string, { partner, views }: Known): PartnerNews {
  const { circuitBreaker, history, discovery } = partner;
  const learned = { breaker: circuitBreaker.news(), version: discovery.news(), view: views.news() };
  return { partner: name, ...history.news(), ...learned, isAll: true };
}

export function hearNews({ partner, views }: Known, news: PartnerNews): void {
  const { circuitBreaker, history, discovery } = partner;
  if (news.isAll) history.heardAll(news);
  else history.heard(news);
  if (news.breaker !== undefined) circuitBreaker.heard(news.breaker);
  if (news.version !== undefined) discovery.heard(news.version);
  if (news.view !== undefined) views.heard(news.view);
}
