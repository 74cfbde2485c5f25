/** A file from outside that cannot be used. */

/** `problem` follows the name of the file in a sentence: what was found, and what is allowed. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly problem: string;

  constructor(problem: string, file = 'The file') {
    super(`${file} ${problem}.`);
    this.problem = problem;
  }
}
