/** The colours of the site as a style sheet. */

const COLOUR = /^#[0-9a-f]{6}$/i;

export type Colours = { accentColor: string; accentColorDark: string };

/** A style sheet of its own, because the policy of the page allows no style within it. */
export function siteStyle({ accentColor, accentColorDark }: Colours): string {
  if (!COLOUR.test(accentColor) || !COLOUR.test(accentColorDark)) {
    throw new Error(`A colour is # and six hexadecimal digits, found ${accentColor} and ${accentColorDark}.`);
  }
  return `:root{--accent:${accentColor}}@media (prefers-color-scheme:dark){:root{--accent:${accentColorDark}}}\n`;
}
