/** A command line that cannot be understood; the message says what was found and what is allowed. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** What the command line names is not there. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}

/** The one word a command needs. */
export function oneWord(words: readonly string[], what: string): string {
  const [word] = words;
  if (word === undefined || words.length > 1) {
    throw new WrongUsage(`Expected ${what}, found ${words.length === 0 ? 'nothing' : `'${words.join(' ')}'`}.`);
  }
  return word;
}

/** For a command that is complete. */
export function noWords(words: readonly string[], command: string): void {
  if (words.length > 0) throw new WrongUsage(`${command} takes no further words, found '${words.join(' ')}'.`);
}

/** A whole number on the command line. */
export function wholeNumber(word: string, what: string, least: number): number {
  if (!/^\d{1,10}$/.test(word) || Number(word) < least) {
    throw new WrongUsage(`${what} must be a whole number from ${least}, found '${word}'.`);
  }
  return Number(word);
}
