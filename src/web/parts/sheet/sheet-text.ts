/** Texts of the sheet for the clinic, so short that it is one page, whatever a registry writes. */

/** In characters. */
export const MOST_OF_SYMBOL = 16;
export const MOST_OF_LINE = 60;

/** Its beginning; marks written one upon the other are few. */
export function shortened(text: string, most = MOST_OF_LINE): string {
  const characters = [...text.replace(/(\p{M}{8})\p{M}+/gu, '$1')];
  const shown = characters.slice(0, most).join('');
  return characters.length > most ? `${shown}…` : shown;
}
