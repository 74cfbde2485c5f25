/** A command line that cannot be understood; the message says what was found and what is allowed. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** The one word a command needs. */
export function oneWord(words: readonly string[], what: string): string {
  const [word] = words;
  if (word === undefined || words.length > 1) {
    throw new WrongUsage(`Expected ${what}, found ${words.length === 0 ? 'nothing' : words.join(' ')}.`);
  }
  return word;
}

/** A number on the command line, at least 1. */
export function wholeNumber(word: string, what: string): number {
  if (!/^[1-9]\d{0,9}$/.test(word)) throw new WrongUsage(`${what} must be a whole number from 1, found '${word}'.`);
  return Number(word);
}
