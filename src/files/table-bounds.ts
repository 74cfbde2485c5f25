/** How large a table may be, in the order of its page: far above what a small registry has, far below what fills the memory. */
export const TABLE_BOUNDS = {
  fileBytes: 32 * 1024 * 1024,
  /** Of a workbook, which is an archive. */
  unpackedBytes: 64 * 1024 * 1024,
  /** Of an element in its XML; no program that writes workbooks needs half as many, or nests elements half as deep. */
  attributes: 60,
  depth: 100,
  archiveEntries: 1000,
  sheets: 10,
  rows: 100_000,
  columns: 100,
  /** Of all sheets of a workbook together, from the first cell to the last row and column. */
  cells: 20_000_000,
  /** In all cells of a workbook together, each of which may show the same text. */
  characters: 64_000_000,
};
