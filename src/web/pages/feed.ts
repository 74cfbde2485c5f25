/** A feed of the people whom a question finds, as Atom (RFC 4287) and as JSON Feed 1.1. */

import type { FeedEntry, StandingLook } from '../../domain/federation/feed-people.ts';
import type { OriginNotice } from '../../domain/federation/origin.ts';
import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../html.ts';
import type { AllWords } from '../words/words.ts';

export type Feed = {
  words: AllWords;
  /** Of the registry. */
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
  /** The question in words. */
  told: string;
  /** Of the page of the same search. */
  search: URLSearchParams;
  /** The address of this feed in this form. */
  selfUrl: string;
  look: StandingLook;
  /** The names of registries that may have more people. */
  partly: readonly string[];
  /** What registries want to be said beside their records, by key. */
  notices: ReadonlyMap<string, OriginNotice>;
};

/** Who reads it came for those who came last; the page shows everybody. */
const MOST_ENTRIES = 200;
/** Longer than any that the configuration takes. */
const MOST_OF_NOTICE = 2000;
/** What no XML holds, beside what `shownText` leaves out. */
const NO_XML = /[\ufffe\uffff]/g;

export function atomFeed(feed: Feed): string {
  const { words, selfUrl, shortname, look } = feed;
  const entries = shownEntries(feed).map((entry) => atomEntry(feed, entry));
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${words.lang}">
<id>urn:uuid:${look.id}</id>
<title>${titleOf(feed)}</title>
<subtitle>${subtitleOf(feed)}</subtitle>
<updated>${timeOf(look.changedAt)}</updated>
<author><name>${inXml(shortname)}</name></author>
<link rel="self" type="application/atom+xml" href="${selfUrl}"/>
<link rel="alternate" type="text/html" href="${pageOf(feed, feed.search)}"/>
${entries}</feed>
`.html;
}

function atomEntry(feed: Feed, entry: FeedEntry): Html {
  const time = timeOf(entry.cameAt);
  return html`<entry>
<id>urn:uuid:${entry.id}</id>
<title>${nameOf(feed, entry)}</title>
<published>${time}</published>
<updated>${time}</updated>
<link rel="alternate" type="text/html" href="${linkOf(feed, entry)}"/>
<content type="text">${contentOf(feed, entry)}</content>
</entry>
`;
}

export function jsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(feed),
    description: subtitleOf(feed),
    home_page_url: pageOf(feed, feed.search),
    feed_url: feed.selfUrl,
    language: feed.words.lang,
    authors: [{ name: feed.shortname }],
    items: shownEntries(feed).map((entry) => ({
      id: `urn:uuid:${entry.id}`,
      url: linkOf(feed, entry),
      title: nameOf(feed, entry),
      content_text: contentOf(feed, entry),
      date_published: timeOf(entry.cameAt),
    })),
  });
}

function shownEntries({ look }: Feed): readonly FeedEntry[] {
  return look.entries.slice(0, MOST_ENTRIES);
}

function titleOf({ words, told, shortname }: Feed): string {
  return inXml(words.feed.title(told, shortname));
}

/** What it is, and what may be missing in it. */
function subtitleOf({ words, look, partly }: Feed): string {
  const { feed } = words;
  const { length } = look.entries;
  const sentences = [
    feed.about,
    length > MOST_ENTRIES && feed.newest(MOST_ENTRIES, length),
    partly.length > 0 && feed.partly(partly.join(', ')),
    !look.isKept && feed.notKept,
  ];
  return inXml(sentences.filter((sentence) => sentence !== false).join(' '), 2000);
}

function nameOf({ words }: Feed, { person: { named, registry } }: FeedEntry): string {
  return inXml(named === undefined ? words.people.withheld(registry) : named.name);
}

function contentOf({ words, notices }: Feed, { person: { named, originKey, registry, genes } }: FeedEntry): string {
  const { disclaimer, terms } = notices.get(originKey) ?? {};
  const parts = [
    named?.organization,
    genes.length > 0 && words.feed.worksOn(genes.join(', ')),
    words.feed.recordOf(registry),
  ];
  const told = inXml(parts.filter(Boolean).join('. '), 1000);
  // Whole, as half a sentence or address says something else.
  const notice = [disclaimer, terms].flatMap((one) => (one === undefined ? [] : [inXml(one, MOST_OF_NOTICE)]));
  return notice.length === 0 ? told : `${told}. ${notice.join(' ')}`;
}

/** The profile, or the search at the registry of whoever has none here: references to withheld records do not last. */
function linkOf(feed: Feed, { person: { named, originKey } }: FeedEntry): string {
  if (named?.userId === undefined) {
    const params = new URLSearchParams(feed.search);
    params.delete('origins');
    params.append('origins', originKey);
    return pageOf(feed, params);
  }
  const query = originKey === 'local' ? '' : `?${new URLSearchParams({ origin: originKey })}`;
  return `${feed.host}/userView/${named.userId}${query}`;
}

function pageOf({ host }: Feed, params: URLSearchParams): string {
  return `${host}/search?${params}`;
}

function inXml(text: string, most?: number): string {
  return shownText(text, most).replace(NO_XML, '');
}

function timeOf(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}
