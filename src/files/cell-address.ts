/** Addresses of cells, such as `B2`, as far as a table may reach. */

const SOUND_ADDRESS = /^(?<letters>[A-Z]{0,3})(?<digits>\d{1,7})$/;

/** Returns the row and the column, both from 1; the column is 0 in the address of a row. Undefined for any other text. */
export function cellAddress(text: string): { row: number; column: number } | undefined {
  const { letters = '', digits = '' } = SOUND_ADDRESS.exec(text)?.groups ?? {};
  if (digits === '') return undefined;
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits), column };
}
