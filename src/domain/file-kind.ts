/** What stands at a path where a file is expected, and why it cannot be read. */

/** As the file system has it. */
type Kind = Readonly<Record<'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket', () => boolean>>;

/** In words that follow the name of the path; undefined for a file, which can be read to its end. */
export function insteadOfFile(kind: Kind): string | undefined {
  if (kind.isFile()) return undefined;
  if (kind.isDirectory()) return 'it is a directory';
  if (kind.isFIFO()) return 'it is a pipe';
  return kind.isSocket() ? 'it is a socket' : 'it is a device';
}

/** Why the file system gives no file, in words that follow the name of the path; undefined for a rare reason. */
export function readingProblem(code: string): string | undefined {
  return READING_PROBLEMS.get(code);
}

const READING_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'this account may not read it'],
]);
