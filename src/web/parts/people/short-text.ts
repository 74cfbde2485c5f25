/** Texts of records, so short and so flat that no partner fills the page with one. */

/** Of any text of a person in a list. */
const MOST_CHARACTERS = 200;
/** Written one upon the other, marks cover other lines. */
const MARKS_TOO_MANY = /(\p{M}{8})\p{M}+/gu;

export function shortened(text: string): string {
  const flat = text.replace(MARKS_TOO_MANY, '$1');
  // No text has more characters than units; nearly every one ends here.
  if (flat.length <= MOST_CHARACTERS) return flat;
  const characters = [...flat];
  const shown = characters.slice(0, MOST_CHARACTERS).join('');
  return characters.length > MOST_CHARACTERS ? `${shown}…` : shown;
}
