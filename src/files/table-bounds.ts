/** The limits of a table, and the error for a file that cannot be read as one. */

/** Limits of a table, in the order of their documentation page: far above the needs of a small registry, far below what fills the memory. */
export const TABLE_BOUNDS = {
  fileBytes: 32 * 1024 * 1024,
  /** For a workbook, which is an archive. */
  unpackedBytes: 64 * 1024 * 1024,
  /**
   * For the XML of a workbook, in all its parts together: 50,000 rows with a text in each of 30 columns have 3,100,000, and what
   * is this large takes a few seconds.
   */
  elements: 5_000_000,
  /** For XML elements of a workbook; programs that write workbooks need less than half of either. */
  attributes: 60,
  depth: 100,
  tagCharacters: 65_536,
  /** Excel allows 32,767 characters in a cell; each may be written as a reference of ten. */
  textCharacters: 327_670,
  /** Excel allows 255 characters in a number format; each may be written as an entity of six. */
  numberFormatCharacters: 2_048,
  /** In all number formats together. */
  numberFormatsCharacters: 1_000_000,
  archiveEntries: 1000,
  sheets: 10,
  rows: 100_000,
  columns: 100,
  /** In all sheets of a workbook together, counted from the first cell to the last row and column. */
  cells: 20_000_000,
  /** In all cells of a workbook together; many cells may show the same text. */
  characters: 64_000_000,
};

/** A file that cannot be read as a table. `message` gives the reason, in words that follow the file name. No data were changed. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}
