/** A file that cannot be read as a table. `message` gives the reason, in words that follow the file name. No data were changed. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}
