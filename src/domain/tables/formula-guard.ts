/** Guards cells, so that the program that opens a table does not run them as formulas. */

/**
 * What programs accept as the beginning of a formula: also after blanks, after a quotation mark that they remove, and after
 * invisible characters, and in the full-width forms of East Asian text.
 */
const FORMULA = /^[\s\p{Z}\p{C}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Returns the text without control characters, and with an apostrophe before it if it could be read as a formula. */
export function guardedCell(text: string): string {
  const clean = text.replace(CONTROLS, '');
  return FORMULA.test(clean) || /^[\t\r\n]/.test(clean) ? `'${clean}` : clean;
}
