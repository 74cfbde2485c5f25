/** Messages as text and as HTML with the same content, in one language or in several one after the other. */

import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../html.ts';
import type { AllWords } from '../words/words.ts';

export type WrittenMessage = { subject: string; text: string; html: string };

/** A part of a message: a sentence, a quoted line, an address to open, or people. */
export type Piece = string | { quoted: string } | { link: string } | { people: readonly ListedPerson[] };
type ListedPerson = { name: string; facts: string; link: string };
/** The text of a message in one language. */
type Section = { words: AllWords; pieces: readonly Piece[] };

const LONGEST_SUBJECT = 200;
const LONGEST_PIECE = 2000;

/** Writes a message. Every text in it is put on one line, because a line break in the subject could begin another header. */
export function writtenMessage(subject: string, sections: readonly Section[]): WrittenMessage {
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
