/** Somebody whom a standing question finds, as feeds and messages show it outside of the pages. */

import type { FeedPerson } from '../../../domain/federation/feed-people.ts';
import type { OriginNotice } from '../../../domain/federation/origin.ts';
import { shownText } from '../../../domain/shown-text.ts';
import type { AllWords } from '../../words/words.ts';

type Place = {
  /** The address of this registry, without a trailing slash. */
  host: string;
  /** Of the page of the search. */
  search: URLSearchParams;
};

/** Longer than any that the configuration takes. */
const MOST_OF_NOTICE = 2000;

export function nameOfPerson(words: AllWords, { named, registry }: FeedPerson): string {
  return named === undefined ? words.people.withheld(registry) : named.name;
}

/** On one line, and behind it what the registry wants to be said: whole, as half a sentence or address says something else. */
export function factsOfPerson(
  { words, notices }: { words: AllWords; notices: ReadonlyMap<string, OriginNotice> },
  { named, originKey, registry, genes }: FeedPerson,
): string {
  const { disclaimer, terms } = notices.get(originKey) ?? {};
  const parts = [
    named?.organization,
    genes.length > 0 && words.feed.worksOn(genes.join(', ')),
    words.feed.recordOf(registry),
  ];
  const text = shownText(parts.filter(Boolean).join('. '), 1000);
  const notice = [disclaimer, terms].flatMap((one) => (one === undefined ? [] : [shownText(one, MOST_OF_NOTICE)]));
  return notice.length === 0 ? text : `${text}. ${notice.join(' ')}`;
}

/** The profile, or the search at the registry of whoever has none here: references to withheld records do not last. */
export function linkOfPerson({ host, search }: Place, { named, originKey }: FeedPerson): string {
  if (named?.userId === undefined) {
    const params = new URLSearchParams(search);
    params.delete('origins');
    params.append('origins', originKey);
    return linkOfSearch({ host, search: params });
  }
  const query = originKey === 'local' ? '' : `?${new URLSearchParams({ origin: originKey })}`;
  return `${host}/userView/${named.userId}${query}`;
}

export function linkOfSearch({ host, search }: Place): string {
  return `${host}/search?${search}`;
}
