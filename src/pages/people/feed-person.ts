/** A person that a subscribed search finds, as feeds and messages show them. */

import type { FeedPerson } from '../../domain/federation/feed.ts';
import type { OriginNotice } from '../../domain/federation/origin.ts';
import { shownText } from '../../domain/shown-text.ts';
import type { AllWords } from '../words/words.ts';

type Place = {
  /** The address of this registry, without a trailing slash. */
  host: string;
  /** The parameters of the search page. */
  search: URLSearchParams;
};

/** The limit for a notice; the configuration allows none as long. */
const MOST_OF_NOTICE = 2000;

export function nameOfPerson(words: AllWords, { named, registry }: FeedPerson): string {
  return named === undefined ? words.people.withheld(registry) : named.name;
}

/**
 * Returns the facts of a person in one line, followed by the notice of the registry. The notice is not cut: a part of a
 * sentence or an address has another meaning.
 */
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

/** Returns the address of the profile, or, for a withheld name, of the search at the registry, because anonymous ids expire. */
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
