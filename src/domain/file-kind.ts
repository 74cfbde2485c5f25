/** Says why a path cannot be read as a file. */

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
