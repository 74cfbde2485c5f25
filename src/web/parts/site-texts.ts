/** What the operator has the site say in their own words, and where none are given, in the words of the page. */

import { type Html, html } from '../html.ts';
import type { AllWords } from '../words/words.ts';

/** By language; what is undefined keeps the words of the page. */
export type SiteTexts = Readonly<Record<string, { heading: string | undefined; welcome: string | undefined }>>;

/** Addresses of pages that the operator keeps elsewhere. */
export type SiteLinks = Readonly<Record<keyof AllWords['siteLinks'], string | undefined>>;

/** The heading of the start page, and its title. */
export function siteHeading(words: AllWords, texts: SiteTexts): string {
  return ownTexts(words, texts)?.heading?.trim() ?? words.heading;
}

/** The welcome of the start page, a paragraph for each piece between blank lines. */
export function welcomeOf(words: AllWords, texts: SiteTexts): readonly Html[] {
  const welcome = ownTexts(words, texts)?.welcome ?? words.welcome;
  const paragraphs = welcome.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.filter((text) => text !== '').map((text) => html`<p class="welcome">${text}</p>\n`);
}

/** Links of the foot, in their one order: those that have an address. */
export function siteLinks({ siteLinks: titles }: AllWords, links: SiteLinks): readonly Html[] {
  const names = ['termsOfUse', 'privacy', 'faq'] as const;
  return names.flatMap((name) =>
    links[name] === undefined ? [] : [html`<a href="${links[name]}">${titles[name]}</a>`],
  );
}

function ownTexts({ lang }: AllWords, texts: SiteTexts) {
  return Object.hasOwn(texts, lang) ? texts[lang] : undefined;
}
