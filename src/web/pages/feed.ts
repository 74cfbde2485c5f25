/** A feed of the people whom a question finds, as Atom (RFC 4287) and as JSON Feed 1.1. */

import type { FeedEntry, StandingLook } from '../../domain/federation/feed-people.ts';
import type { OriginNotice } from '../../domain/federation/origin.ts';
import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../html.ts';
import { factsOfPerson, linkOfPerson, linkOfSearch, nameOfPerson } from '../parts/people/told-person.ts';
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
/** Of what is told of a person, with what their registry wants to be said: longer than any. */
const MOST_OF_FACTS = 10_000;
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
<link rel="alternate" type="text/html" href="${linkOfSearch(feed)}"/>
${entries}</feed>
`.html;
}

function atomEntry(feed: Feed, entry: FeedEntry): Html {
  const time = timeOf(entry.cameAt);
  return html`<entry>
<id>urn:uuid:${entry.id}</id>
<title>${inXml(nameOfPerson(feed.words, entry.person))}</title>
<published>${time}</published>
<updated>${time}</updated>
<link rel="alternate" type="text/html" href="${linkOfPerson(feed, entry.person)}"/>
<content type="text">${inXml(factsOfPerson(feed, entry.person), MOST_OF_FACTS)}</content>
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
    items: shownEntries(feed).map((entry) => ({
      id: `urn:uuid:${entry.id}`,
      url: linkOfPerson(feed, entry.person),
      title: inXml(nameOfPerson(feed.words, entry.person)),
      content_text: inXml(factsOfPerson(feed, entry.person), MOST_OF_FACTS),
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

function inXml(text: string, most?: number): string {
  return shownText(text, most).replace(NO_XML, '');
}

function timeOf(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}
