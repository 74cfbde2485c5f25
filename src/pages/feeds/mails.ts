/** The mails to contacts of partners and to subscribers, as text and as HTML with the same content. */

import { renderReason } from '../../domain/federation/federated-answer.ts';
import type { OriginNotice } from '../../domain/federation/origin.ts';
import type { OutageMessage } from '../../domain/federation/outage.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import type { Tidings } from '../../domain/federation/subscription.ts';
import { shownText } from '../../domain/shown-text.ts';
import { momentIn } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
import { LANGUAGES } from '../words/languages.ts';
import type { AllWords } from '../words/words.ts';
import { factsOfPerson, linkOfPerson, linkOfSearch, nameOfPerson } from './feed.ts';

type WrittenMessage = { subject: string; text: string; html: string };

/** A part of a message: a sentence, a quoted line, an address to open, or people. */
type Piece = string | { quoted: string } | { link: string } | { people: readonly ListedPerson[] };
type ListedPerson = { name: string; facts: string; link: string };
/** The text of a message in one language. */
type Section = { words: AllWords; pieces: readonly Piece[] };

const LONGEST_SUBJECT = 200;
const LONGEST_PIECE = 2000;

/** Writes a message. Every text in it is put on one line, because a line break in the subject could begin another header. */
function writtenMessage(subject: string, sections: readonly Section[]): WrittenMessage {
  const shown = shownText(subject, LONGEST_SUBJECT);
  const [first] = sections;
  return {
    subject: shown,
    text: `${sections.flatMap(({ pieces }) => pieces.map(asText)).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${first?.words.lang}"><head><meta charset="utf-8"><title>${shown}</title></head>
<body>
${sections.map((section) => sectionHtml(section, section === first))}</body></html>
`.html,
  };
}

function sectionHtml({ words, pieces }: Section, isFirst: boolean): Html {
  const content = html`${pieces.map(asHtml)}`;
  return isFirst ? content : html`<div lang="${words.lang}">\n${content}</div>\n`;
}

function asText(piece: Piece): string {
  if (typeof piece === 'string') return shownText(piece, LONGEST_PIECE);
  if ('link' in piece) return piece.link;
  if ('quoted' in piece) return `    ${shownText(piece.quoted, LONGEST_PIECE)}`;
  return piece.people.map(({ name, facts, link }) => `- ${name}\n  ${facts}\n  ${link}`).join('\n\n');
}

function asHtml(piece: Piece): Html {
  if (typeof piece === 'string') return html`<p>${shownText(piece, LONGEST_PIECE)}</p>\n`;
  if ('link' in piece) return html`<p><a href="${piece.link}">${piece.link}</a></p>\n`;
  if ('quoted' in piece) return html`<blockquote>${shownText(piece.quoted, LONGEST_PIECE)}</blockquote>\n`;
  const items = piece.people.map(
    ({ name, facts, link }) =>
      html`<li><a href="${link}"><bdi>${name}</bdi></a><br><span dir="auto">${facts}</span></li>\n`,
  );
  return html`<ul>\n${items}</ul>\n`;
}

type PartnerMessage = {
  message: OutageMessage;
  /** The partner as it is configured here. */
  partner: { name: string; url: string };
  /** The short name of this registry. */
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
  since: Date;
  /** Since when the partner is healthy again. */
  healthySince: Date | undefined;
  /** The reason why the last question failed. */
  because: Reason | undefined;
};

/** Writes the message. The language of the reader is unknown, so the message repeats its text in each language. */
export function partnerMessage(about: PartnerMessage): WrittenMessage {
  const { message, partner, shortname } = about;
  const subjects = LANGUAGES.map(({ partnerMail }) => partnerMail.subjects[message](partner.name, shortname));
  return writtenMessage(
    subjects.join(' · '),
    LANGUAGES.map((words) => ({ words, pieces: piecesIn(words, about) })),
  );
}

function piecesIn(words: AllWords, { message, partner, shortname, host, ...about }: PartnerMessage): Piece[] {
  const { partnerMail } = words;
  const since = momentIn(about.since.toISOString());
  const status = [
    partnerMail.statusLink,
    { link: `${host}/partner-status?lang=${words.lang}` },
    partnerMail.why(shortname),
  ];
  if (message === 'well-again') {
    const healthySince = momentIn((about.healthySince ?? about.since).toISOString());
    return [partnerMail.wellAgain(partner.name, shortname, healthySince, since), ...status];
  }
  const reason = about.because && words.reasonOf(renderReason(about.because), 'failed', false);
  return [
    partnerMail.unwell(partner.name, partner.url, shortname, since),
    ...(reason === undefined ? [] : [partnerMail.lastLook(partner.name, reason)]),
    partnerMail.elsewhere,
    partnerMail.next,
    ...status,
  ];
}

type About = {
  words: AllWords;
  /** The short name of the registry. */
  shortname: string;
  /** The question in words. */
  sentence: string;
};

type ConfirmMessage = Pick<About, 'words' | 'shortname'> & { confirmUrl: string };

type NewsMessage = About & {
  /** The address of this registry, without a trailing slash. */
  host: string;
  search: URLSearchParams;
  tidings: Tidings;
  /** The notices of registries, by key. */
  notices: ReadonlyMap<string, OriginNotice>;
  unsubscribeUrl: string;
};

/** Returns the message to confirm with. It omits the question, because somebody else may have entered it to send a text to this address. */
export function confirmMessage({ words, shortname, confirmUrl }: ConfirmMessage): WrittenMessage {
  const { message } = words.subscription;
  const pieces = [message.confirmAbout(shortname), message.confirmHow, { link: confirmUrl }, message.confirmElse];
  return writtenMessage(message.confirmSubject(shortname), [{ words, pieces }]);
}

/** Returns the message with the new people of a search, and the link to unsubscribe. */
export function newsMessage({
  words,
  shortname,
  sentence,
  host,
  search,
  tidings,
  notices,
  unsubscribeUrl,
}: NewsMessage): WrittenMessage {
  const { message } = words.subscription;
  const { came, cameInAll, partly } = tidings;
  const people = came.map((person) => ({
    name: shownText(nameOfPerson(words, person)),
    facts: factsOfPerson({ words, notices }, person),
    link: linkOfPerson({ host, search }, person),
  }));
  const pieces = [
    message.about,
    { quoted: sentence },
    { people },
    ...(cameInAll > came.length ? [message.more(cameInAll - came.length)] : []),
    ...(partly.length > 0 ? [message.partly(partly.join(', '))] : []),
    message.whole,
    { link: linkOfSearch({ host, search }) },
    `${message.why(shortname)} ${message.unsubscribe}`,
    { link: unsubscribeUrl },
  ];
  return writtenMessage(message.subject(cameInAll, sentence, shortname), [{ words, pieces }]);
}
