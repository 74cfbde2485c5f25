/** What is wrong with data and files from outside, in words on which a person can act. */

/** `path` has dots between members, and list positions in brackets: `users[3].name`. */
export type Problem = { path: string; found: string; allowed: string; nearest?: string };

/** Returns what is wrong with a value; an empty list when it is valid. `name` is the name of the value itself. */
export type Check = (value: unknown, name?: string) => readonly Problem[];

/** `problem` follows the name of the file in a sentence: what was found, and what is allowed. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly problem: string;

  constructor(problem: string, file = 'The file') {
    super(`${file} ${problem}.`);
    this.problem = problem;
  }
}

/** The methods of the file system's statistics that tell the kind. */
type Kind = Readonly<Record<'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket', () => boolean>>;

/** Returns what the path is instead of a file, in words that follow its name; undefined for a file. */
export function insteadOfFile(kind: Kind): string | undefined {
  if (kind.isFile()) return undefined;
  if (kind.isDirectory()) return 'it is a directory';
  if (kind.isFIFO()) return 'it is a pipe';
  return kind.isSocket() ? 'it is a socket' : 'it is a device';
}

/** Returns why the file system gives no file, in words that follow the name of the path; undefined for rare error codes. */
export function readingProblem(code: string): string | undefined {
  return READING_PROBLEMS.get(code);
}

const READING_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'this account may not read it'],
]);
