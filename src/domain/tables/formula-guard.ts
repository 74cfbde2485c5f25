/** Keeps text from being run as a formula by the program that opens a table. */

/**
 * What programs take for the beginning of a formula, also behind blanks, a quote that they take away, and signs that
 * nobody sees, and in the wide forms of East Asian text.
 */
const FORMULA = /^[\s\p{Z}\p{C}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The text with an apostrophe before it where it could be taken for a formula, and without control characters. */
export function guardedCell(text: string): string {
  const clean = text.replace(CONTROLS, '');
  return FORMULA.test(clean) || /^[\t\r\n]/.test(clean) ? `'${clean}` : clean;
}
