/** The colours of the site: as a style sheet, and as the icon by which its bookmarks are told from others. */

import { html } from '../web/html.ts';

const COLOUR = /^#[0-9a-f]{6}$/i;

export type Colours = { accentColor: string; accentColorDark: string };

/** A style sheet of its own, because the policy of the page allows no style within it. */
export function siteStyle({ accentColor, accentColorDark }: Colours): string {
  if (!COLOUR.test(accentColor) || !COLOUR.test(accentColorDark)) {
    throw new Error(`A colour is # and six hexadecimal digits, found ${accentColor} and ${accentColorDark}.`);
  }
  return `:root{--accent:${accentColor}}@media (prefers-color-scheme:dark){:root{--accent:${accentColorDark}}}\n`;
}

/** The first letter of the short name on the colour of links and buttons, as SVG. */
export function siteIcon({ accentColor }: Colours, shortname: string): string {
  const ink = inkOn(accentColor);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${accentColor}"/><text x="16" y="23.5" font-family="sans-serif" font-size="21" font-weight="bold" text-anchor="middle" fill="${ink}">${firstLetter(shortname)}</text></svg>\n`
    .html;
}

/** With its marks, where it has some. */
function firstLetter(name: string): string {
  return (/[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? '').toUpperCase();
}

/** Where white and black contrast with a colour alike (WCAG 2.2, relative luminance): each does by 4.58 to 1. */
const MIDDLE_LUMINANCE = Math.sqrt(1.05 * 0.05) - 0.05;

function inkOn(colour: string): '#000' | '#fff' {
  return luminanceOf(colour) > MIDDLE_LUMINANCE ? '#000' : '#fff';
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
