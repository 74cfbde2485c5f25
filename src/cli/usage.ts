/** An invalid command line; the message says what was found and what is allowed. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Something that the command line names does not exist. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}

/** Returns the one word that a command needs. @throws WrongUsage */
export function oneWord(words: readonly string[], what: string): string {
  const [word] = words;
  if (word === undefined || words.length > 1) {
    throw new WrongUsage(`Expected ${what}, found ${words.length === 0 ? 'nothing' : `'${words.join(' ')}'`}.`);
  }
  return word;
}

/** Refuses words after a complete command. @throws WrongUsage */
export function noWords(words: readonly string[], command: string): void {
  if (words.length > 0) throw new WrongUsage(`${command} takes no further words, found '${words.join(' ')}'.`);
}

/** Reads a whole number of at least `least`. @throws WrongUsage */
export function wholeNumber(word: string, what: string, least: number): number {
  if (!/^\d{1,10}$/.test(word) || Number(word) < least) {
    throw new WrongUsage(`${what} must be a whole number from ${least}, found '${word}'.`);
  }
  return Number(word);
}
