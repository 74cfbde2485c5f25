/** What subscribers are written: a link to confirm with, and who is new; as text and as HTML that say the same. */

import type { OriginNotice } from '../../domain/federation/origin.ts';
import type { Tidings } from '../../domain/federation/subscription.ts';
import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../html.ts';
import { factsOfPerson, linkOfPerson, linkOfSearch, nameOfPerson } from '../parts/people/told-person.ts';
import type { AllWords } from '../words/words.ts';

type About = {
  words: AllWords;
  /** Of the registry. */
  shortname: string;
  /** The question in words. */
  told: string;
};

export type ConfirmMessage = About & { confirmUrl: string };

export type NewsMessage = About & {
  /** The address of this registry, without a trailing slash. */
  host: string;
  search: URLSearchParams;
  tidings: Tidings;
  /** What registries want to be said beside their people, by key. */
  notices: ReadonlyMap<string, OriginNotice>;
  leaveUrl: string;
};

export type WrittenMessage = { subject: string; text: string; html: string };

/** A piece of a message: a sentence, a line that is shown as a quotation, or an address to open. */
type Piece = string | { quoted: string } | { link: string } | { people: readonly ToldPerson[] };
type ToldPerson = { name: string; facts: string; link: string };

const LONGEST_SUBJECT = 200;

export function confirmMessage({ words, shortname, told, confirmUrl }: ConfirmMessage): WrittenMessage {
  const { message } = words.subscription;
  return written(words, message.confirmSubject(shortname), [
    message.confirmAbout(shortname),
    { quoted: told },
    message.confirmHow,
    { link: confirmUrl },
    message.confirmElse,
  ]);
}

export function newsMessage({
  words,
  shortname,
  told,
  host,
  search,
  tidings,
  notices,
  leaveUrl,
}: NewsMessage): WrittenMessage {
  const { message } = words.subscription;
  const { came, cameInAll, partly } = tidings;
  const people = came.map((person) => ({
    name: shownText(nameOfPerson(words, person)),
    facts: factsOfPerson({ words, notices }, person),
    link: linkOfPerson({ host, search }, person),
  }));
  return written(words, message.subject(cameInAll, told, shortname), [
    message.about,
    { quoted: told },
    { people },
    ...(cameInAll > came.length ? [message.more(cameInAll - came.length)] : []),
    ...(partly.length > 0 ? [message.partly(partly.join(', '))] : []),
    message.whole,
    { link: linkOfSearch({ host, search }) },
    `${message.why(shortname)} ${message.leave}`,
    { link: leaveUrl },
  ]);
}

/** Nothing of it is more than a line: signs that end lines could begin a header of the message. */
function written(words: AllWords, subject: string, pieces: readonly Piece[]): WrittenMessage {
  return {
    subject: shownText(subject, LONGEST_SUBJECT),
    text: `${pieces.map(asText).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${words.lang}"><head><meta charset="utf-8"><title>${shownText(subject, LONGEST_SUBJECT)}</title></head>
<body>
${pieces.map(asHtml)}</body></html>
`.html,
  };
}

function asText(piece: Piece): string {
  if (typeof piece === 'string') return shownText(piece, 2000);
  if ('link' in piece) return piece.link;
  if ('quoted' in piece) return `    ${shownText(piece.quoted, 2000)}`;
  return piece.people.map(({ name, facts, link }) => `- ${name}\n  ${facts}\n  ${link}`).join('\n\n');
}

function asHtml(piece: Piece): Html {
  if (typeof piece === 'string') return html`<p>${shownText(piece, 2000)}</p>\n`;
  if ('link' in piece) return html`<p><a href="${piece.link}">${piece.link}</a></p>\n`;
  if ('quoted' in piece) return html`<blockquote>${shownText(piece.quoted, 2000)}</blockquote>\n`;
  const items = piece.people.map(
    ({ name, facts, link }) =>
      html`<li><a href="${link}"><bdi>${name}</bdi></a><br><span dir="auto">${facts}</span></li>\n`,
  );
  return html`<ul>\n${items}</ul>\n`;
}
