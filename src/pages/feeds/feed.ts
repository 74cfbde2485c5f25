/** The feed of the people whom a search finds, as Atom (RFC 4287) and as JSON Feed 1.1. */

import type { FeedContent, FeedEntry, FeedPerson } from '../../domain/federation/feed.ts';
import type { OriginNotice } from '../../domain/federation/origin.ts';
import { shownText } from '../../domain/shown-text.ts';
import { monthIn } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
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

export type Feed = {
  words: AllWords;
  /** The short name of the registry. */
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
  /** The question in words. */
  sentence: string;
  /** The parameters of the search page of the same search. */
  search: URLSearchParams;
  /** The address of this feed in this format. */
  selfUrl: string;
  look: FeedContent;
  /** The names of registries that may have more people. */
  partly: readonly string[];
  /** The notices of registries, by key. */
  notices: ReadonlyMap<string, OriginNotice>;
};

/** Readers of a feed want the newest people; the page has all. */
const MOST_ENTRIES = 200;
/** The limit for the facts of a person, with the notice of their registry; no real text reaches it. */
const MOST_OF_FACTS = 10_000;
/** Characters that XML forbids and `shownText` does not remove. */
const NO_XML = /[\ufffe\uffff]/g;

export function atomFeed(feed: Feed): string {
  const { words, selfUrl, shortname, look } = feed;
  const entries = itemsOf(feed).map(atomEntry);
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${words.lang}">
<id>urn:uuid:${look.id}</id>
<title>${titleOf(feed)}</title>
<subtitle>${subtitleOf(feed)}</subtitle>
<updated>${timeOf(look.changedAt)}</updated>
<author><name>${inXml(shortname)}</name></author>
<link rel="self" type="application/atom+xml" href="${selfUrl}"/>
<link rel="alternate" type="text/html" href="${linkOfSearch(feed)}"/>
${entries}</feed>
`.html;
}

function atomEntry({ id, url, title, text, time }: Item): Html {
  return html`<entry>
<id>urn:uuid:${id}</id>
<title>${title}</title>
<published>${time}</published>
<updated>${time}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
<content type="text">${text}</content>
</entry>
`;
}

export function jsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(feed),
    description: subtitleOf(feed),
    home_page_url: linkOfSearch(feed),
    feed_url: feed.selfUrl,
    language: feed.words.lang,
    authors: [{ name: feed.shortname }],
    items: itemsOf(feed).map(({ id, url, title, text, time }) => ({
      id: `urn:uuid:${id}`,
      url,
      title,
      content_text: text,
      date_published: time,
    })),
  });
}

/** The texts of an entry, for both formats. */
type Item = { id: string; url: string; title: string; text: string; time: string };

/** Returns the entries; the entry of the month is placed among the people by its time. */
function itemsOf(feed: Feed): readonly Item[] {
  const { entries, month } = feed.look;
  const people = entries.slice(0, MOST_ENTRIES).map((entry) => personItem(feed, entry));
  if (month === undefined) return people;
  const item = monthItem(feed, month);
  const older = people.findIndex(({ time }) => time < item.time);
  return people.toSpliced(older < 0 ? people.length : older, 0, item);
}

function personItem(feed: Feed, { id, person, cameAt }: FeedEntry): Item {
  return {
    id,
    url: linkOfPerson(feed, person),
    title: inXml(nameOfPerson(feed.words, person)),
    text: inXml(factsOfPerson(feed, person), MOST_OF_FACTS),
    time: timeOf(cameAt),
  };
}

function monthItem(feed: Feed, { id, coverage }: NonNullable<FeedContent['month']>): Item {
  const { words } = feed;
  const inMonth = (seconds: number) => monthIn(new Date(seconds * 1000), words.lang);
  const lines = coverage.lines.map(({ registry, since, now }) => {
    if (now === 'silent') return words.feed.silent(registry, inMonth(since));
    return words.feed.certifies(registry, inMonth(since), now === 'nobody');
  });
  return {
    id,
    url: linkOfSearch(feed),
    title: inXml(words.feed.month(inMonth(coverage.at))),
    text: inXml([words.feed.whole(coverage.whole, coverage.all), ...lines].join(' '), MOST_OF_FACTS),
    time: timeOf(new Date(coverage.at * 1000)),
  };
}

function titleOf({ words, sentence, shortname }: Feed): string {
  return inXml(words.feed.title(sentence, shortname));
}

/** Says what the feed is, and what may be missing in it. */
function subtitleOf({ words, look, partly }: Feed): string {
  const { feed } = words;
  const { length } = look.entries;
  const sentences = [
    feed.about,
    length > MOST_ENTRIES && feed.newest(MOST_ENTRIES, length),
    partly.length > 0 && feed.partly(partly.join(', ')),
    !look.isStored && feed.notStored,
  ];
  return inXml(sentences.filter((sentence) => sentence !== false).join(' '), 2000);
}

function inXml(text: string, most?: number): string {
  return shownText(text, most).replace(NO_XML, '');
}

function timeOf(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}
