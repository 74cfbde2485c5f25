/** The texts of the operator for the site; the defaults are the words of the page. */

import { ownMember } from '../../domain/own-member.ts';
import { type Html, html } from '../html.ts';
import type { AllWords } from '../words/words.ts';

/** By language; for an undefined text the page has its own words. */
export type SiteTexts = Readonly<Record<string, { heading: string | undefined; welcome: string | undefined }>>;

/** Addresses of the operator's pages on other sites. */
export type SiteLinks = Readonly<Record<keyof AllWords['siteLinks'], string | undefined>>;

/** Returns the heading of the start page, which is also its title. */
export function siteHeading(words: AllWords, texts: SiteTexts): string {
  return ownTexts(words, texts)?.heading?.trim() ?? words.heading;
}

/** Returns the welcome of the start page; blank lines separate its paragraphs. */
export function welcomeOf(words: AllWords, texts: SiteTexts): readonly Html[] {
  const welcome = ownTexts(words, texts)?.welcome ?? words.welcome;
  const paragraphs = welcome.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.filter((text) => text !== '').map((text) => html`<p class="welcome">${text}</p>\n`);
}

/** Returns the links of the foot in a fixed order; a link without an address is omitted. */
export function siteLinks({ siteLinks: titles }: AllWords, links: SiteLinks): readonly Html[] {
  const names = ['termsOfUse', 'privacy', 'faq'] as const;
  return names.flatMap((name) =>
    links[name] === undefined ? [] : [html`<a href="${links[name]}">${titles[name]}</a>`],
  );
}

function ownTexts({ lang }: AllWords, texts: SiteTexts) {
  return ownMember(texts, lang);
}
