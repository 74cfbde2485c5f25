/** What a list says of the research of a person: the beginning of what they write of it, on one line. */

/** In characters; a reader sees at a glance whether it concerns them. */
export const LONGEST_INTEREST = 110;

/** Ends with a whole word. Undefined where nothing is written. */
export function interestLine(description: string | null | undefined): string | undefined {
  // Of a text of any length only its beginning is looked at.
  const flat = (description ?? '')
    .slice(0, 4 * LONGEST_INTEREST)
    .replace(/\s+/g, ' ')
    .trim();
  if (flat === '') return undefined;
  const characters = [...flat];
  if (characters.length <= LONGEST_INTEREST) return flat;
  const cut = characters.slice(0, LONGEST_INTEREST - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > LONGEST_INTEREST / 2 ? cut.slice(0, space) : cut}…`;
}
