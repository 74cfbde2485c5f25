/** A file that cannot be read as a table; `message` says why, in words that follow its name. Nothing was made of it. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}
