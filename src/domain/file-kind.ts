/** What stands at a path where a file is expected. */

/** As the file system tells it. */
type Kind = Readonly<Record<'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket', () => boolean>>;

/** In words that follow the name of the path; undefined for a file, which can be read to its end. */
export function insteadOfFile(kind: Kind): string | undefined {
  if (kind.isFile()) return undefined;
  if (kind.isDirectory()) return 'it is a directory';
  if (kind.isFIFO()) return 'it is a pipe';
  return kind.isSocket() ? 'it is a socket' : 'it is a device';
}
