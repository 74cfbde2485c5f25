/** The colours of the site: as a style sheet, and as the icon that distinguishes its bookmarks from others. */

import { html } from '../../web/html.ts';

const COLOUR = /^#[0-9a-f]{6}$/i;

export type Colours = { accentColor: string; accentColorDark: string };

/** A style sheet of its own, because the policy of the page allows no style within it. */
export function siteStyle({ accentColor, accentColorDark }: Colours): string {
  if (!COLOUR.test(accentColor) || !COLOUR.test(accentColorDark)) {
    throw new Error(`A colour is # and six hexadecimal digits, found ${accentColor} and ${accentColorDark}.`);
  }
  const [light, dark] = [legible(accentColor, RAISED, '#000000'), legible(accentColorDark, RAISED_DARK, '#ffffff')];
  return `:root{--accent:${light}}@media (prefers-color-scheme:dark){:root{--accent:${dark}}}\n`;
}

/** `--raised` of the style: of what stands behind links, the nearest to them, in the light and in the dark. */
const RAISED = '#edf2f6';
const RAISED_DARK = '#1f2a34';
/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;
const STEPS = 100;

/**
 * The colour itself where links in it can be read, else as much of `end` mixed into it as that takes. Then words on it
 * can be read too: these are in the colour that is farthest from it.
 */
function legible(colour: string, ground: string, end: string): string {
  const mixes = Array.from({ length: STEPS + 1 }, (_, step) => mixed(colour, end, step / STEPS));
  return mixes.find((one) => contrast(one, ground) >= LEAST_CONTRAST) ?? end;
}

function mixed(colour: string, end: string, share: number): string {
  const parts = channelsOf(end).map((to, at) => {
    const from = channelsOf(colour)[at] ?? 0;
    return Math.round(from + (to - from) * share);
  });
  return share === 0 ? colour : `#${parts.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
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
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
